"""All settings; environment variables override those that differ between installations."""

import sys
from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import environ
from csp.constants import NONCE, NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _

from scorekeeper import installation
from scorekeeper.config.public_address import public_address
from scorekeeper.config.secret_key import stored_secret_key

env = environ.Env()

# All data are in this one folder. While the program runs, only `backup` copies it consistently. An
# empty value, as in a settings file, counts as unset.
_DATA_DIR_SAID = env.str("BELOTE_DATA_DIR", default="").strip()
DATA_DIR = Path(_DATA_DIR_SAID or installation.usual_data_folder()).resolve()

# Created on first use: a command that only scores a sheet leaves no files, and a key without a
# database is a sign that the database was lost.
SECRET_KEY = env.str("SECRET_KEY", default="") or lazy(cache(stored_secret_key), str)(
    DATA_DIR / "secret_key"
)
DEBUG = env.bool("DEBUG", default=False)

# The public address of a server, such as https://belote.example: printed and mailed links use it.
PUBLIC = public_address(env.str("BELOTE_PUBLIC_URL", default=""))
PUBLIC_URL = PUBLIC.url

# In a hall the router assigns the laptop's address, so any host name is accepted by default.
# Nothing depends on the name: no mail is sent, links are shown only to the user who requested the
# page, and cookies belong to the name under which they were set. On the Internet, both settings
# default to the server's address.
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=PUBLIC.hosts)
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=PUBLIC.origins)

EXTENSIONS = [
    "tournaments",
    "tournaments.extensions.ratings",
    "tournaments.extensions.proof",
    "tournaments.extensions.calls",
    "tournaments.extensions.scan",
    "tournaments.extensions.till",
    "tournaments.extensions.prizes",
    "tournaments.extensions.story",
    "tournaments.extensions.entry_requests",
    "tournaments.extensions.results",
    "tournaments.extensions.historical_results",
    "tournaments.extensions.interclub",
    "tournaments.extensions.sync",
    "tournaments.extensions.public_site",
    "tournaments.extensions.club_export",
    "tournaments.extensions.demo",
]
"""What adds to the pages of the core, in this order: see `.docs/extensions.md`."""

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "csp",
    "django_htmx",
    "django_tables2",
    "scorekeeper",
    *EXTENSIONS,
]

MIDDLEWARE = [
    # First, because all others need the visitor's address and scheme.
    "scorekeeper.middleware.VisitorMiddleware",
    "scorekeeper.middleware.SlowRequestMiddleware",
    "scorekeeper.middleware.DevicesMiddleware",
    # Before any middleware that reads the database.
    "scorekeeper.standby.guarding.SecondComputerMiddleware",
    "scorekeeper.middleware.PhonesSeenMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    # Static files are compressed already, and served above. Compression does not expose secrets:
    # Django masks its tokens in each response and adds random bytes to the length.
    "django.middleware.gzip.GZipMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "scorekeeper.middleware.PrivatePagesMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    # Inside GZipMiddleware, which sets the content length.
    "scorekeeper.middleware.HiddenLettersMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "scorekeeper.middleware.SignedInMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "scorekeeper.middleware.ContestMiddleware",
    "scorekeeper.standby.guarding.OnlyReadsMiddleware",
]

ROOT_URLCONF = "scorekeeper.config.urls"
WSGI_APPLICATION = "scorekeeper.config.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [installation.TEMPLATES],
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    ["scorekeeper.server.templates.UnindentedLoader"],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.template.context_processors.i18n",
                "django.contrib.messages.context_processors.messages",
                "scorekeeper.context.site",
            ],
        },
    },
]
DJANGO_TABLES2_TEMPLATE = "django_tables2/belote.html"

# --- Database -------------------------------------------------------------------------------

SQLITE_ENGINE = "scorekeeper.config.sqlite_backend"
SQLITE_OPTIONS = {
    "timeout": 20,
    # Otherwise a transaction that reads before it writes would fail if somebody else wrote in
    # between.
    "transaction_mode": "IMMEDIATE",
    # FULL: a hand that was acknowledged survives a power cut.
    "init_command": (
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; "
        "PRAGMA cache_size=-20000; PRAGMA temp_store=MEMORY; "
        # Overwrite deleted data; not every build of SQLite supports it.
        "PRAGMA secure_delete=ON"
    ),
}


