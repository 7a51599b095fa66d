from django.urls import path

from tournaments.extensions.prizes import views

CONTEST = "contests/<int:pk>/"

urlpatterns = [
    path(CONTEST + "prizes/", views.prizes, name="prizes"),
    path(CONTEST + "prizes/read/", views.prizes_read, name="prizes-read"),
    path(CONTEST + "prizes/edit/", views.prizes_edit, name="prizes-edit"),
    path(CONTEST + "prizes/new/", views.prize_edit, {"key": 0}, name="prize-new"),
    path(CONTEST + "prizes/terms/", views.prizes_terms, name="prizes-terms"),
    path(CONTEST + "prizes/<int:key>/edit/", views.prize_edit, name="prize-edit"),
    path(CONTEST + "prizes/<int:key>/remove/", views.prize_remove, name="prize-remove"),
    path(CONTEST + "prizes/<int:key>/up/", views.prize_up, name="prize-up"),
    path(CONTEST + "prizes/<int:key>/draw/", views.prize_draw, name="prize-draw"),
    path(CONTEST + "prizes/<int:key>/<int:place>/hand/", views.prize_hand, name="prize-hand"),
]
