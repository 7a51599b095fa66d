from django.urls import path

from tournaments.extensions.interclub import views

CLUB = "clubs/<int:pk>/"

urlpatterns = [
    path("together/", views.national_ratings, name="national-ratings"),
    path("leaderboards/together/", views.club_together, name="club-together"),
    path("people/elsewhere/", views.people_elsewhere, name="people-elsewhere"),
    path("people/elsewhere/<int:pk>/answer/", views.elsewhere_answer, name="elsewhere-answer"),
    path(CLUB + "me/elsewhere/", views.club_me_elsewhere, name="club-me-elsewhere"),
]
