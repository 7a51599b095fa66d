"""The entry point for ASGI servers."""

import os

from django.conf import settings
from django.core.asgi import get_asgi_application

from scorekeeper.server.instances import serve_until_the_end

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.config.settings")

application = get_asgi_application()
serve_until_the_end(settings.DATA_DIR)
