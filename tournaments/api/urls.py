"""The addresses of the interface for programs."""

from tournaments.api import api

app_name = "api"
urlpatterns = api.urls[0]
