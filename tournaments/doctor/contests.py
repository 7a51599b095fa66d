"""Checks of contests against their logs, and of ratings against their games."""

import hashlib
from collections.abc import Iterator, Sequence
from math import isclose

from django.db.models import F, Q

from scorekeeper.models import Club, Game
from tournaments.audit_log.labels import document_problem_text, parting_text
from tournaments.audit_log.places import UP_TO_DATE, ranked_places, stored_places
from tournaments.audit_log.queries.logs import verify_tournament
from tournaments.audit_log.standings import contest_of
from tournaments.doctor.findings import Finding, Spot
from tournaments.doctor.labels import (
    contest_text,
    game_photo_text,
    photo_finding,
    place_finding,
    rating_finding,
    strange_club_text,
    stray_game_text,
)
from tournaments.models import LogEntry, Rating, RatingStep, SheetPhoto, Tournament
from tournaments.ratings.services import ratings_again


def contests_of(clubs: Sequence[Club]) -> list[Spot]:
    """Return where contests are, without reading more of them."""
    rows = Tournament.objects.filter(club__in=clubs).order_by("pk")
    return [
        Spot(club=club, contest=pk, contest_name=name)
        for club, pk, name in rows.values_list("club__name", "pk", "name")
    ]


def check_contest(tournament: Tournament) -> Iterator[Finding]:
    found = verify_tournament(tournament)
    spot = Spot(club=tournament.club.name, contest=tournament.pk, contest_name=tournament.name)
    if found.broken_at is not None:
        yield _finding(spot, "chain", found.broken_at, None)
    elif not found.problems and found.acts != tournament.version:
        yield _finding(spot, "log_length", tournament.version, found.acts)
    elif tournament.log_hash != _last_hash(tournament):
        yield _finding(spot, "chain", tournament.version, None)
    for problem in [*found.problems, *found.reasons]:
        text = contest_text(tournament.pk, tournament.name, document_problem_text(problem))
        yield Finding(spot=spot, what=problem.code, stored=problem.detail, text=text)
    for difference in found.differences:
        text = contest_text(tournament.pk, tournament.name, parting_text(difference))
        yield Finding(
            spot=spot.of(difference),
            what=difference.field,
            stored=difference.stored,
            right=difference.expected,
            text=text,
        )
    if found.broken_at is None:
        yield from _misplaced(tournament, spot)


def _misplaced(tournament: Tournament, spot: Spot) -> Iterator[Finding]:
    """Yield entries whose stored place differs from the one by the results."""
    if not Tournament.objects.filter(UP_TO_DATE, pk=tournament.pk).exists():
        return
    stored = stored_places(list(tournament.entries.all()))
    right = ranked_places(contest_of(tournament))
    for number in sorted(stored.keys() | right.keys()):
        kept, found = stored.get(number), right.get(number)
        if kept != found:
            places = kept and kept.place, found and found.place
            yield Finding(
                spot=spot,
                what="final_place",
                stored=places[0],
                right=places[1],
                text=contest_text(tournament.pk, tournament.name, place_finding(number, *places)),
            )


def _last_hash(tournament: Tournament) -> str:
    return tournament.log.order_by("-number").values_list("hash", flat=True).first() or ""


def _finding(spot: Spot, what: str, stored: int, right: int | None) -> Finding:
    text = contest_text(spot.contest or 0, spot.contest_name, "", what=what, line=stored)
    return Finding(spot=spot, what=what, stored=stored, right=right, text=text)


