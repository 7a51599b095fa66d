"""All settings, from the environment where a hall may differ from the default."""

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
from scorekeeper.config.secret_key import kept_secret_key

env = environ.Env()

# Everything that is written lies in this one folder. While the program runs only `backup` copies it
# whole.
# An empty value, as a line without one in a file of settings gives it, says nothing.
_DATA_DIR_SAID = env.str("BELOTE_DATA_DIR", default="").strip()
DATA_DIR = Path(_DATA_DIR_SAID or installation.usual_data_folder()).resolve()

# Looked for, and made, when something is signed: a command that only scores a sheet leaves nothing,
# and a key without a database tells that one was lost.
SECRET_KEY = env.str("SECRET_KEY", default="") or lazy(cache(kept_secret_key), str)(
    DATA_DIR / "secret_key"
)
DEBUG = env.bool("DEBUG", default=False)

# Where a server on the Internet is reached, such as https://belote.example: what is printed or
# mailed leads there.
PUBLIC = public_address(env.str("BELOTE_PUBLIC_URL", default=""))
PUBLIC_URL = PUBLIC.url

# In a hall the address is whatever the router gave the laptop that day, so any name is taken by
# default. Nothing here depends on the name being true: no mail is sent, links are shown only to
# whoever asked for the page, and cookies belong to the name they were set under. On the Internet
# both follow from the server's address, unless they are named.
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=PUBLIC.hosts)
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=PUBLIC.origins)

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
    "heroicons",
    "scorekeeper",
    "tournaments",
]

