"""A bare Django project as `startproject` makes it, started the way this program is.

python -m tests.benchmarks.bare_site PORT FOLDER: its database in the folder, brought up to date;
the static files of Django's own pages, gathered and packed once by the same storage; one page.
"""

import logging
import sys
from pathlib import Path
from types import ModuleType
from typing import Final

THREADS: Final = 8
APPS: Final = ("admin", "auth", "contenttypes", "sessions", "messages", "staticfiles")
MIDDLEWARE: Final = (
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
)
CONTEXT: Final = ("auth.context_processors.auth", "messages.context_processors.messages")
PAGE: Final = "{% load static %}<link href=\"{% static 'admin/css/base.css' %}\">{{ user }}"


def main() -> None:
    """Bring everything up to date, then serve until killed."""
    import django
    from django.conf import settings

    folder = Path(sys.argv[2])
    settings.configure(
        ALLOWED_HOSTS=["*"],
        SECRET_KEY="of nothing",
        ROOT_URLCONF="bare_site_urls",
        INSTALLED_APPS=[f"django.contrib.{name}" for name in APPS],
        MIDDLEWARE=list(MIDDLEWARE),
        TEMPLATES=[_templates()],
        DATABASES={
            "default": {"ENGINE": "django.db.backends.sqlite3", "NAME": folder / "db.sqlite3"}
        },
        STATIC_URL="static/",
        STATIC_ROOT=folder / "static",
        STORAGES={
            "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"}
        },
    )
    django.setup()
    _prepare(folder)
    urls = ModuleType("bare_site_urls")
    vars(urls)["urlpatterns"] = _pages()
    sys.modules[urls.__name__] = urls

    from django.core.wsgi import get_wsgi_application
    from waitress import serve

    application = get_wsgi_application()
    # A queue for a moment is what the threads are for.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    sys.stdout.write("serves\n")
    sys.stdout.flush()
    serve(application, host="127.0.0.1", port=int(sys.argv[1]), threads=THREADS)


def _templates() -> dict[str, object]:
    processors = [f"django.contrib.{name}" for name in CONTEXT]
    processors.append("django.template.context_processors.request")
    return {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {"context_processors": processors},
    }


def _prepare(folder: Path) -> None:
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    if not (folder / "static").exists():
        call_command("collectstatic", interactive=False, verbosity=0)


def _pages() -> list[object]:
    from django.contrib import admin
    from django.http import HttpRequest, HttpResponse
    from django.template import RequestContext, Template
    from django.urls import path

    def page(request: HttpRequest) -> HttpResponse:
        return HttpResponse(Template(PAGE).render(RequestContext(request)))

    return [path("", page), path("admin/", admin.site.urls)]


if __name__ == "__main__":
    main()