def check_strays(clubs: Sequence[Club]) -> Iterator[Finding]:
    """Yield games marked as part of a contest that belong to none, and vice versa.

    Also those whose contest is said to be of another club.
    """
    games = Game.objects.filter(club__in=clubs).select_related("club").order_by("pk")
    others = Tournament.objects.exclude(club=F("rounds__matches__game__club"))
    for contest in others.filter(rounds__matches__game__in=games).distinct().order_by("pk"):
        spot = Spot(club=contest.club.name, contest=contest.pk, contest_name=contest.name)
        text = contest_text(contest.pk, contest.name, strange_club_text())
        yield Finding(spot=spot, what="club_id", stored=contest.club_id, text=text)
    for game in games.filter(
        Q(is_contest=True, match=None) | Q(is_contest=False, match__isnull=False)
    ):
        is_marked = game.is_contest
        text = stray_game_text(game.pk, is_marked=is_marked)
        spot = Spot(club=game.club.name, game=game.pk)
        yield Finding(
            spot=spot, what="is_contest", stored=is_marked, right=not is_marked, text=text
        )


def check_photos(clubs: Sequence[Club]) -> Iterator[Finding]:
    """Yield photos of sheets that are not the ones that were kept.

    Those of contests are compared with the hashes in the logs, those of evenings with their own.
    """
    lines = LogEntry.objects.filter(
        tournament__club__in=clubs, kind=LogEntry.Kind.PHOTOGRAPHED
    ).values_list("tournament", "round_number", "table_number", "data__sha256")
    logged = set(lines)
    photos = SheetPhoto.objects.filter(game__club__in=clubs).order_by("pk")
    of_contests = photos.filter(game__match__isnull=False)
    of_contests = of_contests.select_related("game__match__round__tournament__club")
    for photo in of_contests.iterator(chunk_size=20):
        match = photo.game.match
        played, table = match.round, match.table_number
        contest = played.tournament
        found = hashlib.sha256(photo.picture).hexdigest()
        place = (contest.pk, played.number, table)
        if found != photo.sha256 or (*place, found) not in logged:
            yield Finding(
                spot=Spot(
                    club=contest.club.name,
                    contest=contest.pk,
                    contest_name=contest.name,
                    round_number=played.number,
                    table=table,
                ),
                what="photo",
                stored=found,
                text=contest_text(
                    contest.pk, contest.name, photo_finding(played.number, table or 0)
                ),
            )
    of_evenings = photos.filter(game__match=None).select_related("game__club")
    for photo in of_evenings.iterator(chunk_size=20):
        game, found = photo.game, hashlib.sha256(photo.picture).hexdigest()
        if found != photo.sha256:
            spot, text = Spot(club=game.club.name, game=game.pk), game_photo_text(game.pk)
            yield Finding(spot=spot, what="photo", stored=found, right=photo.sha256, text=text)


def check_ratings(club: Club) -> Iterator[Finding]:
    """Yield ratings that differ from those of a rebuild, except those known to be outdated."""
    steps = RatingStep.objects.filter(player__club=club).select_related("player")
    stored = {(step.game_id, step.player_id): step for step in steps}
    if not stored:
        return
    again, change = ratings_again(club)
    last: dict[int, tuple[RatingStep, int]] = {}
    for step in again:
        if change and (step.at, step.game_id) >= change:
            break
        games = last[step.player_id][1] + 1 if step.player_id in last else 1
        last[step.player_id] = step, games
        found = stored.get((step.game_id, step.player_id))
        if found and not _is_same(found, step):
            yield _rating(club, found.player.name, step.game_id, found, step)
    if change is None:
        for rating in Rating.objects.filter(player__club=club).select_related("player"):
            right, games = last.get(rating.player_id, (None, 0))
            if right is None or games != rating.games or not _is_same(rating, right):
                yield _rating(club, rating.player.name, None, rating, right)


def _is_same(one: Rating | RatingStep, other: RatingStep) -> bool:
    return isclose(one.mu, other.mu) and isclose(one.sigma, other.sigma)


def _rating(
    club: Club, name: str, game: int | None, stored: Rating | RatingStep, right: RatingStep | None
) -> Finding:
    both = [[row.mu, row.sigma] if row else None for row in (stored, right)]
    return Finding(
        spot=Spot(club=club.name, player=name, game=game),
        what="rating",
        stored=both[0],
        right=both[1],
        text=rating_finding(name, game, str(stored), str(right) if right else ""),
    )