def _database() -> dict[str, Any]:
    if not env.str("DATABASE_URL", default=""):
        database: dict[str, Any] = {"ENGINE": SQLITE_ENGINE, "NAME": DATA_DIR / "belote.sqlite3"}
    else:
        database = dict(env.db_url("DATABASE_URL"))
        if "ENGINE" not in database:
            raise ImproperlyConfigured(
                "DATABASE_URL is no address of a database, such as postgres://name:word@host/belote."
            )
    if database["ENGINE"] in {SQLITE_ENGINE, "django.db.backends.sqlite3"}:
        database |= {"ENGINE": SQLITE_ENGINE, "OPTIONS": SQLITE_OPTIONS}
    # Server threads live as long as the server, and opening a connection costs more than a query. A
    # file does not become unreachable as a database server does, so it needs no health checks.
    is_file = database["ENGINE"] == SQLITE_ENGINE
    return {"CONN_MAX_AGE": None, "CONN_HEALTH_CHECKS": not is_file, **database}


DATABASES = {"default": _database()}
if DATABASES["default"]["ENGINE"] == SQLITE_ENGINE:
    # Without this, django-tables2 imports PostgreSQL's fields if its driver is installed, which
    # slows the start.
    sys.modules.setdefault("django.contrib.postgres.fields", None)  # type: ignore[arg-type]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- Languages, time ------------------------------------------------------------------------

LANGUAGE_CODE = "fr"
LANGUAGES = [("fr", _("French")), ("en", _("English"))]
LOCALE_PATHS = [installation.LOCALE]
USE_TZ = True
TIME_ZONE = env.str("BELOTE_TIME_ZONE", default="Europe/Paris")
# Grouping everywhere would also write "1 230" into identifiers and data attributes of templates.
# Scores are grouped where they are shown (`intcomma`, or `number_format` with `force_grouping`).
USE_THOUSAND_SEPARATOR = False

# --- Static files ---------------------------------------------------------------------------

STATIC_URL = "static/"
# Filled by `start`: names contain a hash of the content, so browsers may cache files for ever.
STATIC_ROOT = DATA_DIR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": (
            "django.contrib.staticfiles.storage.StaticFilesStorage"
            if DEBUG
            else "scorekeeper.server.static_bundles.PackedFilesStorage"
        )
    },
}
STATICFILES_FINDERS = [
    # Before the other finders: a bundled style sheet has the same path as its source.
    "scorekeeper.server.static_bundles.JoinedFilesFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
]
JOINED_STYLES = (
    "scorekeeper/app.css",
    "scorekeeper/bids.css",
    "scorekeeper/help.css",
    "scorekeeper/pages.css",
    "scorekeeper/rules.css",
    "scorekeeper/table.css",
    "tournaments/contest.css",
)
WHITENOISE_USE_FINDERS = DEBUG

# --- Who may sign in ------------------------------------------------------------------------

LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "scorekeeper:home"
LOGOUT_REDIRECT_URL = "scorekeeper:home"
AUTHENTICATION_BACKENDS = [
    # Checks every password; after its refusal no other backend is asked.
    "scorekeeper.clubs.backends.GuardedBackend",
    # Stored in the sessions of sign-in links and passkeys.
    "django.contrib.auth.backends.ModelBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]

# --- Safety of the pages --------------------------------------------------------------------

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF, NONCE],
        "style-src": [SELF, NONCE],
        "img-src": [SELF, "data:"],
        "worker-src": [SELF],
        "manifest-src": [SELF],
        "object-src": [NONE],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    },
}

# Clubs meet weekly or monthly: stay signed in on a phone for a year.
SESSION_COOKIE_AGE = int(timedelta(days=365).total_seconds())
LANGUAGE_COOKIE_AGE = SESSION_COOKIE_AGE

# A hall has no certificate; a server on the Internet declares that it is reached by HTTPS.
HTTPS = env.bool("BELOTE_HTTPS", default=PUBLIC.is_https)
SESSION_COOKIE_SECURE = HTTPS
# Codes of phones are valid for a year there too; users with an account must sign in again after
# this time without a visit: scorekeeper/clubs/signed_in.py.
ACCOUNT_SESSION_AGE = int(timedelta(days=30).total_seconds()) if HTTPS else None
CSRF_COOKIE_SECURE = HTTPS
SECURE_HSTS_SECONDS = env.int("BELOTE_HSTS_SECONDS", default=PUBLIC.hsts_seconds)
# Browsers ignore this header over plain HTTP and log a warning.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HTTPS else None
X_FRAME_OPTIONS = "DENY"

# The addresses of proxies whose headers on the client's address and on HTTPS are trusted. Headers
# from others are removed: scorekeeper/proxy_headers.py.
TRUSTED_PROXY = env.str("BELOTE_TRUSTED_PROXY", default=PUBLIC.trusted_proxy)
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

