"""Leagues and seasons in a fixed number of queries: tables, lists, spreadsheet."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from itertools import zip_longest
from typing import Any, Final, TypeAlias

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from scorekeeper.extensions import optional_url
from scorekeeper.models import Club, Player
from scorekeeper.models.sort_names import folded, name_key
from tournaments.files.spreadsheets import Cell, Column, ExportedList
from tournaments.models import League, LeagueTeam, Season, SeasonPenalty
from tournaments.rankings.labels import named_note_text, number_text, why_text
from tournaments.rankings.queries.exports import NAMES_WIDTH, TEXT_WIDTH
from tournaments.seasons.labels import penalty_text, rules_sentences
from tournaments.seasons.queries.credits import credited_players
from tournaments.seasons.queries.items import Item, ItemKind, Listed, listed_items, other_items
from tournaments.seasons.queries.tables import (
    Placed,
    Score,
    SeasonAsShown,
    penalised,
    season_tables,
    table_of,
)
from tournaments.standings.criteria import CriterionCode
from tournaments.standings.record import Number
from tournaments.standings.season_table import SEASON_CRITERIA
from tournaments.tags import tag_label

# The number of evenings for which a screen has columns beside place, name and score.
MOST_COLUMNS: Final = 6
LINES_A_PAGE: Final = 50
LINES_OVER: Final = 10
"""With no more additional lines than this, the page is not split."""
PersonAddress: TypeAlias = Callable[[int], str]
"""Returns the link of a player's name, by key."""
CRITERIA: Final = (CriterionCode.ENOUGH_EVENINGS, *SEASON_CRITERIA)
TO_THE_PAGE: Final = {
    ItemKind.CONTEST: "tournaments:ranking",
    ItemKind.EVENING: "scorekeeper:evening-detail",
    ItemKind.PAST: "tournaments:past-detail",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningColumn:
    """An evening of the season, in the order played; no address if the reader may not follow it."""

    number: int
    name: str
    date: date
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EventCell:
    """The value of an evening for an entrant; no text if absent."""

    column: EveningColumn
    text: str = ""
    is_counted: bool = True


@dataclass(frozen=True, slots=True)
class SeasonPerson:
    """A person on this page; `url` is the link of the name, if any."""

    pk: int
    name: str
    is_hidden: bool = False
    url: str = ""
    is_nameless: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonRow:
    """One line of the table; `note` explains why it is before the next one, if necessary."""

    rank: int | None
    people: tuple[SeasonPerson, ...]
    columns: Sequence[EveningColumn]
    penalties: tuple[str, ...]
    is_finalist: bool
    ends_finalists: bool
    note: str
    exact: Score

    # Put into words only when shown: on one page of four.

    @property
    def score(self) -> str:
        return number_text(self.exact.score)

    @property
    def fined(self) -> int:
        return sum(points for points, _reason in self.exact.penalties)

    @property
    def average(self) -> str:
        return number_text(self.exact.average)

    @property
    def best(self) -> str:
        return number_text(self.exact.best.worth)

    @property
    def tags(self) -> tuple[str, ...]:
        return tuple(tag_label(tag) for tag in self.exact.tags)

    @property
    def cells(self) -> tuple[EventCell, ...]:
        """Return the value of every evening, computed when shown."""
        worths = {worth.evening: worth for worth in self.exact.worths}
        return tuple(
            EventCell(column=column, text=number_text(worth.worth), is_counted=worth.is_counted)
            if (worth := worths.get(column.number))
            else EventCell(column=column)
            for column in self.columns
        )

    @property
    def attended_cells(self) -> tuple[EventCell, ...]:
        return tuple(cell for cell in self.cells if cell.text)


@dataclass(frozen=True, kw_only=True)
class SeasonPage:
    """The table of a season, of all or of a tag."""

    season: Season
    columns: tuple[EveningColumn, ...]
    rows: tuple[SeasonRow, ...]
    not_ranked: tuple[SeasonRow, ...]
    tags: tuple[tuple[str, str], ...]
    tag: str
    items: tuple[Item, ...]
    played: int
    rules: tuple[str, ...]

    @property
    def shows_columns(self) -> bool:
        """Return whether every evening has a column; otherwise each line lists its own evenings."""
        return len(self.columns) <= MOST_COLUMNS

    @cached_property
    def has_bonus(self) -> bool:
        return any(row.exact.bonus for row in self._all_rows)

    @cached_property
    def has_penalties(self) -> bool:
        return any(row.penalties for row in self._all_rows)

    @cached_property
    def has_dropped(self) -> bool:
        worths = (worth for row in self._all_rows for worth in row.exact.worths)
        return any(not worth.is_counted for worth in worths)

    @cached_property
    def width(self) -> int:
        """Return the number of columns: seven, and some that only certain seasons have."""
        evenings = len(self.columns) if self.shows_columns else 0
        return 7 + evenings + self.has_bonus + self.has_penalties

    @property
    def tag_label(self) -> str:
        return tag_label(self.tag)

    @property
    def _all_rows(self) -> tuple[SeasonRow, ...]:
        return (*self.rows, *self.not_ranked)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonPart:
    """The lines of a table on one page.

    `each` is the entrant whose evenings are unfolded; `query` is the rest of the address for links
    that unfold others. With `shows_all` a phone shows every figure of a line.
    """

    rows: tuple[SeasonRow, ...]
    not_ranked: tuple[SeasonRow, ...]
    lines: Page[SeasonRow]
    each: int | None = None
    query: str = ""
    shows_all: bool = False

    @property
    def unfolded(self) -> SeasonRow | None:
        """Return the line to unfold, if it is on this page."""
        rows = (*self.rows, *self.not_ranked)
        return next((row for row in rows if row.exact.entrant == self.each), None)


def part_of(
    page: SeasonPage,
    *,
    number: str,
    is_whole: bool = False,
    each: int | None = None,
    own: int | None = None,
    query: str = "",
    shows_all: bool = False,
) -> SeasonPart:
    """Return the lines of one page; without a number, the page with the entrant `own`."""
    rows = [*page.rows, *page.not_ranked]
    pages = Paginator(rows, len(rows) or 1 if is_whole else LINES_A_PAGE, orphans=LINES_OVER)
    place = next((at for at, row in enumerate(rows) if any(p.pk == own for p in row.people)), 0)
    lines = pages.get_page(number or min(place // LINES_A_PAGE + 1, pages.num_pages))
    ranked = max(0, len(page.rows) - (lines.start_index() - 1 if rows else 0))
    shown = tuple(lines.object_list)
    return SeasonPart(
        rows=shown[:ranked],
        not_ranked=shown[ranked:],
        lines=lines,
        each=each,
        query=query,
        shows_all=shows_all,
    )


def seasons_of(club: Club) -> QuerySet[Season]:
    """Return the seasons of a club with their leagues, latest first."""
    found = Season.objects.filter(league__club=club).select_related("league__club")
    return found.order_by("-starts_on", "-pk")


def members_page(player: int) -> str:
    """Return the link of a player's name for members of the club."""
    return reverse("tournaments:player-detail", args=[player])


def names_of(
    keys: Iterable[int], *, for_everybody: bool, address: PersonAddress | None = None
) -> dict[int, SeasonPerson]:
    """Return the names of players, by key; public names for everybody; one query.

    A player merged since a season was frozen has the other one's name. For everybody a name has a
    link only if the person wants a page.
    """
    found: dict[int, SeasonPerson] = {}
    for player in Player.objects.filter(pk__in=set(keys)).select_related("merged_into"):
        now = player.merged_into or player
        name = now.public_name if for_everybody else now.name
        found[player.pk] = SeasonPerson(
            now.pk,
            name,
            is_hidden=name != now.name,
            url=address(now.pk) if address and (now.has_public_page or not for_everybody) else "",
            is_nameless=now.shown == Player.Shown.ANONYMOUS,
        )
    return found


def title_of(names: Iterable[str]) -> str:
    return " & ".join(sorted(names, key=name_key))


def season_page(
    season: Season,
    *,
    tag: str = "",
    for_everybody: bool = False,
    address: PersonAddress = members_page,
) -> SeasonPage:
    """Return the table of a season; with a tag only the players with that tag."""
    table = table_of(season)
    tag = tag if tag in table.by_tag else ""
    keys = [pk for entrant in table.scores for pk in credited_players(entrant)]
    people = names_of(keys, for_everybody=for_everybody, address=address)
    columns = tuple(
        EveningColumn(
            number=number,
            name=item.name,
            date=item.date,
            url="" if for_everybody else optional_url(TO_THE_PAGE[item.kind], item.pk),
        )
        for number, item in played_items(table)
    )
    rows = _Rows(season, table, columns, people)
    return SeasonPage(
        season=season,
        columns=columns,
        rows=rows.ranked(table.by_tag[tag] if tag else table.ranking, is_general=not tag),
        not_ranked=() if tag else rows.not_ranked(),
        tags=tuple((one, tag_label(one)) for one in table.by_tag if table.by_tag[one]),
        tag=tag,
        items=table.items,
        played=table.played,
        rules=tuple(rules_sentences(season.rules, finalists=season.finalists)),
    )


def played_items(table: SeasonAsShown) -> list[tuple[int, Item]]:
    """Return the items in which anybody has a result, with their numbers."""
    return [item for item in enumerate(table.items, 1) if item[0] in table.evenings]


@dataclass(frozen=True, slots=True)
class _Rows:
    """Builds the lines of a page."""

    season: Season
    table: SeasonAsShown
    columns: Sequence[EveningColumn]
    people: Mapping[int, SeasonPerson]

    def ranked(self, places: Sequence[Placed], *, is_general: bool) -> tuple[SeasonRow, ...]:
        """Return the lines of a ranking; only the general one marks the finalists."""
        finalists = {
            place.entrant
            for place in places
            if is_general
            and place.rank <= self.season.finalists
            and not self.table.scores[place.entrant].is_short
        }
        followers = [place.entrant for place in places[1:]]
        return tuple(
            self._row(
                place,
                is_finalist=place.entrant in finalists,
                ends=place.entrant in finalists and follower not in finalists,
            )
            for place, follower in zip_longest(places, followers)
        )

    def not_ranked(self) -> tuple[SeasonRow, ...]:
        """Return those who came too seldom to be ranked, best first."""
        scores = (self.table.scores[who] for who in self.table.not_ranked)
        ordered = sorted(scores, key=lambda score: (-score.score, score.entrant))
        return tuple(self._row(Placed(0, score.entrant, None)) for score in ordered)

    def _row(self, place: Placed, *, is_finalist: bool = False, ends: bool = False) -> SeasonRow:
        score = self.table.scores[place.entrant]
        # The reason of a penalty may contain a name.
        people = self._who(place.entrant)
        hides = any(person.is_hidden for person in people)
        return SeasonRow(
            rank=place.rank or None,
            people=people,
            columns=self.columns,
            penalties=tuple(
                penalty_text(points, "…" if hides else reason) for points, reason in score.penalties
            ),
            is_finalist=is_finalist,
            ends_finalists=ends,
            note=self._note(place),
            exact=score,
        )

    def _who(self, entrant: int) -> tuple[SeasonPerson, ...]:
        found = [self.people.get(pk) or SeasonPerson(pk, "?") for pk in credited_players(entrant)]
        if len(found) > 1:
            found.sort(key=lambda person: name_key(person.name))
        return tuple(found)

    def _note(self, place: Placed) -> str:
        """Return why a line is before the next; empty if the score explains it."""
        decision = place.decision
        if decision is None or decision.code is CriterionCode.SCORE:
            return ""
        why = why_text(decision, CRITERIA, of_season=True)
        below = title_of(person.name for person in self._who(decision.below))
        return named_note_text(decision, why, below)


DATE_WIDTH: Final = 12


def season_sheet(page: SeasonPage) -> ExportedList:
    """Return the table with a line for each player or team; unranked ones come last."""
    are_teams = page.season.league.kind == League.Kind.TEAMS
    names = (
        [Column(_("First player"), TEXT_WIDTH), Column(_("Second player"), TEXT_WIDTH)]
        if are_teams
        else [Column(_("Player"), NAMES_WIDTH)]
    )
    evenings = [
        Column(f"{date_format(column.date, 'SHORT_DATE_FORMAT')} {column.name}", DATE_WIDTH)
        for column in page.columns
    ]
    columns = (
        Column(_("Place")),
        *names,
        Column(_("Categories"), TEXT_WIDTH),
        Column(_("Score")),
        Column(_("Evenings")),
        *evenings,
        Column(_("Dropped"), TEXT_WIDTH),
        Column(_("Bonus")),
        Column(_("Penalties")),
        Column(_("Reasons"), TEXT_WIDTH),
        Column(_("Average")),
        Column(_("Wins")),
        Column(_("Best event")),
        Column(_("Final")),
        Column(_("Why this place"), 2 * NAMES_WIDTH),
    )
    rows = (_row(row, len(names)) for row in (*page.rows, *page.not_ranked))
    return ExportedList(title=_("Season"), columns=columns, rows=rows)


def _row(row: SeasonRow, places: int) -> list[Cell]:
    exact = row.exact
    worths = {worth.evening: worth for worth in exact.worths}
    dropped = [cell for cell in row.cells if cell.text and not cell.is_counted]
    names = tuple(person.name for person in row.people)
    return [
        row.rank,
        *(names + ("",) * places)[:places],
        ", ".join(row.tags),
        _number(exact.score),
        exact.attended,
        *(_number(worths[cell.column.number].worth) if cell.text else None for cell in row.cells),
        ", ".join(date_format(cell.column.date, "SHORT_DATE_FORMAT") for cell in dropped),
        exact.bonus or None,
        -row.fined or None,
        "; ".join(row.penalties),
        _number(exact.average),
        exact.wins,
        _number(exact.best.worth),
        _("final") if row.is_finalist else "",
        row.note or (_("too few events") if exact.is_short else ""),
    ]


def _number(number: Number) -> Cell:
    """Return a number, fractions as text, because no cell holds one exactly."""
    return number if isinstance(number, int) else number_text(number)


def league_lines(club: Club, *, today: date) -> list[dict[str, Any]]:
    """Return the leagues of a club, most recently played first; a fixed number of queries."""
    seasons = list(seasons_of(club))
    # Fixed teams have a table of their own.
    tables = season_tables([s for s in seasons if s.league.kind != League.Kind.FIXTURES])
    leaders = [score for table in tables.values() for score in table.leaders]
    people = names_of(
        (pk for score in leaders for pk in credited_players(score.entrant)), for_everybody=False
    )
    found: dict[int, dict[str, Any]] = {}
    for season in seasons:
        line = found.setdefault(season.league_id, {"league": season.league, "seasons": []})
        line["seasons"].append(_season_line(season, tables.get(season.pk), people, today))
    return list(found.values())


def _season_line(
    season: Season, table: SeasonAsShown | None, people: Mapping[int, SeasonPerson], today: date
) -> dict[str, Any]:
    """Return a season's line: its leaders, and the number of evenings played."""
    first = table.leaders if table else ()
    return {
        "season": season,
        "leaders": [
            title_of(people[pk].name for pk in credited_players(score.entrant) if pk in people)
            for score in first
        ],
        "score": number_text(first[0].score) if first else "",
        "played": table.played if table else 0,
        "is_live": season.frozen_at is None and season.starts_on <= today <= season.ends_on,
        "is_over": season.frozen_at is not None or today > season.ends_on,
    }


def events_list(season: Season) -> tuple[list[Listed], list[Item]]:
    """Return what counts for a season or was left out, latest first, and what can be added."""
    listed = listed_items([season])[season.pk]
    return listed[::-1], other_items(season, listed)


@dataclass(frozen=True, slots=True, kw_only=True)
class Payer:
    """Who may get a penalty: a player, two as a team, or a fixed team."""

    title: str
    players: tuple[Player, ...] = ()
    team: LeagueTeam | None = None


def payers_of(season: Season) -> list[Payer]:
    kind = season.league.kind
    if kind == League.Kind.FIXTURES:
        found = [Payer(title=team.name, team=team) for team in season.teams.all()]
    elif kind == League.Kind.TEAMS:
        found = _teams_of(season)
    else:
        players = Player.objects.of_club(season.league.club).filter(merged_into=None)
        found = [Payer(title=player.name, players=(player,)) for player in players]
    return sorted(found, key=lambda payer: folded(payer.title))


def _teams_of(season: Season) -> list[Payer]:
    pairs = [credited_players(entrant) for entrant in table_of(season).scores]
    players = Player.objects.in_bulk({pk for pair in pairs for pk in pair})
    return [
        Payer(
            title=title_of(players[pk].name for pk in pair),
            players=tuple(players[pk] for pk in pair),
        )
        for pair in pairs
        if players.keys() >= set(pair)
    ]


def fines_list(season: Season) -> list[dict[str, Any]]:
    """Return the penalties, latest first; `waits` if the entrant has no result yet."""
    stored = SeasonPenalty.objects.filter(season=season).select_related("player", "team")
    penalties = list(stored.prefetch_related("team__players").order_by("-at", "-pk"))
    is_fixtures = season.league.kind == League.Kind.FIXTURES
    known = set() if is_fixtures or not penalties else set(table_of(season).scores)
    return [
        {
            "penalty": fine,
            "title": _title(fine, is_fixtures=is_fixtures),
            "waits": not is_fixtures and penalised(fine) not in known,
        }
        for fine in penalties
    ]


def _title(fine: SeasonPenalty, *, is_fixtures: bool) -> str:
    if fine.team is None:
        return fine.player.name if fine.player else ""
    if is_fixtures:
        return fine.team.name
    return title_of(player.name for player in fine.team.players.all())
