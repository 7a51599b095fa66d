"""The entry point for WSGI servers; `manage.py start` uses the same application."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.config.settings")

application = get_wsgi_application()
