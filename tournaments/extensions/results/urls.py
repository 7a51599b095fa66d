from django.urls import path

from tournaments.extensions.results import views

CONTEST = "contests/<int:pk>/"

urlpatterns = [
    path("p/<slug:token>/results/", views.results, name="results"),
    path(CONTEST + "newspaper/", views.newspaper, name="newspaper"),
    path(CONTEST + "newspaper.txt", views.newspaper_file, name="newspaper-file"),
    path(CONTEST + "results/poster/", views.results_poster, name="results-poster"),
]
