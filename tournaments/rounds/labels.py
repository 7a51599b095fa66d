"""Draws in words: methods, repeated meetings, and why they cannot be avoided."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scorekeeper.labels.sheets import parts_text
from tournaments.draw.barrier import EXEMPT
from tournaments.draw.certificate import Mismatch
from tournaments.draw.groups import CONSOLATION, MAIN, THIRD
from tournaments.draw.request import Method
from tournaments.draw.result import (
    Barrier,
    BrokenWish,
    Draw,
    LookAhead,
    Proof,
    Repeat,
    RepeatKind,
    WishKind,
    WishProof,
)

METHOD_LABELS: Final = {
    Method.LOT: gettext_lazy("By lot"),
    Method.RANKING: gettext_lazy("By ranking"),
    Method.MOVEMENT: gettext_lazy("Odd stay, even move on"),
    Method.MELEE: gettext_lazy("Mêlée: partners and opponents by lot"),
    Method.POOLS: gettext_lazy("Pools"),
    Method.BRACKET: gettext_lazy("Knock-out"),
}

METHOD_SUMMARIES: Final = {
    Method.LOT: gettext_lazy("An order is drawn by lot: the first plays the second, and so on."),
    Method.RANKING: gettext_lazy("The first plays the second, the third the fourth, and so on."),
    Method.MOVEMENT: gettext_lazy(
        "Odd numbers stay at their table, even numbers move on by one table."
    ),
    Method.MELEE: gettext_lazy("Everybody gets a new partner and new opponents by lot."),
    Method.POOLS: gettext_lazy(
        "Everybody in a pool meets everybody else in it, one opponent per round."
    ),
    Method.BRACKET: gettext_lazy(
        "The winner goes on. The best two could only meet in the final; if places stay empty, "
        "the best go on without a game."
    ),
}

MISMATCH_LABELS: Final = {
    Mismatch.VERSION: gettext_lazy("this version of the program draws differently"),
    Mismatch.METHOD: gettext_lazy("the method"),
    Mismatch.SEED: gettext_lazy("the seed"),
    Mismatch.FINGERPRINT: gettext_lazy("the fingerprint"),
    Mismatch.PAIRINGS: gettext_lazy("the tables"),
    Mismatch.EXEMPT: gettext_lazy("who is exempt"),
    Mismatch.REPEATS: gettext_lazy("who meets again"),
    Mismatch.PROOF: gettext_lazy("the proof"),
    Mismatch.BARRIER: gettext_lazy("the groups that the proof names"),
    Mismatch.GROUPS: gettext_lazy("the pools or the bracket"),
    Mismatch.DISTANCE: gettext_lazy("the distance in the ranking"),
    Mismatch.LOOK_AHEAD: gettext_lazy("what is said about the rounds to come"),
    Mismatch.WISHES: gettext_lazy("the wishes that were not kept"),
    Mismatch.WISHES_HIDDEN: gettext_lazy(
        "it was not repeated: only the organiser knows the wishes"
    ),
    Mismatch.NOT_DRAWN_AGAIN: gettext_lazy(
        "nothing more could be compared: that version of the program takes too long for it"
    ),
}


TREE_TITLES: Final = {
    MAIN: gettext_lazy("Main bracket"),
    THIRD: gettext_lazy("Third place"),
    CONSOLATION: gettext_lazy("Consolation"),
}


def group_title(name: str) -> str:
    """Return the name of a pool or a bracket."""
    if name in TREE_TITLES:
        return str(TREE_TITLES[name])
    return _("Pool %(name)s") % {"name": name}


ROUND_TITLES: Final = {
    2: gettext_lazy("Final"),
    4: gettext_lazy("Semi-finals"),
    8: gettext_lazy("Quarter-finals"),
}


def leg_title(size: int) -> str:
    """Return what a round of a tree is called that has so many places."""
    if size in ROUND_TITLES:
        return str(ROUND_TITLES[size])
    return _("Last %(size)d") % {"size": size}


def in_words(parts: Iterable[object]) -> str:
    """Return "3, 5 and 9"."""
    *others, last = [str(part) for part in parts] or [""]
    if not others:
        return last
    return _("%(others)s and %(last)s") % {"others": ", ".join(others), "last": last}


def met_at_text(round_number: int, table: int | None) -> str:
    """Return the place of an earlier meeting: "round 1, table 4"."""
    if table is None:
        return _("round %(round)d") % {"round": round_number}
    return _("round %(round)d, table %(table)d") % {"round": round_number, "table": table}


def repeat_text(repeat: Repeat, titles: Sequence[str], where: str) -> str:
    """Return who meets again, and where they met before; `titles` names the entrants in order."""
    names = {"one": titles[0], "other": titles[-1]}
    if repeat.kind is RepeatKind.EXEMPT:
        text = _("%(one)s exempt again") % names
    elif repeat.kind is RepeatKind.PARTNERS:
        text = _("%(one)s and %(other)s partners again") % names
    else:
        text = _("%(one)s and %(other)s meet again") % names
    return f"{text} ({where})" if where else text


REPEAT_BADGES: Final = {
    RepeatKind.OPPONENTS: gettext_lazy("meet again"),
    RepeatKind.PARTNERS: gettext_lazy("partners again"),
    RepeatKind.EXEMPT: gettext_lazy("exempt again"),
}


def proof_lines(drawn: Draw, *, short: Sequence[str] = ()) -> list[str]:
    """Return why no draw has fewer repeats, one sentence a line; `short` names the players in it.

    Empty for a draw without repeats, and for one without a proof.
    """
    lines = _PROOFS[drawn.proof](drawn, short) if drawn.proof in _PROOFS else []
    if drawn.proof is Proof.NOT_PROVEN:
        return lines
    if any(repeat.kind is RepeatKind.EXEMPT for repeat in drawn.repeats):
        lines.append(_("Everybody else here has been exempt at least as often."))
    return lines


def _barrier_lines(drawn: Draw, _short: Sequence[str]) -> list[str]:
    barrier = drawn.barrier
    if barrier is None:
        return []
    members = [number for group in barrier.groups for number in group]
    if len(members) == len(barrier.groups) and EXEMPT not in members:
        first = _("%(numbers)s have all met each other already.") % {"numbers": in_words(members)}
    else:
        first = _(
            "Everybody in one of these groups has already met everybody in the others: "
            "%(groups)s. Each group has an odd number, so one of each needs an opponent from "
            "outside."
        ) % {"groups": parts_text(_group(group) for group in barrier.groups)}
    return [first, *_outside(barrier), _counted_tables(barrier)]


def _group(group: Sequence[int]) -> str:
    return in_words(_("the exempt place") if number == EXEMPT else number for number in group)


def _outside(barrier: Barrier) -> list[str]:
    others = [number for number in barrier.removed if number != EXEMPT]
    lines = []
    if others:
        text = ngettext(
            "Only %(count)d of them can play somebody else: %(numbers)s.",
            "Only %(count)d of them can play somebody else: %(numbers)s.",
            len(others),
        )
        lines.append(text % {"count": len(others), "numbers": in_words(others)})
    if EXEMPT in barrier.removed:
        lines.append(_("One of them can be exempt."))
    return lines


def _counted_tables(barrier: Barrier) -> str:
    text = ngettext(
        "So %(count)d table must meet again, whoever plays whom.",
        "So %(count)d tables must meet again, whoever plays whom.",
        barrier.repeats,
    )
    return text % {"count": barrier.repeats}


def _counted_lines(_drawn: Draw, short: Sequence[str]) -> list[str]:
    return [
        _("There are not enough players left who have not yet met, whoever plays whom."),
        *short,
    ]


def short_text(title: str, *, partners: int, opponents: int) -> str:
    """Return what a player lacks: a new partner, or two new opponents."""
    if not partners:
        return _("%(player)s has been the partner of everybody at the tables.") % {"player": title}
    text = ngettext(
        "%(player)s has %(count)d new opponent left and needs two.",
        "%(player)s has %(count)d new opponents left and needs two.",
        opponents,
    )
    return text % {"player": title, "count": opponents}


def _searched_lines(_drawn: Draw, _short: Sequence[str]) -> list[str]:
    return [_("Every possible draw was tried: none has fewer.")]


_PROOFS: Final[dict[Proof, Callable[[Draw, Sequence[str]], list[str]]]] = {
    Proof.BARRIER: _barrier_lines,
    Proof.COUNTED: _counted_lines,
    Proof.SEARCHED: _searched_lines,
}


def by_hand_text(drawn_before: int, now: int) -> str:
    """Return how many repeats the draw has after the swaps made by hand, and had before."""
    before = ngettext(
        "As it was drawn there was %(count)d.",
        "As it was drawn there were %(count)d.",
        drawn_before,
    )
    if not drawn_before:
        before = _("As it was drawn there was none.")
    after = ngettext(
        "With the swap by hand there is %(count)d repeat.",
        "With the swap by hand there are %(count)d repeats.",
        now,
    )
    return f"{after % {'count': now}} {before % {'count': drawn_before}}"


def look_ahead_text(drawn: Draw, to_come: int, *, is_by_hand: bool = False) -> str:
    if drawn.look_ahead is LookAhead.LAST_ROUND:
        return _("No round is planned after this one.")
    if drawn.look_ahead in (LookAhead.GUARANTEED, LookAhead.PLANNED):
        text = ngettext(
            "The round to come can be drawn without any repeat too.",
            "All %(count)d rounds to come can be drawn without any repeat too.",
            to_come,
        )
        return text % {"count": to_come}
    if drawn.look_ahead is LookAhead.SHORT:
        return _short_look_ahead(drawn.rounds_safe, to_come)
    if is_by_hand:
        return _("After the swap by hand nothing is certain about the rounds to come.")
    text = ngettext(
        "%(count)d round to come is safe from repeats; beyond that it is not known.",
        "%(count)d rounds to come are safe from repeats; beyond that it is not known.",
        drawn.rounds_safe,
    )
    if not drawn.rounds_safe:
        text = _("Whether the rounds to come can be drawn without repeats is not known.")
    return text % {"count": drawn.rounds_safe}


def _short_look_ahead(safe: int, to_come: int) -> str:
    if not safe:
        return ngettext(
            "The round to come cannot be drawn without repeats, whatever is drawn now.",
            "The rounds to come cannot be drawn without repeats, whatever is drawn now.",
            to_come,
        )
    text = ngettext(
        "Of the %(to_come)d rounds to come, %(count)d can be drawn without repeats; no other draw "
        "of this round leaves more.",
        "Of the %(to_come)d rounds to come, %(count)d can be drawn without repeats; no other draw "
        "of this round leaves more.",
        safe,
    )
    return text % {"to_come": to_come, "count": safe}


def is_safe(drawn: Draw) -> bool:
    """Return whether nothing in the outlook on later rounds needs attention."""
    return drawn.look_ahead in (LookAhead.LAST_ROUND, LookAhead.GUARANTEED, LookAhead.PLANNED)


def broken_text(wish: BrokenWish, titles: Sequence[str]) -> str:
    """Return a wish that is not kept; `titles` names the entrants in order."""
    said = {"one": titles[0], "other": titles[-1]}
    if wish.kind is WishKind.SEAT:
        return _("%(one)s does not sit at a table that was wished for.") % said
    if wish.kind is WishKind.ALWAYS:
        return (
            _("%(one)s and %(other)s meet, although they should be kept apart in every round.")
            % said
        )
    return (
        _("%(one)s and %(other)s meet, although they should be kept apart in the first rounds.")
        % said
    )


def broken_why(wish: BrokenWish, worth: Sequence[int], seats: int, method: Method) -> str:
    """Return why a wish is not kept: the worth of the best draw that keeps it, and of this one.

    `seats` are the seat wishes that are not kept.
    """
    if wish.proof is WishProof.NOT_PROVEN:
        return _("The search for a draw that keeps it was not completed.")
    if wish.proof is WishProof.SEARCHED:
        return _("Every draw with as few repeats was tried: none keeps it.")
    is_seat = wish.kind is WishKind.SEAT
    if wish.proof is WishProof.IMPOSSIBLE:
        return _("There is no such table.") if is_seat else _("No draw at all keeps it.")
    if is_seat:
        return _seat_why(wish.worth[0])
    return _pair_why(wish.worth, worth, method)


def _seat_why(others: int) -> str:
    text = ngettext(
        "If it were kept, %(count)d other would not sit as wished: there is not room for all.",
        "If it were kept, %(count)d others would not sit as wished: there is not room for all.",
        others,
    )
    return text % {"count": others}


def _pair_why(kept: Sequence[int], drawn: Sequence[int], method: Method) -> str:
    place = next(
        (at for at, pair in enumerate(zip(kept, drawn, strict=True)) if len({*pair}) > 1), -1
    )
    if place < 0:
        return _("If it were kept, as many others would meet who should be apart.")
    said = {"count": kept[place], "now": drawn[place]}
    if place == 0 and method is Method.MELEE:
        text = _("If it were kept, partners again: %(count)d instead of %(now)d.")
    elif place in (0, 1):
        text = _("If it were kept, opponents who meet again: %(count)d instead of %(now)d.")
    elif place == 2:
        text = _(
            "If it were kept, pairs who meet, apart in every round: %(count)d instead of %(now)d."
        )
    elif place == 3:
        text = _(
            "If it were kept, pairs who meet, apart for some rounds: %(count)d instead of %(now)d."
        )
    else:
        text = _("If it were kept, some would meet whose tables exclude each other.")
    return text % said


def kept_text(name: str, numbers: str, *, table: int | None = None) -> str:
    """Return a wish that is kept: entries kept apart, or one that sits where it wished."""
    if table is not None:
        return _("%(number)s sits at table %(table)d") % {"number": numbers, "table": table}
    if name:
        return _("%(name)s: %(numbers)s are apart") % {"name": name, "numbers": numbers}
    return _("%(numbers)s are apart") % {"numbers": numbers}


def too_few_tables_text(needed: int, there: int, *, sitting: int) -> str:
    """Return what to do if a round needs more tables than there are."""
    said = {"needed": needed, "there": there, "without": (needed - there) * sitting}
    if sitting == 4:
        return (
            _(
                "%(needed)d tables are needed and there are %(there)d: %(without)d players would "
                "have no seat. Say under “Wishes for the draw” that there are more tables, or "
                "draw only those who are checked in."
            )
            % said
        )
    return (
        _(
            "%(needed)d tables are needed and there are %(there)d: %(without)d teams would have no "
            "seat. Say under “Wishes for the draw” that there are more tables, or draw only those "
            "who are checked in."
        )
        % said
    )
