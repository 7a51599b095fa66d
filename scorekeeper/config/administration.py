"""The addresses of the administration, a third of all: made when somebody asks for one."""

from django.contrib import admin

urlpatterns = admin.site.urls[0]
