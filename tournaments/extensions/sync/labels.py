"""Texts for the reasons why a document is not on the server."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from tournaments.extensions.sync.errors import ArrivalProblem, DocumentRefusal, ServerProblem

REFUSALS: Final = {
    DocumentRefusal.OLDER: _(
        "The server has more of it than this computer: was an older copy restored here?"
    ),
    DocumentRefusal.PARTED: _(
        "The server has a different version of it: it was written on two computers."
    ),
    DocumentRefusal.ELSEWHERE: _(
        "It is written on the server by now, or came from another computer."
    ),
    DocumentRefusal.COMPUTER: _(
        "It came from another computer before, or from this one under its old connection: on the "
        "server somebody says whether this is the same computer."
    ),
    DocumentRefusal.WRONG: _(
        "It does not match its own log, scores differently, or has somebody on two seats in "
        "one hand: look at its log in the hall."
    ),
    DocumentRefusal.NO_DOCUMENT: _(
        "What arrived is not a readable document: it was cut or changed on its way. It is sent "
        "again with its next change, or by “Send now” in the hall."
    ),
    DocumentRefusal.TOO_LARGE: _(
        "It is larger than a server accepts. Save its document as a file, and give it to the "
        "person who looks after the server."
    ),
    DocumentRefusal.FULL: _(
        "The club already has as many contests there as the server allows: ask the person who "
        "runs it for more."
    ),
}
DOCUMENT_TROUBLES: Final = {
    ArrivalProblem.CUT: _("The connection was lost during sending. There is nothing to do."),
    ArrivalProblem.BUSY: _(
        "The server reads what others sent: it is sent again in a minute. There is nothing to do."
    ),
    ArrivalProblem.SLOW: _(
        "The server did not answer in time. If that lasts, tell the person who looks after the "
        "server."
    ),
    ArrivalProblem.FAILED: _(
        "The server itself failed with it. Tell the person who looks after the server: its "
        "reports say what happened."
    ),
    ArrivalProblem.STRANGE: _(
        "Something between this computer and the server stopped it. Try another Internet "
        "connection, or tell the person who looks after the server."
    ),
}
TROUBLES: Final = {
    ServerProblem.AWAY: _("The server cannot be reached: no Internet here, or it is stopped."),
    ServerProblem.KEY: _("The server no longer knows this computer: connect it again."),
    ServerProblem.OTHER: _("What answers at that address is not a server for clubs."),
}
