from django.urls import path

from tournaments.extensions.club_export import views

urlpatterns = [
    path("club-data/", views.club_data, name="club-data"),
    path("club-data/file/", views.club_file, name="club-file"),
    path("club-data/keeping/", views.club_keeping, name="club-keeping"),
    path("club-data/erase/", views.club_erase, name="club-erase"),
]
