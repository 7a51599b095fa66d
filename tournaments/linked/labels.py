"""Words for what keeps a contest from being on the server."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from tournaments.linked.troubles import Refusal, Trouble

REFUSALS: Final = {
    Refusal.OLDER: _("The server has more of it than this computer: an older copy was put back?"),
    Refusal.PARTED: _("The server has another course of it: it was written on two computers."),
    Refusal.ELSEWHERE: _("It is written on the server by now, or came from another computer."),
    Refusal.WRONG: _("It is not what its own log tells: look at the log of the contest."),
    Refusal.TOO_LARGE: _("It is too large."),
}
TROUBLES: Final = {
    Trouble.AWAY: _("The server cannot be reached: no Internet here, or it is stopped."),
    Trouble.KEY: _("The server does not know this computer any more: connect it anew."),
    Trouble.OTHER: _("At that address something answers that is no server of clubs."),
}