SILENCED_SYSTEM_CHECKS = [
    # Other programs under the same domain may lack HTTPS, and preload lists are permanent.
    "security.W005",
    "security.W021",
    # The proxy redirects to HTTPS; a redirect by the program would break monitoring on the machine.
    "security.W008",
]

# --- Mail -----------------------------------------------------------------------------------

# Such as smtp+tls://name:word@mail.example:587. Without it, or without a public address for links,
# nothing is mailed and no page mentions mail.
_MAIL = dict(env.email_url("EMAIL_URL")) if env.str("EMAIL_URL", default="") else {}
SENDS_MAIL = bool(_MAIL and PUBLIC_URL)
vars().update(_MAIL)
EMAIL_TIMEOUT = 20
DEFAULT_FROM_EMAIL = env.str(
    "DEFAULT_FROM_EMAIL", default=f"belote@{urlsplit(PUBLIC_URL).hostname or 'localhost'}"
)
PASSWORD_RESET_TIMEOUT = int(timedelta(hours=1).total_seconds())

# --- Who may found a club by a page -----------------------------------------------------------

# Who may create a club on a page: nobody, whoever has a link from `invite_club`, or everybody.
FOUNDING = env.str("BELOTE_FOUNDING", default="off")
if FOUNDING not in {"off", "invitation", "open"}:
    raise ImproperlyConfigured("BELOTE_FOUNDING is off, invitation or open.")
CLUBS_PER_FOUNDER = env.int("BELOTE_CLUBS_PER_FOUNDER", default=3)

# --- How much one club, and one visitor, may take of a server ---------------------------------

# 0 means no limit, the default unless the server is on the Internet.
MOST_CONTESTS = env.int("BELOTE_MAX_CONTESTS", default=1000 if PUBLIC_URL else 0)
# By address and by code, in each process: scorekeeper/rate_limit.py.
REQUESTS_A_MINUTE = env.int("BELOTE_REQUESTS_A_MINUTE", default=600 if PUBLIC_URL else 0)
if MOST_CONTESTS < 0 or REQUESTS_A_MINUTE < 0:
    raise ImproperlyConfigured(
        "BELOTE_MAX_CONTESTS and BELOTE_REQUESTS_A_MINUTE are numbers; 0 is no limit."
    )
if REQUESTS_A_MINUTE:
    # After the visitor's address is known, before any expensive work.
    MIDDLEWARE.insert(1, "scorekeeper.rate_limit.RequestLimitMiddleware")

# --- Reports --------------------------------------------------------------------------------

# For its content and size see scorekeeper/monitoring/.
LOG_FILE = DATA_DIR / "log" / "belote.log"
# Slower requests are logged.
SLOW_REQUEST_SECONDS = 2.0

# The token for /metrics; without one nobody can read it.
METRICS_TOKEN = env.str("BELOTE_METRICS_TOKEN", default="")

# `json`: a line for each request too, on standard output, for log collectors.
LOGS_REQUESTS = env.str("BELOTE_LOG", default="lines") == "json"

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"()": "scorekeeper.monitoring.logs.LineFormatter"},
        "json": {"()": "scorekeeper.monitoring.logs.JsonFormatter"},
    },
    "filters": {"failures": {"()": "scorekeeper.monitoring.logs.OnlyFailures"}},
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": "json" if LOGS_REQUESTS else "line",
            "level": "INFO" if DEBUG or LOGS_REQUESTS else "WARNING",
            "stream": "ext://sys.stdout" if LOGS_REQUESTS else "ext://sys.stderr",
        },
        "file": {"class": "scorekeeper.monitoring.logs.LogFileHandler", "formatter": "line"},
    },
    "root": {"handlers": ["console", "file"], "level": "WARNING"},
    "loggers": {
        # Refused sign-ins, slow pages, restored backups: for the file only.
        "scorekeeper": {"level": "INFO"},
        "tournaments": {"level": "INFO"},
        "scorekeeper.requests": {"handlers": ["console"], "propagate": False},
        # Errors reach the console through the root logger; nobody reads mail in a hall.
        "django": {"handlers": [], "level": "INFO" if DEBUG else "WARNING"},
        # 404s and expired forms are not failures.
        "django.request": {"level": "ERROR", "filters": ["failures"]},
        "django.security.csrf": {"level": "ERROR"},
        # A short queue is normal.
        "waitress.queue": {"level": "ERROR"},
    },
}
