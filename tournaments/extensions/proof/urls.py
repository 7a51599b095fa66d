from django.urls import path

from tournaments.extensions.proof import views

urlpatterns = [
    path("p/<slug:token>/check/", views.contest_check, name="contest-check"),
]
