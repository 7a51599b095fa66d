"""What contests add to the API."""

from django.utils.module_loading import import_string

from scorekeeper.api.base import BeloteAPI
from scorekeeper.api.games import router as games
from scorekeeper.extensions import extensions
from tournaments.api.contests import router as contests
from tournaments.api.tables import finished
from tournaments.api.tables import router as tables
from tournaments.audit_log.locks import FinishedError

api = BeloteAPI(
    title="Belote",
    version="1",
    description=(
        "Score sheets, and the contests they belong to, for phones at the tables and for programs. "
        "Whatever is sent may be sent again: it is done once."
    ),
    docs_url=None,
    openapi_url=None,
    urls_namespace="api",
)
api.add_router("", games)
api.add_router("", tables)
api.add_router("", contests)
for extension in extensions():
    if extension.api:
        api.add_router("", import_string(f"{extension.api}.router"))
api.add_exception_handler(FinishedError, finished)
