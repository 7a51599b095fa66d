from django.urls import path

from tournaments.extensions.till import views

CONTEST = "contests/<int:pk>/"
ENTRY = CONTEST + "entries/<int:number>/"

urlpatterns = [
    path(CONTEST + "till/", views.till, name="till"),
    path(CONTEST + "till/count/", views.till_count, name="till-count"),
    path(CONTEST + "till/prices/", views.till_prices, name="till-prices"),
    path(CONTEST + "till/book.<slug:kind>", views.till_file, name="till-file"),
    path(CONTEST + "till/new/<slug:what>/", views.till_line, name="till-line"),
    path(CONTEST + "till/lines/<int:number>/receipt/", views.till_receipt, name="till-receipt"),
    path(CONTEST + "till/lines/<int:number>/back/", views.till_counter, name="till-counter"),
    path(ENTRY + "till/", views.till_account, name="till-account"),
]
