from django.urls import path

from tournaments.extensions.public_site import views

WINDOW = "club/<slug:address>/"
SHOWN_SEASON = WINDOW + "seasons/<int:season>/"

urlpatterns = [
    path(WINDOW, views.club_window, name="window"),
    path(WINDOW + "picture.png", views.club_picture, name="window-picture"),
    path(SHOWN_SEASON, views.season, name="window-season"),
    path(SHOWN_SEASON + "leaderboard/", views.leaderboard, name="window-leaderboard"),
    path(SHOWN_SEASON + "calendar.ics", views.calendar, name="window-calendar"),
    path(SHOWN_SEASON + "picture.png", views.season_picture, name="window-season-picture"),
    path("embed/<slug:address>/", views.embedded, name="window-embed"),
    path("robots.txt", views.robots, name="robots"),
    path("window/", views.window_edit, name="window-edit"),
    path("window/seasons/<int:pk>/", views.window_season, name="window-opening"),
    path("window/seasons/<int:pk>/close/", views.window_close, name="window-close"),
    path("webhooks/", views.webhook_list, name="webhook-list"),
    path("webhooks/<int:pk>/", views.webhook_detail, name="webhook-detail"),
    path("webhooks/<int:pk>/test/", views.webhook_test, name="webhook-test"),
    path("webhooks/<int:pk>/end/", views.webhook_end, name="webhook-end"),
    path("webhooks/sent/<int:pk>/again/", views.webhook_again, name="webhook-again"),
]
