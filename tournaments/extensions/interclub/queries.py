"""Ratings across clubs: which contests count, and who is one person in several clubs."""

import hashlib
import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, TypeAlias

from django.db.models import Count, F, Q, QuerySet, Sum, TextField
from django.db.models.functions import Cast, Length
from django.urls import reverse
from django.utils.text import slugify

from scorekeeper.labels.rules import categories_text
from scorekeeper.models import Club, Game, Player
from scorekeeper.models.initials import initials_of
from scorekeeper.models.sort_names import name_key, words_of
from tournaments.audit_log.queries.documents import document_of, document_text
from tournaments.audit_log.standings import load_contests
from tournaments.extensions.interclub.documents import PEOPLE, plain_name
from tournaments.extensions.interclub.rating import ContestGame, CountedContest, Entered
from tournaments.lineups import Left
from tournaments.models import (
    ContestSummary,
    EntryPlayer,
    FormerPlayer,
    LogEntry,
    Match,
    MatchSeat,
    NationalLine,
    NationalTable,
    PlayerPhone,
    SamePerson,
    Tournament,
)
from tournaments.ratings.model import Strength
from tournaments.visible_ranking import with_final_ranking


def clubs_together() -> QuerySet[Club]:
    """Return the clubs that take part in the ratings across clubs."""
    return Club.objects.exclude(together_from=None).filter(stage=Club.Stage.BEGUN)


def links_that_hold() -> QuerySet[SamePerson]:
    """Return the confirmed links between players of clubs that both take part."""
    together = clubs_together().values("pk")
    links = SamePerson.objects.confirmed()
    return links.filter(one__club__in=together, other__club__in=together)


class People:
    """Which players are one person, who is represented by the lowest key."""

    def __init__(self, links: Iterable[tuple[int, int]]) -> None:
        self._leader: dict[int, int] = {}
        for one, other in links:
            first, second = sorted((self.of(one), self.of(other)))
            self._leader[second] = first

    def of(self, player: int) -> int:
        while (leader := self._leader.get(player, player)) != player:
            player = leader
        return player

    def groups(self) -> dict[int, set[int]]:
        """Return everybody who is more than one player, by the lowest key."""
        found: defaultdict[int, set[int]] = defaultdict(set)
        for player in self._leader:
            found[self.of(player)] |= {player, self.of(player)}
        return found


def people_together() -> People:
    """Return which players are one person, merged players included; one query."""
    rows = links_that_hold().values_list("one", "one__merged_into", "other", "other__merged_into")
    return People((one_is or one, other_is or other) for one, one_is, other, other_is in rows)


def is_open(player: Player) -> bool:
    """Return whether the full name is public: both the club and the player want it."""
    return player.club.opens_rankings and player.shown == Player.Shown.FULL


def shown_to_all(player: Player) -> str:
    """Return a player's name as the pages of all clubs show it."""
    return player.name if is_open(player) else initials_of(player.name)


def shown_of_all(players: Sequence[Player]) -> str:
    """Return the name of a person in several clubs; hidden if one of the players hides it."""
    first = min(players, key=lambda player: player.pk)
    return first.name if all(map(is_open, players)) else initials_of(first.name)


def loaded(keys: Iterable[int]) -> dict[int, Player]:
    """Return the players with these keys that still have a name, if their club takes part."""
    players = Player.objects.select_related("club").filter(
        club__in=clubs_together().values("pk"), pk__in=set(keys)
    )
    return {
        player.pk: player for player in players.exclude(shown=Player.Shown.ANONYMOUS).order_by("pk")
    }


BATCH: Final = 200
"""How many contests are read at a time."""

Person: TypeAlias = int | tuple[int, str]
"""The lowest key of a person's players; without a player, the club's key and the name."""


def counted_contests() -> QuerySet[Tournament]:
    """Return the finished contests that count: from the day on which their club takes part."""
    contests = Tournament.objects.filter(club__in=clubs_together().values("pk"))
    return with_final_ranking(contests).filter(date__gte=F("club__together_from"))


