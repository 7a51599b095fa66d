from django.urls import path

from tournaments.extensions.entry_requests import views

CONTEST = "contests/<int:pk>/"

urlpatterns = [
    path(CONTEST + "announcement/", views.announcement, name="announcement"),
    path(CONTEST + "announcement/open/", views.announcement_open, name="announcement-open"),
    path(CONTEST + "requests/", views.request_list, name="request-list"),
    path(CONTEST + "poster/", views.poster, name="poster"),
    path("a/<slug:token>/", views.announced, name="announced"),
    path("a/<slug:token>/enter/", views.request_new, name="request-new"),
    path("a/<slug:token>/contest.ics", views.announced_calendar, name="announced-calendar"),
    path("r/<slug:token>/", views.request_own, name="request-own"),
    path("r/<slug:token>/withdraw/", views.request_withdraw, name="request-withdraw"),
]
