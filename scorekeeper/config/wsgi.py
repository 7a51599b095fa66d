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
# Before it is looked what there is to be served.
gather_if_nobody_did()
application = get_wsgi_application()
# What all templates use: two pages at once would find it loaded by half.
engines.all()
# Under whatever server: nobody puts a copy in the place of a database that is served.
serve_until_the_end(settings.DATA_DIR)