def basis_now() -> str:
    """Return a hash of the input of the ratings; four queries.

    Of names and categories it only includes the total length: a change that keeps the length waits
    for the next result. Pages always show current names.
    """
    contests = counted_contests().order_by("pk")
    clubs = clubs_together().order_by("pk")
    shown = Player.objects.filter(club__in=clubs.values("pk"), merged_into=None)
    groups = shown.values("shown").annotate(
        players=Count("pk"),
        keys=Sum("pk"),
        names=Sum(Length("name")),
        categories_length=Sum(Length(Cast("categories", TextField()))),
    )
    basis = [
        list(contests.values_list("pk", "version", "results_version")),
        list(clubs.values_list("pk", "opens_rankings")),
        list(links_that_hold().order_by("pk").values_list("one", "other")),
        [list(group.values()) for group in groups.order_by("shown")],
    ]
    return hashlib.sha256(json.dumps(basis, default=str).encode()).hexdigest()


def outdated_summaries() -> QuerySet[Tournament]:
    """Return the contests that have changed since their summary was stored."""
    return counted_contests().exclude(
        summary__version=F("version"), summary__results_version=F("results_version")
    )


def summaries_of(contests: Sequence[Tournament]) -> Iterator[ContestSummary]:
    """Yield unsaved summaries of contests; six queries in all."""
    keys = [contest.pk for contest in contests]
    firsts = LogEntry.objects.filter(tournament__in=keys, number=1)
    hashes = dict(firsts.values_list("tournament", "hash"))
    ranked = load_contests(keys)
    games = _games_of(keys)
    for contest in contests:
        lines = ranked[contest.pk].standings().lines
        rounds: defaultdict[int, list[int]] = defaultdict(list)
        for result in ranked[contest.pk].results:
            rounds[result.entrant].append(result.round)
        yield ContestSummary(
            tournament=contest,
            version=contest.version,
            results_version=contest.results_version,
            first_hash=hashes.get(contest.pk, ""),
            games=games[contest.pk],
            firsts=[(line.entrant, rounds[line.entrant]) for line in lines if line.rank == 1],
        )


def _games_of(keys: Sequence[int]) -> defaultdict[int, list[ContestGame]]:
    seats = MatchSeat.objects.filter(
        round__tournament__in=keys,
        match__kind__in=[Match.Kind.GAME, Match.Kind.CATCH_UP],
        match__game__status=Game.Status.FINISHED,
        match__game__hand_count__gt=0,
    ).order_by("round__number", "match__table_number", "side", "position")
    rows = seats.values_list(
        "round__tournament",
        "round__number",
        "match",
        "side",
        "entry__number",
        "match__game__winner",
    )
    sides: dict[tuple[int, int, int, str], dict[str, list[int]]] = {}
    for contest, number, match, side, entry, winner in rows:
        game = sides.setdefault((contest, number, match, winner), {"A": [], "B": []})
        game[side].append(entry)
    games: defaultdict[int, list[ContestGame]] = defaultdict(list)
    for (contest, number, _match, winner), at in sides.items():
        games[contest].append(ContestGame(number, tuple(at["A"]), tuple(at["B"]), winner))
    return games


def contests_in_order() -> list[int]:
    """Return the keys of the contests that count, in rating order; one query."""
    # A contest that has just been finished has no summary yet and waits for the next table.
    kept = counted_contests().exclude(summary=None)
    rows = kept.values_list("date", "summary__first_hash", "pk")
    return [pk for *_when, pk in sorted((day.isoformat(), first, pk) for day, first, pk in rows)]


