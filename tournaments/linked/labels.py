"""Words for what keeps a contest from being on the server."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from tournaments.linked.troubles import ContestRefusal, ServerTrouble

REFUSALS: Final = {
    ContestRefusal.OLDER: _(
        "The server has more of it than this computer: an older copy was put back?"
    ),
    ContestRefusal.PARTED: _(
        "The server has another course of it: it was written on two computers."
    ),
    ContestRefusal.ELSEWHERE: _(
        "It is written on the server by now, or came from another computer."
    ),
    ContestRefusal.WRONG: _("It is not what its own log tells: look at the log of the contest."),
    ContestRefusal.TOO_LARGE: _("It is too large."),
    ContestRefusal.FULL: _(
        "The club has as many contests there as the server keeps for one: ask who runs it for more."
    ),
}
TROUBLES: Final = {
    ServerTrouble.AWAY: _("The server cannot be reached: no Internet here, or it is stopped."),
    ServerTrouble.KEY: _("The server does not know this computer any more: connect it anew."),
    ServerTrouble.OTHER: _("At that address something answers that is no server of clubs."),
}
