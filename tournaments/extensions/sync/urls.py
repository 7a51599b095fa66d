from django.urls import path

from tournaments.extensions.sync import views

urlpatterns = [
    path("hall/", views.hall, name="hall"),
    path("hall/contests/<slug:first_hash>/", views.hall_contest, name="hall-contest"),
    path("hall/evenings/<uuid:key>/", views.hall_evening, name="hall-evening"),
    path("hall/computers/", views.hall_computers, name="hall-computers"),
    path("hall/computers/<int:pk>/end/", views.hall_computer_end, name="hall-computer-end"),
    path("hall/computers/<int:pk>/same/", views.hall_computer_same, name="hall-computer-same"),
    path("hall/arrived/<int:pk>/choose/", views.arrived_choose, name="arrived-choose"),
    path(
        "hall/arrived/evenings/<int:pk>/choose/",
        views.arrived_evening_choose,
        name="arrived-evening-choose",
    ),
    path("server/", views.club_server, name="club-server"),
    path("server/send/", views.club_server_send, name="club-server-send"),
    path("server/end/", views.club_server_end, name="club-server-end"),
]
