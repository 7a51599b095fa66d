"""The codes of tables: replaced where one fell into wrong hands."""

from typing import Unpack

from django.db import transaction

from scorekeeper.models.authors import DoneBy
from scorekeeper.models.codes import new_token
from tournaments.ledger.log import append, lock_tournament
from tournaments.models import LogEntry, TableCode


@transaction.atomic
def replace_code(*, code_id: int, **by: Unpack[DoneBy]) -> TableCode:
    """Give a table a new code: the old one opens nothing, phones that joined by it are out.

    The log says that it happened, not the code: whoever reads the log must not get in by it.
    """
    codes = TableCode.objects.filter(pk=code_id)
    tournament = lock_tournament(codes.values_list("tournament", flat=True).get())
    code = codes.get()
    code.tournament = tournament
    code.token = new_token()
    code.save(update_fields=["token"])
    append(tournament, LogEntry.Kind.CODE, {}, table_number=code.number, **by)
    return code
