from django.urls import path

from tournaments.extensions.scan import views

urlpatterns = [
    path("contests/<int:pk>/rounds/<int:number>/paper/", views.paper_sheets, name="paper-sheets"),
    path("contests/<int:pk>/rounds/<int:number>/scan/", views.scan, name="scan"),
]
