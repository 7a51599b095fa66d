from django.urls import path

from tournaments.extensions.ratings import views

urlpatterns = [path("ratings/", views.rating_help, name="rating-help")]
