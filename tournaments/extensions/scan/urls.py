from django.urls import path

from tournaments.extensions.scan import evening_views, views

ROUND = "contests/<int:pk>/rounds/<int:number>"

urlpatterns = [
    path(f"{ROUND}/paper/", views.paper_sheets, name="paper-sheets"),
    path(f"{ROUND}/scan/", views.scan, name="scan"),
    path(f"{ROUND}/tables/<int:table>/paper/", views.paper_sheet, name="paper-sheet"),
    path(
        f"{ROUND}/tables/<int:table>/paper/<int:photo>.jpg", views.sheet_photo, name="sheet-photo"
    ),
    path("evenings/<int:pk>/paper/", evening_views.evening_sheets, name="evening-sheets"),
    path("games/<int:pk>/paper/", evening_views.game_sheet, name="game-sheet"),
    path("games/<int:pk>/paper/<int:photo>.jpg", evening_views.game_photo, name="game-photo"),
    path("photos/", views.photo_keeping, name="photo-keeping"),
    path("people/<int:pk>/photos/delete/", views.photos_delete, name="photos-delete"),
]
