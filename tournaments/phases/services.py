"""Use cases of phases: choose them, decide level tables, keep or discard brackets."""

from collections.abc import Sequence
from datetime import datetime
from typing import Unpack

from django.db import transaction

from scorekeeper.models.authors import Actor, Author
from scorekeeper.refusals import Refused
from tournaments.audit_log.locks import PUBLISHED, lock_match, lock_unfinished
from tournaments.audit_log.log import append, append_at, append_in, touch_results
from tournaments.audit_log.meetings import course_contest_of, named_in_log
from tournaments.audit_log.settings import plain_settings
from tournaments.contests.services import RoundsBegunError, course_begun
from tournaments.formats.phases import Phase, PhaseError, check_phases
from tournaments.models import LogEntry, Match, Round, Tournament
from tournaments.refusals import ContestRefusal
from tournaments.rounds.queries.draws import MovedNow, as_logged, moved_now
from tournaments.rounds.services import discard_draw, take_back_round
from tournaments.standings.contest import RankedContest


@transaction.atomic
def set_phases(
    *, tournament_id: int, phases: Sequence[Phase], round_hands: Sequence[int], **by: Unpack[Actor]
) -> Tournament:
    """Set the phases of a contest; without any, all its rounds are alike.

    Raises PhaseError, Refused if club teams cannot meet in them, RoundsBegunError if a drawn round
    does not fit, and FinishedError.
    """
    tournament = lock_unfinished(tournament_id)
    check_phases(phases, len(round_hands))
    if phases and not tournament.format.takes_phases:
        raise PhaseError("a mêlée in phases")
    if not tournament.format.fits(phases):
        raise Refused(ContestRefusal.NO_ROUNDS_FOR_CLUB_TEAMS)
    if course_begun(tournament, phases, round_hands):
        raise RoundsBegunError
    before = plain_settings(tournament)
    tournament.phases = [phase.to_dict() for phase in phases]
    tournament.round_hands = list(round_hands)
    after = plain_settings(tournament)
    if after != before:
        tournament.save(update_fields=["phases", "round_hands"])
        data = {"settings": after, "before": before}
        append(tournament, LogEntry.Kind.CHANGED, data, **by)
        touch_results(tournament)
    return tournament


@transaction.atomic
def decide_level(*, match_id: int, winner: int, by: str, author: Author, now: datetime) -> Match:
    """Record who goes on from a bracket's level table, by number, and how it was decided.

    Raises Refused and FinishedError. Once the next round is published, only a table that became
    level by a correction can be decided.
    """
    tournament, match = lock_match(match_id, *PUBLISHED)
    seats = match.seats.filter(counts=True).values_list("entry__number", flat=True)
    contest, number = course_contest_of(tournament), match.round.number
    level = tournament.format.level_at(contest, number, match.table_number, set(seats))
    if winner not in level or not _is_in_tree(tournament, match):
        raise Refused(ContestRefusal.NOT_LEVEL)
    later = tournament.rounds.filter(number__gt=number, status__in=PUBLISHED)
    if later.exists() and not _is_unsure(contest, number, winner):
        raise Refused(ContestRefusal.GONE_ON)
    match.decided_for, match.decided_by = winner, Match.Decided(by).value
    match.save(update_fields=["decided_for", "decided_by"])
    data = {"winner": winner, "by": match.decided_by, **named_in_log(tournament, winner)}
    append_at(match, LogEntry.Kind.DECIDED, data, author=author, now=now)
    touch_results(tournament)
    return match


def _is_in_tree(tournament: Tournament, match: Match) -> bool:
    played = Round.objects.only("groups").get(pk=match.round_id)
    return bool(played.groups) and not played.groups[0]["name"].isdigit()


def _is_unsure(contest: RankedContest, number: int, who: int) -> bool:
    """Return whether it is undecided who goes on from an entry's game in a round."""
    unsure = contest.trees().unsure(number + 1)
    return any(who in (game.a, game.b) for game in unsure if game.round == number)


@transaction.atomic
def keep_trees(*, tournament_id: int, mark: str, **by: Unpack[Actor]) -> Round:
    """Keep the brackets although others would qualify now, and do not ask again about these.

    Raises Refused if `mark` belongs to other qualifiers, and FinishedError.
    """
    tournament = lock_unfinished(tournament_id)
    found = _asked(tournament, mark)
    playing, data = found.playing, as_logged(tournament, found.moved)
    playing.moved = data["moved"]
    playing.save(update_fields=["moved"])
    append_in(playing, LogEntry.Kind.KEPT, data, **by)
    return playing


@transaction.atomic
def drop_trees(*, tournament_id: int, mark: str, **by: Unpack[Actor]) -> None:
    """Withdraw the draw of the brackets, so that they can be drawn with the present qualifiers.

    Raises Refused as `keep_trees` does, HandsWrittenError once somebody has played in them,
    RoundOpenError once their first round is closed, and FinishedError.
    """
    found = _asked(lock_unfinished(tournament_id), mark)
    round_id = found.playing.pk
    take_back_round(round_id=round_id, moved=found.moved, **by)
    discard_draw(round_id=round_id, **by)


def _asked(tournament: Tournament, mark: str) -> MovedNow:
    found = moved_now(tournament)
    if found is None or found.level or found.mark != mark:
        raise Refused(ContestRefusal.OTHER_QUESTION)
    return found
