"""Why something is not done: an app has one table of codes, each with its words."""

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy


class Refused(Exception):  # noqa: N818
    """Raised with a code of an app's table and the `facts` that its words name.

    `str()` is the sentence in the reader's language: a page shows it. Where a caller does something
    else than show it, there is an exception of its own.
    """

    def __init__(self, code: TextChoices, **facts: str | int) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts = facts

    def __str__(self) -> str:
        return str(self.code.label % self.facts)


class ClubRefusal(TextChoices):
    """Why something of a club, its people or its games is not done; by room."""

    # clubs
    UNCONFIRMED = "unconfirmed", _("Confirm your email address first: nothing was changed.")
    LAST_OWNER = (
        "last_owner",
        _("A club has an owner. Make somebody else the owner first, then this can be done."),
    )
    TOO_MANY_CLUBS = (
        "too_many_clubs",
        _("You have founded as many clubs as one person may here."),
    )
    INVITATION_USED = (
        "invitation_used",
        _("This invitation was already used: ask for another one."),
    )
    MAIL_ADDRESS_TAKEN = "mail_address_taken", _("Another account has this email address.")

    # rules
    RULESET_NAME_TAKEN = (
        "ruleset_name_taken",
        _("Another rule set of the club has that name: add a word that tells them apart."),
    )

    # games
    GAME_GOES_ON = (
        "game_goes_on",
        _("The rules do not end the game here: play on, or stop it."),
    )
    WRONG_HAND = (
        "wrong_hand",
        _(
            "The person who leaves must have played a hand before, and it cannot be later than "
            "the next one: from 2 to %(hand)d. Wrong from the first hand? Correct the name."
        ),
    )
    NO_HAND_YET = "no_hand_yet", _("No hand is written yet: correct the name instead.")
    NOBODY_SITS_IN = "nobody_sits_in", _("There is no longer a substitute there.")

    # home: the code of the hall
    NO_CODE = (
        "no_code",
        _(
            "A code has four letters, such as BCDF; that of a table is longer, such as "
            "BCDF 12 GHJK. Compare it with the board or the printed code."
        ),
    )
    UNKNOWN_CODE = (
        "unknown_code",
        _("This code opens nothing tonight. Compare it with the board."),
    )
    TWO_WITH_CODE = (
        "two_with_code",
        _("Two events of tonight have this code: scan the one that you see."),
    )
    TOO_MANY_TRIES = (
        "too_many_tries",
        ngettext_lazy(
            "Too many codes were tried. Try again in %(seconds)d second, or scan the code.",
            "Too many codes were tried. Try again in %(seconds)d seconds, or scan the code.",
            "seconds",
        ),
    )
    NAME_THE_CLUB = (
        "name_the_club",
        ngettext_lazy(
            "Too many codes without the number of a club were tried. Type that number before the "
            "letters, as in 3 BCDF: it is on the board and in the printed code. Or try again "
            "in %(seconds)d second, or scan the code.",
            "Too many codes without the number of a club were tried. Type that number before the "
            "letters, as in 3 BCDF: it is on the board and in the printed code. Or try again "
            "in %(seconds)d seconds, or scan the code.",
            "seconds",
        ),
    )
    NO_TABLE = (
        "no_table",
        _("This contest has no table of that number. Compare it with the printed code."),
    )
    WRONG_AT_TABLE = (
        "wrong_at_table",
        _(
            "The letters after the table’s number are different. Compare them with the printed "
            "code."
        ),
    )
    TABLE_SHUT = (
        "table_shut",
        _(
            "Too many wrong letters were typed for this table: they no longer work tonight. "
            "Scan its QR code, or ask the organiser."
        ),
    )
