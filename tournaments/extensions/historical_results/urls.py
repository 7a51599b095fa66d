from django.urls import path

from tournaments.extensions.historical_results import views

urlpatterns = [
    path("past/", views.past_list, name="past-list"),
    path("past/import/", views.past_import, name="past-import"),
    path("past/<int:pk>/", views.past_detail, name="past-detail"),
    path("past/<int:pk>/delete/", views.past_delete, name="past-delete"),
]
