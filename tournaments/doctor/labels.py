"""Texts for the differences that a check finds."""

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.audit_log.labels import FIELDS, spot_text, value_text
from tournaments.audit_log.replay.compare import DocumentPlace
from tournaments.doctor.findings import Finding, Spot

OF_GAMES: Final = {
    "is_counted": gettext_lazy("whether the game counts for the player"),
    "against": gettext_lazy("the points of the opponents"),
    "is_won": gettext_lazy("whether it was won"),
    "is_tied": gettext_lazy("whether it was a draw"),
    "taken": gettext_lazy("the contracts taken"),
    "made": gettext_lazy("the contracts made"),
    "belotes": gettext_lazy("the belotes"),
    "counted": gettext_lazy("whether the hand counts"),
    "outcome": gettext_lazy("how the hand ended"),
    "hands": gettext_lazy("the hands"),
    "seats": gettext_lazy("the seats of one person in one hand"),
    "sent_hand": gettext_lazy("the key under which a phone sent a hand"),
    "card_points": gettext_lazy("the points"),
    "evening": gettext_lazy("the evening"),
    "stop_reason": gettext_lazy("why it was stopped"),
    "log_hash": gettext_lazy("the last hash of its log"),
    "rules_key": gettext_lazy("the code of the game’s rules"),
    "based_on": gettext_lazy("what the game’s rules are based on"),
    "values": gettext_lazy("the rules of the game"),
    "practice": gettext_lazy("how the table plays"),
    "names": gettext_lazy("the names"),
    "rules": gettext_lazy("the rules"),
    "target": gettext_lazy("the points that end it"),
    "games": gettext_lazy("the number of games"),
    "table": gettext_lazy("the table"),
    "slips": gettext_lazy("the slips"),
    "seat_hands": gettext_lazy("the hands of those who sat there"),
}


def game_finding(found: Finding) -> str:
    """Return what is wrong with a game: "Game 12, hand 2: the score of side A – …"."""
    spot = found.spot
    words = [_("Game %(number)s") % {"number": spot.game or 0}]
    if spot.table or spot.hand:
        place = spot_text(DocumentPlace(table=spot.table, hand=spot.hand))
        words.append(place[:1].lower() + place[1:])
    if spot.player:
        words.append(spot.player)
    label = OF_GAMES.get(found.what) or FIELDS.get(found.what) or found.what
    return _("%(place)s: %(what)s – stored: %(stored)s; right: %(right)s.") % {
        "place": ", ".join(words),
        "what": label,
        "stored": value_text(found.stored),
        "right": value_text(found.right),
    }


OF_EVENINGS: Final = {
    "log_hash": gettext_lazy("the last hash of its log"),
    "evening": gettext_lazy("its name, date, rules or end, as a hash"),
    "version": gettext_lazy("the number of lines of its log"),
    "is_mirror": gettext_lazy("whether another computer writes it"),
    "game": gettext_lazy("a game that is another club’s"),
    "player": gettext_lazy("whose name this is"),
}


def evening_text(number: int, name: str, what: str, stored: object, right: object) -> str:
    """Return what is wrong with an evening: "Evening 3 (…): whose name this is – stored: …"."""
    return _("%(place)s: %(what)s – stored: %(stored)s; right: %(right)s.") % {
        "place": _("Evening %(number)s (%(name)s)") % {"number": number, "name": name},
        "what": OF_EVENINGS[what],
        "stored": value_text(stored),
        "right": value_text(right),
    }


def unreadable_text(spot: Spot, error: str) -> str:
    """Return that a check stopped: "Game 12: what is stored cannot be read (…)."."""
    said = _("what is stored cannot be read (%(error)s).") % {"error": error}
    if spot.contest:
        return contest_text(spot.contest, spot.contest_name, said)
    if spot.evening:
        place = _("Evening %(number)s (%(name)s)")
        words = {"number": spot.evening, "name": spot.evening_name}
        return _("%(place)s: %(said)s") % {"place": place % words, "said": said}
    if spot.game:
        return _("%(place)s: %(said)s") % {
            "place": _("Game %(number)s") % {"number": spot.game},
            "said": said,
        }
    return _("%(place)s: %(said)s") % {"place": spot.club or _("The database"), "said": said}


def wrong_form_text(table: str, row: object, column: str, stored: str) -> str:
    text = _(
        "The database: row %(row)s of %(table)s has an impossible value in %(column)s: %(stored)s."
    )
    return text % {"row": row, "table": table, "column": column, "stored": stored}


def contest_text(number: int, name: str, detail: str, *, what: str = "", line: int = 0) -> str:
    if what == "chain":
        detail = _("Line %(number)s of the log was changed, removed or added.") % {"number": line}
    elif what == "log_length":
        detail = _("Lines at the end of the log are missing, or were added.")
    text = _("Contest %(number)s (%(name)s): %(said)s")
    return text % {"number": number, "name": name, "said": detail}


def place_finding(number: int, stored: int | None, right: int | None) -> str:
    words = {"number": number, "stored": value_text(stored), "right": value_text(right)}
    return _("no. %(number)d, the final place – stored: %(stored)s; right: %(right)s.") % words


def strange_club_text() -> str:
    return _("its games are another club’s.")


def photo_finding(round_number: int, table: int) -> str:
    text = _(
        "round %(round)d, table %(table)d: the photo of the sheet is not the one that was logged."
    )
    return text % {"round": round_number, "table": table}


def game_photo_text(game: int) -> str:
    return _("Game %(game)d: the photo of a sheet is not the one that was kept.") % {"game": game}


def stray_game_text(game: int, *, is_marked: bool) -> str:
    if is_marked:
        text = _("Game %(number)s: it is stored as belonging to a contest, but no contest has it.")
    else:
        text = _("Game %(number)s: it belongs to a contest, but is stored as belonging to none.")
    return text % {"number": game}


def sort_name_finding(player: str, stored: str, right: str) -> str:
    text = _(
        "%(player)s: what the name is sorted by and searched in – stored: %(stored)s;"
        " right: %(right)s."
    )
    words = (value_text(" ".join(key.split())) for key in (stored, right))
    return text % dict(zip(("stored", "right"), words, strict=True), player=player)


def rating_finding(player: str, game: int | None, stored: str, right: str) -> str:
    words = {"player": player, "game": game, "stored": stored, "right": value_text(right)}
    if game is None:
        return _("%(player)s: the rating – stored: %(stored)s; right: %(right)s.") % words
    text = _("%(player)s: the rating after game %(game)s – stored: %(stored)s; right: %(right)s.")
    return text % words


def database_text(line: str) -> str:
    return _("The database: %(line)s") % {"line": line}


def foreign_key_text(table: str, row: object, parent: str) -> str:
    text = _("The database: row %(row)s of %(table)s names something in %(parent)s that is gone.")
    return text % {"row": row, "table": table, "parent": parent}
