"""The root URLs: each app adds its own, named here by string only."""

from django.contrib import admin
from django.contrib.auth import views as auth_views
from django.urls import include, path, re_path
from django.utils.module_loading import import_string

UNKNOWN_VERSION = "scorekeeper.api.problems.unknown_version"
SIGN_IN_PAGE = "scorekeeper.clubs.views.accounts.SignInPage"

accounts = [
    path("login/", import_string(SIGN_IN_PAGE).as_view(), name="login"),
    path("logout/", auth_views.LogoutView.as_view(), name="logout"),
]

handler500 = "scorekeeper.middleware.server_error"

urlpatterns = [
    # The API for programs, also used by the pages' scripts. First, because there are hundreds of
    # others.
    path("api/v1/", include("tournaments.api.urls")),
    re_path(r"^api(?:/|$)", import_string(UNKNOWN_VERSION)),
    path("", include("scorekeeper.urls")),
    path("", include("tournaments.urls")),
    path("accounts/", include(accounts)),
    path("i18n/", include("django.conf.urls.i18n")),
    path("admin/", admin.site.urls),
]

handler400 = "scorekeeper.upload_limit.refuse_bad_request"
