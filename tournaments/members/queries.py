"""A club's pages for phones without an account, and its list of players' phones."""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from django.db.models import Exists, OuterRef, Q
from django.urls import reverse

from scorekeeper.evenings.queries import evening_of_tonight
from scorekeeper.models import Attendance, Club, Evening, GameSeat, Player
from tournaments.contests.queries.contests import contest_of_tonight
from tournaments.models import League, PastResult, PlayerPhone, Season, Tournament
from tournaments.rankings.labels import number_text
from tournaments.seasons.queries.credits import credited_players
from tournaments.seasons.queries.seasons import seasons_of
from tournaments.seasons.queries.tables import Placed, SeasonAsShown, season_tables


@dataclass(frozen=True, slots=True, kw_only=True)
class Tonight:
    """What a club plays tonight."""

    contest: Tournament | None = None
    evening: Evening | None = None

    def __bool__(self) -> bool:
        return self.contest is not None or self.evening is not None


def tonight_of_club(club: Club, *, today: date) -> Tonight:
    """Return the contest and the evening that are open tonight; two queries."""
    line = contest_of_tonight(club, today=today)
    return Tonight(
        contest=line.tournament if line else None, evening=evening_of_tonight(club, today=today)
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonLink:
    """A season in a list."""

    season: Season
    url: str
    is_live: bool


def season_links(club: Club, *, today: date) -> list[SeasonLink]:
    """Return the seasons of a club, current ones first; one query."""
    links = [
        SeasonLink(
            season=season,
            url=reverse("tournaments:club-season-detail", args=[club.pk, season.pk]),
            is_live=_is_live(season, today),
        )
        for season in seasons_of(club)
    ]
    return sorted(links, key=lambda link: not link.is_live)


def season_of_today(club: Club, *, today: date) -> Season | None:
    """Return the only current season; None if there are several."""
    seasons = list(seasons_of(club))
    live = [season for season in seasons if _is_live(season, today)]
    found = live or seasons
    return found[0] if len(found) == 1 else None


def _is_live(season: Season, today: date) -> bool:
    return season.starts_on <= today <= season.ends_on


_PLAYED: Final = Exists(GameSeat.every.filter(player=OuterRef("pk"), is_counted=True)) | Exists(
    PastResult.objects.filter(players=OuterRef("pk"))
)


def seen_player(club: Club, pk: int, *, evenings: Collection[str]) -> Player | None:
    """Return a player whom a phone may see: who has played, or is here tonight; one query.

    `evenings` are the tokens of the evenings that the phone joined. Nothing is revealed about
    others.
    """
    here = Exists(Attendance.objects.filter(player=OuterRef("pk"), evening__token__in=evenings))
    return Player.objects.of_club(club).active().filter(_PLAYED | here, pk=pk).first()


def has_played(player: Player) -> bool:
    """Return whether any result of the player counts, within a season or not; one query."""
    return Player.objects.filter(_PLAYED, pk=player.pk).exists()


def own_places(player: Player, *, today: date) -> list[dict[str, Any]]:
    """Return the player's places in the current seasons; a dozen queries, however many.

    `rank` is None for a player who came too seldom to be ranked.
    """
    club = player.club
    seasons = [
        link
        for link in season_links(club, today=today)
        if link.is_live and link.season.league.kind != League.Kind.FIXTURES
    ]
    tables = season_tables([link.season for link in seasons])
    merged = Player.objects.filter(Q(pk=player.pk) | Q(merged_into=player))
    own = set(merged.values_list("pk", flat=True))
    return [place for link in seasons for place in _places(link, tables[link.season.pk], own)]


def _places(
    link: SeasonLink, table: SeasonAsShown, own: Collection[int]
) -> Iterable[dict[str, Any]]:
    ranks: dict[int, Placed] = {place.entrant: place for place in table.ranking}
    for entrant, score in table.scores.items():
        if not any(pk in own for pk in credited_players(entrant)):
            continue
        yield {
            "season": link.season,
            "url": link.url,
            "rank": ranks[entrant].rank if entrant in ranks else None,
            "ranked": len(ranks),
            "score": number_text(score.score),
            "attended": score.attended,
        }


def phone_lines(club: Club) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return the phones that wait, earliest first, and those that belong to a player; one query.

    `linked` and `asking` are the numbers of other phones of the same player.
    """
    phones = list(PlayerPhone.objects.of_club(club).select_related("player"))
    linked = Counter(phone.player_id for phone in phones if phone.confirmed_at)
    asking = Counter(phone.player_id for phone in phones if not phone.confirmed_at)

    def lines(found: Iterable[PlayerPhone]) -> list[dict[str, Any]]:
        return [
            {
                "phone": phone,
                "linked": linked[phone.player_id] - bool(phone.confirmed_at),
                "asking": asking[phone.player_id] - (not phone.confirmed_at),
            }
            for phone in found
        ]

    waiting = sorted(
        (phone for phone in phones if not phone.confirmed_at),
        key=lambda phone: (phone.asked_at, phone.pk),
    )
    own = sorted(
        (phone for phone in phones if phone.confirmed_at),
        key=lambda phone: (phone.player.name.casefold(), phone.pk),
    )
    return lines(waiting), lines(own)