def read_contests(keys: Sequence[int], people: People) -> Iterator[CountedContest[Person]]:
    """Yield what counts of contests, in that order; three queries for each batch."""
    for start in range(0, len(keys), BATCH):
        batch = keys[start : start + BATCH]
        summaries = ContestSummary.objects.select_related("tournament").filter(tournament__in=batch)
        loaded = {summary.tournament_id: summary for summary in summaries}
        entered = entered_people(batch, people)
        for pk in batch:
            if pk not in loaded:
                # It was deleted in the meantime.
                continue
            summary = loaded[pk]
            yield CountedContest(
                day=summary.tournament.date.isoformat(),
                first_hash=summary.first_hash,
                games=[
                    ContestGame(number, tuple(a), tuple(b), winner)
                    for number, a, b, winner in summary.games
                ],
                firsts=dict(summary.firsts),
                people=entered[pk],
            )


def entered_people(
    keys: Iterable[int], people: People
) -> defaultdict[int, defaultdict[int, Entered[Person]]]:
    """Return the people of each entry, by contest and number; two queries."""
    found: defaultdict[int, defaultdict[int, Entered[Person]]] = defaultdict(
        lambda: defaultdict(Entered)
    )
    keys = list(keys)
    columns = "entry__tournament", "entry__number", "entry__tournament__club", "player", "name"
    rows = EntryPlayer.objects.filter(entry__tournament__in=keys).order_by("entry", "position")
    for contest, number, *named in rows.values_list(*columns):
        found[contest][number].present.append(person_of(people, *named))
    former = FormerPlayer.objects.filter(entry__tournament__in=keys)
    places = "position", "until_round", "until_hand"
    for place, played, hand, contest, number, *named in former.values_list(*places, *columns):
        left = Left(place, played, hand, person_of(people, *named))
        found[contest][number].left.append(left)
    return found


def person_of(people: People, club: int, player: int | None, name: str) -> Person:
    """Return the person who was in an entry of a club's contest."""
    return people.of(player) if player else (club, plain_name(name))


class SameState(StrEnum):
    """How certain it is that two players are one person; also the order of the list."""

    TO_ANSWER = "to_answer"
    """Another club asks this one."""
    ALIKE = "alike"
    """Another club has the same licence number; nobody has asked yet."""
    ASKED = "asked"
    """This club asked, and the other has not answered."""
    CONFIRMED = "confirmed"
    REFUSED = "refused"


def alike_elsewhere(players: Sequence[Player]) -> list[Player]:
    """Return players of other participating clubs with the licence number of one of these."""
    licences = {player.licence for player in players if player.licence}
    if not licences:
        return []
    others = Player.objects.filter(
        club__in=clubs_together().values("pk"), licence__in=licences, merged_into=None
    )
    own = {player.club_id for player in players}
    found = others.exclude(club__in=own).exclude(shown=Player.Shown.ANONYMOUS)
    return list(found.select_related("club").order_by("club__name", "pk"))


def elsewhere_lines(club: Club) -> list[dict[str, Any]]:
    """Return the questions to the club, then the players it can ask about, then the others.

    Nothing is shown of the other player that is not public: `club` and `other` are empty if not
    even these may be shown. Three queries, whatever the number of clubs.
    """
    links = SamePerson.objects.of_club(club).filter(
        one__club__in=clubs_together().values("pk"), other__club__in=clubs_together().values("pk")
    )
    lines = [
        _linked(link, club)
        for link in links.select_related("one__club", "other__club").order_by("pk")
    ]
    known = {frozenset((link.one_id, link.other_id)) for link in links}
    players = Player.objects.of_club(club).exclude(licence="").filter(merged_into=None)
    own: defaultdict[str, list[Player]] = defaultdict(list)
    for player in players:
        own[player.licence].append(player)
    for other in alike_elsewhere([player for alike in own.values() for player in alike]):
        for player in own[other.licence]:
            if {player.pk, other.pk} not in known:
                lines.append(_alike(player, other))
    order = list(SameState)
    return sorted(
        lines, key=lambda line: (order.index(line["state"]), name_key(line["player"].name))
    )


