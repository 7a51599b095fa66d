"""The log of a game in words: each action, the values before and after, the time, the author."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.clubs.queries import ShownNames
from scorekeeper.engine.checks import whole_of
from scorekeeper.engine.columns import entry_from_values
from scorekeeper.engine.hand import HandEntry, Seat, Side
from scorekeeper.engine.rulesets import GameFormat
from scorekeeper.games.queries.sheets import GameSheet
from scorekeeper.labels.hands import bid_label, declaration_label, multiplier_label, trump_label
from scorekeeper.labels.rules import format_label
from scorekeeper.models import Game, GameEvent


@dataclass(frozen=True, slots=True, kw_only=True)
class GameLogLine:
    """One action. `before` and `after` are texts, empty if there was nothing."""

    at: datetime
    author: str
    text: str
    hand_number: int | None
    before: str
    after: str


def load_log(sheet: GameSheet) -> Sequence[GameLogLine]:
    """Return the log of a game, the latest action first; one query."""
    events = sheet.game.events.order_by("-at", "-pk")
    return [
        GameLogLine(
            at=event.at,
            author=sheet.shown.name(event.author_name),
            text=event.get_kind_display(),
            hand_number=event.hand_number,
            before=act_in_words(event.before, sheet, event.hand_number),
            after=act_in_words(event.after, sheet, event.hand_number),
        )
        for event in events
    ]


def reason_of_before(game: Game) -> str:
    """Return why a reopened game had been stopped; empty if it had not."""
    last = game.events.filter(kind=GameEvent.Kind.REOPENED).order_by("pk").last()
    return str((last.before or {}).get("reason", "")) if last else ""


def act_in_words(values: dict[str, Any] | None, sheet: GameSheet, number: int | None = None) -> str:
    """Return the values before or after an action as a text, possibly empty.

    For a hand with a given number, it has the names of the players of that hand.
    """
    if not values:
        return ""
    if "card_points" in values:
        names = sheet.names_in(number) if number else sheet.names
        return _hand_in_words(values, sheet, names)
    if "slips" in values:
        return ", ".join(text for slip in values["slips"] for text in _slip_in_words(slip))
    if "reason" in values:
        return str(values["reason"])
    if "sits_in" in values:
        return sits_in_text(values["sits_in"], sheet.shown)
    if "names" in values:
        return _game_in_words(values, sheet.shown)
    if "first_dealer" in values:
        return _("%(name)s deals") % {"name": sheet.names[Seat(values["first_dealer"])]}
    return ""


def sits_in_text(change: dict[str, Any], shown: ShownNames) -> str:
    """Return a substitution as a text: "Zoé is the substitute for Anne from hand 5 on"."""
    return _("%(came)s is the substitute for %(left)s from hand %(hand)d on") % {
        "came": shown.name(change["came"]),
        "left": shown.name(change["left"]),
        "hand": change["hand"],
    }


def _game_in_words(values: dict[str, Any], shown: ShownNames) -> str:
    names = {seat: shown.name(name) for seat, name in values["names"].items()}
    teams = " / ".join(
        " & ".join(names.get(seat, "") for seat in seats)
        for seats in ((Seat.A1, Seat.A2), (Seat.B1, Seat.B2))
    )
    length = GameFormat(target=values["target"], hands=values["hands"], games=values["games"])
    words = [teams, format_label(length)]
    words.append(_("%(name)s deals") % {"name": names.get(values["first_dealer"], "")})
    if values["table"]:
        words.append(_("Table %(number)s") % {"number": values["table"]})
    return ", ".join(words)


def _slip_in_words(slip: Mapping[str, int]) -> Iterator[str]:
    hands = slip["hands"]
    text = ngettext(
        "%(a)s – %(b)s after %(hands)s hand", "%(a)s – %(b)s after %(hands)s hands", hands
    )
    yield text % {"a": slip["total_a"], "b": slip["total_b"], "hands": hands}
    if "capots_a" in slip or "capots_b" in slip:
        capots = {"a": slip.get("capots_a", "–"), "b": slip.get("capots_b", "–")}
        yield _("capots %(a)s and %(b)s") % capots


def _hand_in_words(values: dict[str, Any], sheet: GameSheet, names: Mapping[Seat, str]) -> str:
    """Return a stored entry as a text: "Anne took, 92 – 70, belote Paul"."""
    entry = entry_from_values(values)
    if entry.penalty:
        text = _("Penalty against %(side)s") % {"side": sheet.sides[entry.penalty]}
        bid = ", ".join(_bid_in_words(entry))
        return " – ".join(filter(None, [text, bid, values.get("penalty_reason", "")]))
    if entry.taker is None or entry.card_points is None:
        return ""
    words = [
        _("%(name)s took, %(own)d – %(other)d")
        % {
            "name": names[entry.taker],
            "own": entry.card_points,
            "other": whole_of(entry, sheet.ruleset) - entry.card_points,
        }
    ]
    words += _bid_in_words(entry)
    if entry.trump:
        words.append(trump_label(entry.trump))
    if entry.belote_seat:
        words.append(_("belote %(name)s") % {"name": names[entry.belote_seat]})
    elif entry.belote:
        words.append(_("belote %(name)s") % {"name": sheet.sides[entry.belote]})
    if entry.capot:
        words.append(_("capot %(name)s") % {"name": sheet.sides[entry.capot]})
    return ", ".join([*words, *_details_in_words(entry, sheet)])


def _bid_in_words(entry: HandEntry) -> Iterator[str]:
    if entry.contract:
        yield bid_label(entry.contract.bid)
        if entry.contract.multiplier:
            yield multiplier_label(entry.contract.multiplier)


def _details_in_words(entry: HandEntry, sheet: GameSheet) -> Iterator[str]:
    """Yield the optional details, each with the label of its field."""

    def line(label: str, value: object) -> str:
        return _("%(rule)s: %(value)s") % {"rule": label, "value": value}

    if entry.tricks is not None:
        yield line(_("Number of tricks"), entry.tricks)
    if entry.last_trick:
        yield line(_("Last trick (10 points)"), sheet.sides[entry.last_trick])
    if entry.defenders_count is not None:
        yield line(_("The defence's own count"), entry.defenders_count)
    if entry.taker_alone:
        yield _("The taker alone won every trick")
    if entry.further_belotes:
        for side in Side:
            yield line(_("Belotes of %(side)s") % {"side": sheet.sides[side]}, entry.belotes(side))
    for declaration in entry.declarations:
        yield line(sheet.sides[declaration.side], declaration_label(declaration))
    if entry.best_declaration:
        yield line(_("Best declaration"), sheet.sides[entry.best_declaration])
