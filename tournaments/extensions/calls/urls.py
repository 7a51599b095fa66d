from django.urls import path

from tournaments.extensions.calls import views

CONTEST = "contests/<int:pk>/"

urlpatterns = [
    path("c/<slug:token>/call/", views.table_call, name="table-call"),
    path("c/<slug:token>/seen/", views.messages_seen, name="messages-seen"),
    path(CONTEST + "calls/", views.calls, name="call-list"),
    path(CONTEST + "calls/<int:call>/take/", views.call_take, name="call-take"),
    path(CONTEST + "calls/<int:call>/close/", views.call_close, name="call-close"),
    path(CONTEST + "messages/", views.message_list, name="message-list"),
    path(CONTEST + "messages/<int:message>/end/", views.message_end, name="message-end"),
    path(CONTEST + "phones/", views.device_list, name="device-list"),
    path(CONTEST + "phones/<int:phone>/end/", views.device_end, name="device-end"),
    path(CONTEST + "sanctions/", views.sanctions, name="sanctions"),
    path(CONTEST + "sanctions/list/", views.sanction_list, name="sanction-list"),
    path(CONTEST + "sanctions/<int:number>/", views.sanction_counter, name="sanction-counter"),
]
