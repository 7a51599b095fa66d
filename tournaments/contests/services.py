"""Contests themselves: create, change, finish, and lots that are drawn in the hall."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import date
from functools import partial
from typing import Any, Final, Unpack

from django.db import transaction

from scorekeeper.models import Club
from scorekeeper.models.authors import Actor
from scorekeeper.refusals import Refused
from scorekeeper.rules.queries import RuleSetChoice
from tournaments.audit_log.games import refresh_given
from tournaments.audit_log.locks import lock_unfinished
from tournaments.audit_log.log import append, lock_tournament, touch_results
from tournaments.audit_log.payments import book_of, follow_book
from tournaments.audit_log.places import store_places
from tournaments.audit_log.replay.cash_book import PAID_IS_KEPT
from tournaments.audit_log.replay.outcomes import final_ranks
from tournaments.audit_log.room_left import refuse_one_too_many
from tournaments.audit_log.settings import plain_settings
from tournaments.audit_log.standings import contest_of
from tournaments.entries.queries.entries import entries_too_large
from tournaments.formats.contest_format import format_of
from tournaments.formats.meetings import fit_for_meetings
from tournaments.formats.phases import Phase, PhaseError, check_phases
from tournaments.models import LogEntry, Round, Tournament
from tournaments.refusals import ContestRefusal
from tournaments.standings.brackets import BEFORE
from tournaments.standings.criteria import CriterionCode
from tournaments.standings.ranking import BY_POINTS, USUAL_TIEBREAKS

SEED_BITS = 48
USUAL_RULES = "contest"


class RoundsBegunError(ValueError):
    """Raised when a setting is changed that rounds already published were played by."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What an organiser chooses. `round_hands` are the hands of each round, in order.

    A contest of teams may have `phases`, which take these rounds one after the other.
    """

    name: str
    date: date
    rules: RuleSetChoice
    round_hands: tuple[int, ...] = (12, 12, 12)
    mode: str = Tournament.Mode.TEAMS
    phases: tuple[Phase, ...] = ()
    next_draw: str = Tournament.NextDraw.RANKING
    criteria: tuple[str, ...] = (*BY_POINTS, *USUAL_TIEBREAKS)
    ties: str = Tournament.Ties.LOT
    exempt: str = Tournament.Exempt.HALF_GAME
    exempt_points: int = 0
    forfeit_points: int | None = None
    round_minutes: int | None = None
    fee_cents: int = 0
    tags: tuple[str, ...] = ()
    second_entries: bool = False


STORED_AS_CHOSEN: Final = tuple(
    one.name for one in fields(Settings) if one.name not in {"rules", "phases", "criteria"}
)
"""What the contest has a column of the same name for; the others are told in another form."""
# What every table of every round was played by: fixed once a round is published.
FIXED_NAMES = ("mode", "ruleset_key", "ruleset_values")


@transaction.atomic
def create_tournament(
    *, club: Club, settings: Settings, seed: int | None = None, **by: Unpack[Actor]
) -> Tournament:
    """Create a contest. `seed` decides lots among those whom nothing else separates.

    Raises TooManyContestsError.
    """
    refuse_one_too_many(club)
    tournament = Tournament(
        club=club,
        created_at=by["now"],
        lot_seed=secrets.randbits(SEED_BITS) if seed is None else seed,
    )
    _apply(tournament, settings)
    tournament.save()
    append(tournament, LogEntry.Kind.CREATED, {"settings": plain_settings(tournament)}, **by)
    return tournament


@transaction.atomic
def change_tournament(*, tournament_id: int, settings: Settings, **by: Unpack[Actor]) -> Tournament:
    """Change the settings. Rankings follow at once; what was played keeps its rules.

    Raises RoundsBegunError for another rule set or mode, for fewer rounds than were drawn, for
    other hands of a round that was drawn and other phases up to it; Refused for a mode
    that entries do not fit, and for phases in which club teams cannot meet; PhaseError;
    FinishedError.
    """
    tournament = lock_unfinished(tournament_id)
    before = plain_settings(tournament)
    fixed = [getattr(tournament, name) for name in FIXED_NAMES]
    has_begun = course_begun(tournament, settings.phases, settings.round_hands)
    could_meet = fit_for_meetings(tournament.course)
    _apply(tournament, settings)
    rounds = list(tournament.rounds.order_by("number"))
    is_changed = fixed != [getattr(tournament, name) for name in FIXED_NAMES]
    if rounds and (is_changed or has_begun):
        raise RoundsBegunError
    if entries_too_large(tournament, settings.mode):
        raise Refused(ContestRefusal.ENTRIES_DO_NOT_FIT)
    can_meet = fit_for_meetings(tournament.course)
    if tournament.format.has_club_teams and could_meet and not can_meet:
        raise Refused(ContestRefusal.CLUB_TEAMS_NEED_PHASES)
    tournament.save()
    after = plain_settings(tournament)
    data: dict[str, Any] = {"settings": after, "before": before}
    is_new_fee = after["fee_cents"] != before["fee_cents"]
    if is_new_fee:
        data[PAID_IS_KEPT] = True
    append(tournament, LogEntry.Kind.CHANGED, data, **by)
    if is_new_fee:
        # Who has paid another fee has that written with the entry, who gave nothing owes it.
        follow_book(tournament, book_of(tournament))
    for played in rounds:
        refresh_given(tournament, played)
    touch_results(tournament)
    return tournament


def described(settings: Settings, *, seed: int) -> dict[str, Any]:
    """Return settings as plain values, as the log of a contest made of them would keep them."""
    tournament = Tournament(lot_seed=seed)
    _apply(tournament, settings)
    return plain_settings(tournament)


def course_begun(tournament: Tournament, phases: Sequence[Phase], hands: Sequence[int]) -> bool:
    """Return whether rounds were drawn that have other hands, or phases, than now planned."""
    rounds = list(tournament.rounds.only("number", "hands").order_by("number"))
    if not rounds:
        return False
    may_become = tournament.format.may_become(phases, rounds[-1].number)
    return not may_become or _rounds_differ(rounds, hands)


def _rounds_differ(rounds: Sequence[Round], hands: Sequence[int]) -> bool:
    """Return whether rounds that were drawn have other hands than now planned."""
    return len(rounds) > len(hands) or any(r.hands != hands[r.number - 1] for r in rounds)


def _apply(tournament: Tournament, settings: Settings) -> None:
    rules = settings.rules
    tournament.ruleset_key = rules.key
    tournament.ruleset_name = rules.name
    tournament.ruleset_based_on = rules.based_on
    # Rules that an older version stored, and that mean the same, stay as they are.
    if not tournament.ruleset_values or tournament.ruleset != rules.ruleset:
        tournament.ruleset_values = rules.ruleset.as_values()
    tournament.ruleset_practice = dict(rules.practice)
    tournament.criteria = [CriterionCode(code).value for code in settings.criteria]
    check_phases(settings.phases, len(settings.round_hands))
    if settings.phases and not format_of(settings.mode).takes_phases:
        raise PhaseError("a mêlée in phases")
    tournament.phases = [phase.to_dict() for phase in settings.phases]
    for name in STORED_AS_CHOSEN:
        value = getattr(settings, name)
        setattr(tournament, name, list(value) if isinstance(value, tuple) else value)


@transaction.atomic
def record_lot(*, tournament_id: int, order: Sequence[int], **by: Unpack[Actor]) -> Tournament:
    """Record a lot drawn by hand in the hall: the entries' numbers, the first drawn first.

    Raises FinishedError.
    """
    tournament = lock_unfinished(tournament_id)
    tournament.drawn_lots = [list(order), *tournament.drawn_lots]
    tournament.save(update_fields=["drawn_lots"])
    append(tournament, LogEntry.Kind.LOT, {"order": list(order)}, **by)
    touch_results(tournament)
    return tournament


@transaction.atomic
def finish_tournament(*, tournament_id: int, **by: Unpack[Actor]) -> Tournament:
    """Finish a contest: its ranking is final. Raises Refused."""
    tournament = lock_tournament(tournament_id)
    if tournament.rounds.exclude(status=Round.Status.CLOSED).exists():
        raise Refused(ContestRefusal.ROUND_GOES_ON)
    if tournament.finished_at is None:
        tournament.bracket_version = tournament.reading
        tournament.finished_at = by["now"]
        tournament.save(update_fields=["finished_at", "bracket_version"])
        # Who changes something later is held to this.
        data = {
            "ranking": final_ranks(contest_of(tournament).standings()),
            **tournament.format.logged_reading(tournament.bracket_version),
        }
        append(tournament, LogEntry.Kind.FINISHED, data, **by)
        # What fails there, or changes after the end, is stored by a regular duty.
        transaction.on_commit(partial(store_places, tournament.pk), robust=True)
    return tournament


@transaction.atomic
def resume_tournament(*, tournament_id: int, **by: Unpack[Actor]) -> Tournament:
    """Open a finished contest again."""
    tournament = lock_tournament(tournament_id)
    if tournament.finished_at is not None:
        tournament.finished_at = None
        tournament.bracket_version = BEFORE
        tournament.save(update_fields=["finished_at", "bracket_version"])
        append(tournament, LogEntry.Kind.RESUMED, {}, **by)
    return tournament


@transaction.atomic
def delete_tournament(*, tournament_id: int) -> None:
    """Delete a contest in which nothing was published: one made by mistake, or to try things.

    Raises RoundsBegunError once a round was published: what was played is kept for ever.
    """
    tournament = lock_tournament(tournament_id)
    if tournament.log.filter(kind=LogEntry.Kind.PUBLISHED).exists():
        raise RoundsBegunError
    tournament.delete()