def questions_for(club: Club) -> int:
    """Return how many questions of other clubs this club has to answer; one query."""
    asked = SamePerson.objects.of_club(club).filter(answered_at=None)
    return asked.exclude(asked_by=club).filter(asked_by__in=clubs_together().values("pk")).count()


def _alike(player: Player, other: Player) -> dict[str, Any]:
    # A licence number may be attributed to a club only if the full name is public.
    is_named = is_open(other)
    return {
        "state": SameState.ALIKE,
        "player": player,
        "club": other.club.name if is_named else "",
        "other": other.name if is_named else "",
    }


def _linked(link: SamePerson, club: Club) -> dict[str, Any]:
    own, other = link.one, link.other
    if own.club_id != club.pk:
        own, other = other, own
    state = _state(link, club)
    is_named = state in {SameState.TO_ANSWER, SameState.CONFIRMED} or is_open(other)
    return {
        "state": state,
        "player": own,
        "club": other.club.name if is_named else "",
        "other": shown_to_all(other) if is_named else "",
        "link": link,
        "asked_name": link.asked_name if link.asked_by_id == club.pk else "",
    }


def _state(link: SamePerson, club: Club) -> SameState:
    if link.is_refused:
        return SameState.REFUSED
    if link.answered_at:
        return SameState.CONFIRMED
    return SameState.ASKED if link.asked_by_id == club.pk else SameState.TO_ANSWER


def own_elsewhere(phone: PlayerPhone) -> list[tuple[PlayerPhone, SamePerson | None]]:
    """Return the phone's players in other clubs, if both take part; at most three queries.

    Each with the link between both players, None where nobody asked for one.
    """
    if phone.confirmed_at is None or phone.player.club.together_from is None:
        return []
    others = (
        PlayerPhone.objects.confirmed()
        .filter(key_hash=phone.key_hash, club__in=clubs_together().values("pk"))
        .exclude(club=phone.club_id)
        .select_related("club", "player")
    )
    found = list(others)
    if not found:
        return []
    links = SamePerson.objects.filter(Q(one=phone.player_id) | Q(other=phone.player_id))
    by_other = {link.one_id + link.other_id - phone.player_id: link for link in links}
    return [(other, by_other.get(other.player_id)) for other in found]


def current_table() -> NationalTable | None:
    """Return the newest complete table; one query."""
    return NationalTable.objects.exclude(finished_at=None).order_by("-pk").first()


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownPlace:
    """A club of a person; `url` is the club's public page, None if there is none."""

    name: str
    url: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonLine:
    """A person's line as everybody sees it; licence and categories only if the name is public."""

    place: int
    name: str
    url: str | None
    licence: str
    categories: str
    clubs: tuple[ShownPlace, ...]
    strength: Strength
    games: int
    won_share: Fraction
    contests: int
    contests_won: int
    has_one_partner: bool


def lines_sought(table: NationalTable, *, search: str, category: str) -> QuerySet[NationalLine]:
    lines = NationalLine.objects.filter(table=table)
    for word in words_of(search):
        lines = lines.filter(sought__contains=word)
    if category:
        lines = lines.filter(categories__contains=f"|{category}|")
    return lines


def person_lines(lines: Iterable[NationalLine], *, search: str = "") -> list[PersonLine]:
    """Return lines as they are shown; one query for all.

    Left out are persons whose name was removed or whose club left since the table was computed,
    and, in a search, persons who would be found by a name that is hidden by now.
    """
    lines = list(lines)
    players = loaded(pk for line in lines for pk in line.players)
    words = words_of(search)
    found = []
    for line in lines:
        own = [players[pk] for pk in line.players if pk in players]
        if len(own) == len(line.players):
            shown = _shown(line, own)
            sought = words_of(" ".join([shown.name, *(club.name for club in shown.clubs)]))
            if all(any(word in part for part in sought) for word in words):
                found.append(shown)
    return found


