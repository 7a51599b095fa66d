"""Use cases of contests: create, change, finish, and record lots drawn in the hall."""

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import date
from functools import partial
from typing import Any, Final, Unpack

from django.db import transaction
from django.db.models import Q

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
from tournaments.audit_log.replay.document import OUTCOMES
from tournaments.audit_log.replay.outcomes import final_ranks
from tournaments.audit_log.room_left import refuse_one_too_many
from tournaments.audit_log.settings import outcomes_hash, plain_settings
from tournaments.audit_log.standings import contest_of
from tournaments.draw.commitment import order_of
from tournaments.draw_secrets import begin_chain, secret_for, spend
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
    """Published rounds were played with the setting that would change."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The settings that an organiser chooses. `round_hands` are the hands of each round, in order.

    A contest of teams may have `phases`, which use these rounds one after the other.
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
"""Settings with a column of the same name; the others are stored in another form."""
# Settings of every table, fixed once a round is published.
FIXED_NAMES = ("mode", "ruleset_key", "ruleset_values")


@transaction.atomic
def create_tournament(
    *, club: Club, settings: Settings, seed: int | None = None, **by: Unpack[Actor]
) -> Tournament:
    """Create a contest. `seed` decides lots between entries that are equal in everything else.

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
    data = {"settings": plain_settings(tournament), OUTCOMES: outcomes_hash(tournament)}
    data |= begin_chain(tournament)
    append(tournament, LogEntry.Kind.CREATED, data, **by)
    return tournament


@transaction.atomic
def change_tournament(*, tournament_id: int, settings: Settings, **by: Unpack[Actor]) -> Tournament:
    """Change the settings. Rankings follow at once; finished games keep their rules.

    Raises RoundsBegunError for another rule set or mode, for fewer rounds than were drawn, for
    other hands of a drawn round, and for other phases up to it. Raises Refused for a mode that the
    entries do not fit, and for phases in which club teams cannot meet. Raises PhaseError and
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
    data: dict[str, Any] = {
        "settings": after,
        "before": before,
        OUTCOMES: outcomes_hash(tournament),
    }
    is_new_fee = after["fee_cents"] != before["fee_cents"]
    if is_new_fee:
        data[PAID_IS_KEPT] = True
    append(tournament, LogEntry.Kind.CHANGED, data, **by)
    if is_new_fee:
        # Entries that paid another fee store it; those that paid nothing owe the new one.
        follow_book(tournament, book_of(tournament))
    for played in rounds:
        refresh_given(tournament, played)
    touch_results(tournament)
    return tournament


def described(settings: Settings, *, seed: int) -> dict[str, Any]:
    """Return settings as plain values, as a contest created with them logs them."""
    tournament = Tournament(lot_seed=seed)
    _apply(tournament, settings)
    return plain_settings(tournament)


def course_begun(tournament: Tournament, phases: Sequence[Phase], hands: Sequence[int]) -> bool:
    """Return whether drawn rounds have other hands or phases than those now planned."""
    rounds = list(tournament.rounds.only("number", "hands").order_by("number"))
    if not rounds:
        return False
    may_become = tournament.format.may_become(phases, rounds[-1].number)
    return not may_become or _rounds_differ(rounds, hands)


def _rounds_differ(rounds: Sequence[Round], hands: Sequence[int]) -> bool:
    """Return whether drawn rounds have other hands than those now planned."""
    return len(rounds) > len(hands) or any(r.hands != hands[r.number - 1] for r in rounds)


def _apply(tournament: Tournament, settings: Settings) -> None:
    rules = settings.rules
    tournament.ruleset_key = rules.key
    tournament.ruleset_name = rules.name
    tournament.ruleset_based_on = rules.based_on
    # Keep rules stored by an older version if they mean the same.
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
def draw_lot(
    *,
    tournament_id: int,
    among: Iterable[int],
    called: str,
    announced: str = "",
    **by: Unpack[Actor],
) -> list[int]:
    """Draw lots among tied entries from a number called in the hall; return them in that order.

    `announced` is the fingerprint of the secret where the number was typed. Raises FinishedError,
    and Refused without a secret for the number.
    """
    tournament = lock_unfinished(tournament_id)
    secret = secret_for(tournament, called, announced)
    order = order_of(set(among), secret, called)
    _put_lot(tournament, order, spend(tournament, called, secret), **by)
    return order


@transaction.atomic
def record_lot(*, tournament_id: int, order: Sequence[int], **by: Unpack[Actor]) -> Tournament:
    """Record a lot drawn by hand in the hall: the entries' numbers, first drawn first.

    Raises FinishedError.
    """
    tournament = lock_unfinished(tournament_id)
    _put_lot(tournament, order, {}, **by)
    return tournament


def _put_lot(
    tournament: Tournament, order: Sequence[int], chance: Mapping[str, str], **by: Unpack[Actor]
) -> None:
    """Put a lot in front of those before it."""
    tournament.drawn_lots = [list(order), *tournament.drawn_lots]
    tournament.save(update_fields=["drawn_lots"])
    append(tournament, LogEntry.Kind.LOT, {"order": list(order), **chance}, **by)
    touch_results(tournament)


@transaction.atomic
def finish_tournament(*, tournament_id: int, **by: Unpack[Actor]) -> Tournament:
    """Finish a contest and make its ranking final. Raises Refused."""
    tournament = lock_tournament(tournament_id)
    if tournament.rounds.exclude(status=Round.Status.CLOSED).exists():
        raise Refused(ContestRefusal.ROUND_GOES_ON)
    if tournament.finished_at is None:
        tournament.bracket_version = tournament.reading
        tournament.finished_at = by["now"]
        tournament.save(update_fields=["finished_at", "bracket_version"])
        # Later changes are compared with this ranking.
        data = {
            "ranking": final_ranks(contest_of(tournament).standings()),
            **tournament.format.logged_reading(tournament.bracket_version),
        }
        append(tournament, LogEntry.Kind.FINISHED, data, **by)
        # If this fails, or something changes later, a regular duty stores the places.
        transaction.on_commit(partial(store_places, tournament.pk), robust=True)
    return tournament


@transaction.atomic
def resume_tournament(*, tournament_id: int, **by: Unpack[Actor]) -> Tournament:
    """Reopen a finished contest."""
    tournament = lock_tournament(tournament_id)
    if tournament.finished_at is not None:
        tournament.finished_at = None
        tournament.bracket_version = BEFORE
        tournament.save(update_fields=["finished_at", "bracket_version"])
        append(tournament, LogEntry.Kind.RESUMED, {}, **by)
    return tournament


@transaction.atomic
def delete_tournament(*, tournament_id: int) -> None:
    """Delete a contest without published rounds: one created by mistake, or as a trial.

    Where a number was called for a draw it stays, so that nobody draws in another one instead.

    Raises RoundsBegunError otherwise: games that were played are kept for ever.
    """
    tournament = lock_tournament(tournament_id)
    told = Q(kind=LogEntry.Kind.PUBLISHED) | Q(data__has_key="called")
    if tournament.log.filter(told).exists():
        raise RoundsBegunError
    tournament.delete()
