"""The entry point for WSGI servers; `manage.py start` uses the same application."""

import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from scorekeeper.startup.presence import serve_until_the_end

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.config.settings")

application = get_wsgi_application()
# Under whatever server: nobody puts a copy in the place of a database that is served.
serve_until_the_end(settings.DATA_DIR)
