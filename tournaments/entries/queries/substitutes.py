"""The players of each place of an entry, and the choices for a substitution."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.clubs.queries import player_names
from scorekeeper.models.sort_names import folded
from tournaments.entries.labels import lineup_texts, person_text
from tournaments.entries.queries.entries import entered_people
from tournaments.lineups import Left
from tournaments.models import Entry, MatchSeat, Round, Tournament
from tournaments.seating import NamedEntry, named_entries


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedPlace:
    """A place with a substitution, and who sits there now."""

    left: Left[str]
    came: str

    @property
    def left_text(self) -> str:
        return person_text(self.left.who)


@dataclass(frozen=True, slots=True, kw_only=True)
class SittingIn:
    """The choices for a substitution.

    `rounds` are those from which a substitute may play, `playing` is the one being played, `coming`
    the one not published yet; `usual` and `hand` are the likeliest start: the next hand at the
    entry's table, or the next round. `changed` are the places with their last substitution; `free`
    are the names of the club's players who are in no entry.
    """

    names: Sequence[str]
    rounds: Sequence[int]
    playing: int | None
    coming: int | None
    usual: int | None
    hand: int
    changed: Sequence[ChangedPlace]
    lineups: Sequence[str]
    free: Sequence[str]


def rounds_to_sit_in(tournament: Tournament, entry: Entry) -> list[int]:
    """Return the rounds from which a substitute may play: published ones, and the next one.

    After the last round there is no next one.
    """
    published = tournament.rounds.exclude(status=Round.Status.DRAWN).count()
    if not published:
        return []
    last = min(published + 1, max(published, tournament.round_count))
    return [one for one in range(1, last + 1) if entry.plays_round(one)]


def sitting_in(tournament: Tournament, entry: Entry) -> SittingIn:
    named = named_entries(tournament.pk)[entry.number]
    now = _seat_now(entry)
    game = now.match.game if now else None
    is_over = now is None or (game is not None and game.is_finished)
    rounds = rounds_to_sit_in(tournament, entry)
    playing = now.round.number if now else None
    entered = entered_people(tournament)
    published = tournament.rounds.exclude(status=Round.Status.DRAWN).count()
    return SittingIn(
        names=named.names,
        rounds=rounds,
        playing=playing,
        coming=next((one for one in rounds if one > published), None),
        usual=max(rounds, default=None) if is_over else playing,
        hand=game.hand_count + 1 if game and not is_over else 1,
        changed=_changed(named),
        lineups=lineup_texts(named.names, named.left_seats),
        free=[name for name in player_names(tournament.club) if folded(name) not in entered],
    )


def _seat_now(entry: Entry) -> MatchSeat | None:
    seats = entry.seats.filter(round__status=Round.Status.PLAYING, counts=True)
    return seats.select_related("round", "match__game").first()


def _changed(entry: NamedEntry) -> list[ChangedPlace]:
    last = {one.place: one for one in entry.left_seats}
    return [ChangedPlace(left=one, came=entry.names[place - 1]) for place, one in last.items()]


def substitute_list(tournament: Tournament) -> dict[str, Any]:
    """Return the entries to choose from, and those with a substitution; three queries."""
    entries = [entry for entry in named_entries(tournament.pk).values() if entry.names]
    return {
        "entries": entries,
        "changed": [entry for entry in entries if entry.left_seats],
        "has_begun": tournament.rounds.exclude(status=Round.Status.DRAWN).exists(),
    }
