"""The addresses of the interface for programs."""

from tournaments.api import api

urlpatterns, _app_name, app_name = api.urls