MIDDLEWARE = [
    # First: all others ask who came, and by which way.
    "scorekeeper.middleware.VisitorMiddleware",
    "scorekeeper.middleware.SlowRequestMiddleware",
    "scorekeeper.middleware.ArrivalsMiddleware",
    # Outside whatever reads the database.
    "scorekeeper.standby.guarding.SecondComputerMiddleware",
    "scorekeeper.middleware.PhonesSeenMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    # Static files are compressed already, and served above. Secrets on a page are safe: Django
    # masks its tokens anew for each answer and adds some noise to the length.
    "django.middleware.gzip.GZipMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "scorekeeper.middleware.PrivatePagesMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    # Within the one above, which says how long the page is.
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
                    [
                        "scorekeeper.server.templates.UnindentedLoader",
                        "django.template.loaders.app_directories.Loader",
                    ],
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
    # A transaction that reads first and writes later would otherwise fail when somebody wrote
    # in between.
    "transaction_mode": "IMMEDIATE",
    # FULL: a hand that was acknowledged survives a power cut.
    "init_command": (
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; "
        "PRAGMA cache_size=-20000; PRAGMA temp_store=MEMORY; "
        # What is erased is overwritten; not every SQLite is built so.
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
    # The server's threads live as long as the server; opening a connection costs more than a query.
    # A file does not go away as a server does: it is not asked before each request.
    is_file = database["ENGINE"] == SQLITE_ENGINE
    return {"CONN_MAX_AGE": None, "CONN_HEALTH_CHECKS": not is_file, **database}


DATABASES = {"default": _database()}
if DATABASES["default"]["ENGINE"] == SQLITE_ENGINE:
    # Lists ask for PostgreSQL's kinds of columns wherever its driver is installed, and take them
    # for missing else: loading it is a tenth of a start.
    sys.modules.setdefault("django.contrib.postgres.fields", None)  # type: ignore[arg-type]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- Languages, time ------------------------------------------------------------------------

LANGUAGE_CODE = "fr"
LANGUAGES = [("fr", _("French")), ("en", _("English"))]
LOCALE_PATHS = [installation.LOCALE]
USE_TZ = True
TIME_ZONE = env.str("BELOTE_TIME_ZONE", default="Europe/Paris")
# Grouping everywhere would also write "1 230" into identifiers and data attributes of templates:
# scores are grouped where they are shown (`intcomma`, or `number_format` with `force_grouping`).
USE_THOUSAND_SEPARATOR = False

# --- Static files ---------------------------------------------------------------------------

STATIC_URL = "static/"
# Filled by `start`: names carry the hash of their content, so phones may keep them for ever.
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
    # Before the files as they lie: a style sheet has the address of the source that it is made of.
    "scorekeeper.server.static_bundles.JoinedFilesFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
]
JOINED_STYLES = (
    "scorekeeper/app.css",
    "scorekeeper/bids.css",
    "scorekeeper/help.css",
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
    # Looks at every password, and says no for good: the other one is never asked about any.
    "scorekeeper.clubs.backends.GuardedBackend",
    # Named by the sessions of links and passkeys.
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

# A club meets weekly or monthly: who has signed in on a phone stays signed in for a year.
SESSION_COOKIE_AGE = int(timedelta(days=365).total_seconds())
LANGUAGE_COOKIE_AGE = SESSION_COOKIE_AGE

# A hall has no certificate; a server on the Internet says that it is reached by https.
HTTPS = env.bool("BELOTE_HTTPS", default=PUBLIC.is_https)
SESSION_COOKIE_SECURE = HTTPS
# A phone's codes are good for a year there too; whoever signs in with an account is asked again
# after so long without a visit: scorekeeper/clubs/signed_in.py.
ACCOUNT_SESSION_AGE = int(timedelta(days=30).total_seconds()) if HTTPS else None
CSRF_COOKIE_SECURE = HTTPS
SECURE_HSTS_SECONDS = env.int("BELOTE_HSTS_SECONDS", default=PUBLIC.hsts_seconds)
# Browsers ignore this header on plain addresses and complain of it.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HTTPS else None
X_FRAME_OPTIONS = "DENY"

# The addresses of proxies whose word on the visitor's address and on https is taken. Nobody
# else's header comes so far: scorekeeper/proxy_headers.py.
TRUSTED_PROXY = env.str("BELOTE_TRUSTED_PROXY", default=PUBLIC.trusted_proxy)
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

SILENCED_SYSTEM_CHECKS = [
    # Other programs under the same name may have no https, and a browser's list is for ever.
    "security.W005",
    "security.W021",
    # Whoever speaks https, the proxy, leads there; the program would lead its watchers astray.
    "security.W008",
]

# --- Mail -----------------------------------------------------------------------------------

# Such as smtp+tls://name:word@mail.example:587. Without it, or without an address that links may
# lead to, nothing is mailed and no page speaks of mail.
_MAIL = dict(env.email_url("EMAIL_URL")) if env.str("EMAIL_URL", default="") else {}
SENDS_MAIL = bool(_MAIL and PUBLIC_URL)
vars().update(_MAIL)
EMAIL_TIMEOUT = 20
DEFAULT_FROM_EMAIL = env.str(
    "DEFAULT_FROM_EMAIL", default=f"belote@{urlsplit(PUBLIC_URL).hostname or 'localhost'}"
)
PASSWORD_RESET_TIMEOUT = int(timedelta(hours=1).total_seconds())

# --- Who may found a club by a page -----------------------------------------------------------

# Nobody, whoever has a link that `invite_club` printed, or everybody.
FOUNDING = env.str("BELOTE_FOUNDING", default="off")
if FOUNDING not in {"off", "invitation", "open"}:
    raise ImproperlyConfigured("BELOTE_FOUNDING is off, invitation or open.")
CLUBS_PER_FOUNDER = env.int("BELOTE_CLUBS_PER_FOUNDER", default=3)

# --- How much one club, and one visitor, may take of a server ---------------------------------

# Where nobody reaches it from the Internet there is no limit, which is what 0 says.
MOST_CONTESTS = env.int("BELOTE_MAX_CONTESTS", default=1000 if PUBLIC_URL else 0)
# By address and by code, in each process: scorekeeper/rate_limit.py.
REQUESTS_A_MINUTE = env.int("BELOTE_REQUESTS_A_MINUTE", default=600 if PUBLIC_URL else 0)
if MOST_CONTESTS < 0 or REQUESTS_A_MINUTE < 0:
    raise ImproperlyConfigured(
        "BELOTE_MAX_CONTESTS and BELOTE_REQUESTS_A_MINUTE are numbers; 0 is no limit."
    )
if REQUESTS_A_MINUTE:
    # After the one that says who came, before all that costs something.
    MIDDLEWARE.insert(1, "scorekeeper.rate_limit.RequestLimitMiddleware")

# --- Reports --------------------------------------------------------------------------------

# What may be in it, and how large it grows: scorekeeper/monitoring/.
LOG_FILE = DATA_DIR / "log" / "belote.log"
# A page that takes longer is noted there.
SLOW_REQUEST_SECONDS = 2.0

# Who may read /metrics: nobody without it.
METRICS_TOKEN = env.str("BELOTE_METRICS_TOKEN", default="")

# `json`: a line for each request too, on standard output, as programs that gather logs read them.
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
        # Refused sign-ins, slow pages, copies put back: news for the file alone.
        "scorekeeper": {"level": "INFO"},
        "tournaments": {"level": "INFO"},
        "scorekeeper.requests": {"handlers": ["console"], "propagate": False},
        # Errors reach the console through the root; nobody reads mail in a hall.
        "django": {"handlers": [], "level": "INFO" if DEBUG else "WARNING"},
        # A mistyped address is no news, nor is a page that is too old.
        "django.request": {"level": "ERROR", "filters": ["failures"]},
        "django.security.csrf": {"level": "ERROR"},
        # A queue for a moment is what the threads are for.
        "waitress.queue": {"level": "ERROR"},
    },
}
