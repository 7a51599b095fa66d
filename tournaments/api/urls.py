"""The URLs of the API."""

from tournaments.api import api

app_name = "api"
urlpatterns = api.urls[0]
