"""The addresses of the interface for programs."""

from tournaments.api import api

urlpatterns = api.urls[0]