def _shown(line: NationalLine, players: list[Player]) -> PersonLine:
    is_whole = all(map(is_open, players))
    licences = dict.fromkeys(player.licence for player in players if player.licence)
    categories = dict.fromkeys(one for player in players for one in player.categories)
    return PersonLine(
        place=line.place,
        name=shown_of_all(players),
        url=_page_of(players),
        licence=", ".join(licences) if is_whole else "",
        categories=categories_text(categories) if is_whole else "",
        clubs=tuple(_place(player.club) for player in players),
        strength=Strength(mu=line.mu, sigma=line.sigma),
        games=line.games,
        won_share=Fraction(line.won, line.games),
        contests=line.contests,
        contests_won=line.contests_won,
        has_one_partner=line.has_one_partner,
    )


def _page_of(players: list[Player]) -> str | None:
    """Return a page of the person; None if it would show a name that another club hides."""
    if len(players) > 1 and not all(map(is_open, players)):
        return None
    for player in players:
        if player.club.opens_rankings and player.has_public_page:
            return reverse("tournaments:club-player", args=[player.club_id, player.pk])
    return None


def _place(club: Club) -> ShownPlace:
    url = reverse("tournaments:club-detail", args=[club.pk]) if club.opens_rankings else None
    return ShownPlace(name=club.name, url=url)


SHORT_HASH: Final = 16


def write_folder(folder: Path, *, progress: Callable[[], object] = lambda: None) -> int:
    """Write the documents and `people.json` to a folder; return the number of documents.

    Raises OSError if the folder cannot be written.
    """
    people = _Names(people_together())
    count = 0
    contests = counted_contests().select_related("club").order_by("club", "date", "pk")
    for contest in contests.iterator():
        document = document_of(contest)
        club = f"{contest.club_id}-{slugify(contest.club.name)}".rstrip("-")
        name = f"{contest.date:%Y-%m-%d}-{document['log'][0]['hash'][:SHORT_HASH]}.json"
        (folder / club).mkdir(parents=True, exist_ok=True)
        (folder / club / name).write_text(document_text(document) + "\n", encoding="utf-8")
        people.add(contest, club, name)
        count += 1
        progress()
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps(people.to_dict(), ensure_ascii=False, indent=1)
    (folder / PEOPLE).write_text(text + "\n", encoding="utf-8")
    return count


@dataclass(slots=True)
class _Names:
    """The names of people in the documents, and namesakes."""

    people: People
    bearers: dict[tuple[str, str], Person] = field(default_factory=dict)
    names: defaultdict[Person, dict[tuple[str, str], str]] = field(
        default_factory=lambda: defaultdict(dict)
    )
    apart: list[list[Any]] = field(default_factory=list)

    def add(self, contest: Tournament, club: str, file: str) -> None:
        columns = "player", "name", "entry__number", "position"
        left = "until_round", "until_hand"
        present = EntryPlayer.objects.filter(entry__tournament=contest)
        former = FormerPlayer.objects.filter(entry__tournament=contest)
        for rows in (
            present.order_by(*columns[2:]).values_list(*columns),
            former.order_by(*columns[2:], *left).values_list(*columns, *left),
        ):
            for player, name, *seat in rows:
                who = person_of(self.people, contest.club_id, player, name)
                self._add_name(who, name, club, file, seat)

    def _add_name(self, who: Person, name: str, club: str, file: str, seat: list[int]) -> None:
        plain = plain_name(name)
        if self.bearers.setdefault((club, plain), who) != who:
            name = f"{name} ({who if isinstance(who, int) else '–'})"
            plain = plain_name(name)
            self.apart.append([club, file, *seat[:2], name, *seat[2:]])
        self.names[who].setdefault((club, plain), name)

    def to_dict(self) -> dict[str, list[Any]]:
        groups = [
            [[club, name] for (club, _plain), name in own.items()]
            for own in self.names.values()
            if len(own) > 1
        ]
        return {"same": groups, "apart": self.apart}
