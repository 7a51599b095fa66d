"""The entry point for WSGI servers; `start` and `serve` use the same application."""

import os

import django
from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.template import engines

from scorekeeper.server.instances import serve_until_the_end
from scorekeeper.server.static_bundles import gather_if_nobody_did

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.config.settings")

django.setup()
# Before the list of static files is read.
gather_if_nobody_did()
application = get_wsgi_application()
# Import what all templates use: two concurrent first requests would find it half imported.
engines.all()
# Under any server: a backup must not be restored over a database that is being served.
serve_until_the_end(settings.DATA_DIR)
