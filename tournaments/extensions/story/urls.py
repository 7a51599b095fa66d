from django.urls import path

from tournaments.extensions.story import views

CONTEST = "contests/<int:pk>/"

urlpatterns = [
    path(CONTEST + "story/", views.story, name="story"),
    path("p/<slug:token>/story/", views.public_story, name="public-story"),
]
