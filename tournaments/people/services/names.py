"""How a player's name is shown: in full, by initials, or removed for ever."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.contrib.admin.models import LogEntry as AdminEntry
from django.contrib.contenttypes.models import ContentType
from django.db import models, transaction
from django.db.models import F, Q, QuerySet
from django.db.models.fields.json import KT
from django.db.models.functions import Cast
from django.utils.translation import gettext as _

from scorekeeper.backups.erasures import empty_written_log, note_erasures
from scorekeeper.clubs.services.clubs import lock_club
from scorekeeper.clubs.services.players import AnonymousError
from scorekeeper.documents.queries import evenings_with_state
from scorekeeper.game_chain import hash_of_events
from scorekeeper.models import (
    Attendance,
    Club,
    Evening,
    Game,
    GameEvent,
    GameSeat,
    Hand,
    Membership,
    Player,
)
from scorekeeper.models.authors import Author
from scorekeeper.models.clubs import display_name
from scorekeeper.models.evenings import EveningAction, KeptElsewhereError
from scorekeeper.models.games import new_mark
from scorekeeper.models.sort_names import name_key
from tournaments.audit_log.chain import VOUCHED
from tournaments.audit_log.locks import lock_contests
from tournaments.audit_log.log import append, touch_results
from tournaments.audit_log.replay.document import TournamentFields
from tournaments.audit_log.replay.fields import WORDED, marked
from tournaments.models import (
    ArrivedEvening,
    ArrivedName,
    Call,
    Entry,
    EntryPlayer,
    FormerPlayer,
    LeagueTeam,
    LogEntry,
    Match,
    NationalLine,
    PastResult,
    PlayerPhone,
    SamePerson,
    Season,
    SeasonPenalty,
    SheetVerdict,
    TableMessage,
    TablePhone,
    Tournament,
)
from tournaments.redaction import NameTaker

_REASON: Final = "penalty_reason"
_OF_NAMES: Final = (GameEvent.Kind.STARTED, GameEvent.Kind.EDITED)
_OF_WORDS: Final = (GameEvent.Kind.STOPPED, GameEvent.Kind.REOPENED)
BATCH: Final = 500


@transaction.atomic
def show_name(*, player_id: int, shown: str, has_page: bool | None = None) -> Player:
    """Set whether public pages show the full name or initials, and whether it links to a page.

    Raises AnonymousError for players without a name, and for removing one, which is done by
    `anonymise_player`.
    """
    player = Player.objects.select_related("club").get(pk=player_id)
    lock_contests(player.club)
    people = Player.objects.filter(Q(pk=player.pk) | Q(merged_into=player))
    _show_anew(people)
    lock_club(player.club)
    player.refresh_from_db(fields=["shown", "has_page"])
    if Player.Shown.ANONYMOUS in {player.shown, shown}:
        raise AnonymousError
    player.shown = Player.Shown(shown)
    player.has_page = player.has_page if has_page is None else has_page
    player.save(update_fields=["shown", "has_page"])
    merged = Player.objects.filter(merged_into=player)
    merged.update(shown=player.shown, has_page=player.has_page)
    for contest in Tournament.objects.naming(people):
        touch_results(contest)
    transaction.on_commit(note_erasures)
    return player


def _show_anew(people: QuerySet[Player]) -> None:
    """Change the version of tables and evenings with these people, so that phones reload them.

    The evenings themselves do not change: a hall's computer can continue to send them.
    """
    tonight = Q(status=Game.Status.PLAYING) | Q(evening__closed_at=None, evening__isnull=False)
    seated = Game.objects.filter(tonight, seats__player__in=people)
    games = Game.objects.filter(pk__in=list(seated.values_list("pk", flat=True)))
    evenings = evenings_with_state().filter(pk__in=games.values("evening"))
    untouched = list(evenings.filter(state=F("arrived__taken")).values_list("pk", flat=True))
    games.update(version=F("version") + 1, mark=new_mark())
    for evening in evenings_with_state().filter(pk__in=untouched):
        ArrivedEvening.objects.filter(evening=evening.pk).update(taken=evening.state)


@transaction.atomic
def anonymise_player(*, player_id: int, author: Author, now: datetime) -> Player:
    """Remove a player's name from all stored data for ever; points stay.

    Players merged into this one lose their names too. Redacted log entries keep their hash, and a
    new entry vouches for what is left of them. Raises AnonymousError; also WrittenElsewhereError
    and KeptElsewhereError for players in a contest or an evening that another computer writes,
    where the name must be removed first.
    """
    player = Player.objects.select_related("club").get(pk=player_id)
    club = player.club
    contests = lock_contests(club)
    seats = GameSeat.every.filter(player=player)
    list(Game.objects.select_for_update().filter(pk__in=seats.values("game")).order_by("pk"))
    lock_club(club)
    player.refresh_from_db(fields=["name", "shown", "merged_into"])
    if player.shown == Player.Shown.ANONYMOUS or player.merged_into_id:
        raise AnonymousError
    _refuse_kept_elsewhere(player)
    _Eraser(player, author, now).erase(contests)
    transaction.on_commit(note_erasures)
    transaction.on_commit(empty_written_log)
    player.refresh_from_db()
    return player


def _refuse_kept_elsewhere(player: Player) -> None:
    """Raise KeptElsewhereError for players at an evening that another computer writes.

    A change here would conflict with the evening on that computer.
    """
    people = Player.objects.filter(Q(pk=player.pk) | Q(merged_into=player))
    was_there = Q(attendances__player__in=people) | Q(games__seats__player__in=people)
    evening = Evening.objects.filter(was_there, club=player.club_id, is_mirror=True).first()
    if evening:
        raise KeptElsewhereError(evening.pk)


def neutral_name(player: Player) -> str:
    """Return the placeholder for a removed name; it is unique in the club."""
    base = _("Anonymous %(number)d") % {"number": player.pk}
    others = Player.objects.of_club(player.club).exclude(pk=player.pk)
    taken = {name.casefold() for name in others.values_list("name", flat=True)}
    candidates = (base if not again else f"{base}-{again + 1}" for again in range(len(taken) + 1))
    return next(name for name in candidates if name.casefold() not in taken)


@dataclass(frozen=True, slots=True)
class _Known:
    """The names of a person: unique ones, and those that may be somebody else's by now."""

    sure: frozenset[str]
    in_contest: Mapping[int, frozenset[str]]
    in_game: Mapping[int, frozenset[str]]


class _Eraser:
    """Removes one person's name from a club's data."""

    def __init__(self, player: Player, author: Author, now: datetime) -> None:
        self.player, self.author, self.now = player, author, now
        self.club: Club = player.club
        self.people = [player, *Player.objects.filter(merged_into=player)]
        self.word = neutral_name(player)
        self.known = self._find_names()
        self.taker = NameTaker(dict.fromkeys(self.known.sure, self.word))
        # Signatures of accounts keep the account's name.
        members = Membership.objects.filter(club=self.club).select_related("user")
        self.signs = not any(self.taker.is_meant(display_name(one.user)) for one in members)

    def erase(self, contests: Iterable[Tournament]) -> None:
        """Remove the name; first from logs, which are found by the stored names."""
        entered = {contest for contest, _name in self._entered()}
        for contest in contests:
            is_named = self._erase_groups(contest) or contest.pk in entered
            self._erase_log(contest, is_named=is_named)
        self._erase_events()
        self._erase_past()
        self._erase_seats()
        self._erase_words()
        self._erase_players()

    def _entries(self) -> tuple[QuerySet[EntryPlayer], QuerySet[FormerPlayer]]:
        """Return the person's present and former places in entries."""
        present = EntryPlayer.objects.filter(player__in=self.people)
        return present, FormerPlayer.objects.filter(player__in=self.people)

    def _entered(self) -> list[tuple[int, str]]:
        """Return contests with the names under which the person took part."""
        return [
            row for rows in self._entries() for row in rows.values_list("entry__tournament", "name")
        ]

    def _seats(self) -> QuerySet[GameSeat]:
        return GameSeat.every.filter(player__in=self.people)

    def _find_names(self) -> _Known:
        """Return the present and earlier names of the person.

        A name that another player has by now is removed only where this person used it.
        """
        entries = self._entered()
        seats = list(self._seats().values_list("game", "name").distinct())
        own = {person.name for person in self.people}
        own |= {name for _place, name in (*entries, *seats)}
        others = Player.objects.of_club(self.club).exclude(pk__in=[one.pk for one in self.people])
        theirs = NameTaker(dict.fromkeys(others.values_list("name", flat=True), ""))
        sure = frozenset(name for name in own if not theirs.is_meant(name))
        return _Known(sure, _by_place(entries, sure), _by_place(seats, sure))

    def _taker_of(self, extra: frozenset[str] | None) -> NameTaker:
        if not extra:
            return self.taker
        return NameTaker(dict.fromkeys(self.known.sure | extra, self.word))

    def _erase_groups(self, contest: Tournament) -> bool:
        """Remove the name from a contest's wishes and its announced contact."""
        self._erase_requests(contest)
        plain = {
            one.column: getattr(contest, one.column) for one in marked(TournamentFields, WORDED)
        }
        # The same names as in the log, so that log and contest stay equal.
        left = self._taker_of(self.known.in_contest.get(contest.pk)).values(plain)
        if left == plain:
            return False
        for name, value in left.items():
            setattr(contest, name, value)
        contest.save(update_fields=[*left])
        return True

    def _erase_requests(self, contest: Tournament) -> None:
        """Delete the contact data of entry requests under the name."""
        taker = self._taker_of(self.known.in_contest.get(contest.pk))
        for request in contest.requests.all():
            names = [taker.name(name) for name in request.names]
            if names != request.names:
                request.names, request.phone, request.mail = names, "", ""
                request.save(update_fields=["names", "phone", "mail"])

    def _erase_log(self, contest: Tournament, *, is_named: bool) -> None:
        """Remove the name from a contest's log, with an entry that vouches for what is left."""
        taker = self._taker_of(self.known.in_contest.get(contest.pk))
        seals: list[list[Any]] = []
        changed: list[LogEntry] = []
        for entry in self._suspects(contest).order_by("number"):
            link = taker.link(entry.link, signs=self.signs and entry.author_id is None)
            if link:
                entry.data, entry.author_name = link.data, link.author
                changed.append(entry)
                seals.append([link.number, link.true_hash()])
        LogEntry.objects.bulk_update(changed, ["data", "author_name"], batch_size=BATCH)
        if seals or is_named:
            data = {VOUCHED: seals}
            append(contest, LogEntry.Kind.REDACTED, data, author=self.author, now=self.now)
            touch_results(contest)

    def _suspects(self, contest: Tournament) -> QuerySet[LogEntry]:
        """Return the log entries that may contain a name; of those at tables only some kinds do."""
        unsigned = contest.log.filter(author=None)
        signed = Q(author=None, author_name__in=self._signatures(unsigned, "author_name"))
        worded = Q(data__act__in=[*_OF_NAMES, *_OF_WORDS]) | Q(was__gt="") | Q(became__gt="")
        acts = contest.log.annotate(was=_reason("data__before"), became=_reason("data__after"))
        return acts.filter(~Q(kind=LogEntry.Kind.GAME) | worded | signed)

    def _signatures(self, rows: models.Manager[Any] | QuerySet[Any], column: str) -> list[str]:
        """Return the spellings of the person's signature in a column."""
        if not self.signs:
            return []
        names = rows.order_by().values_list(column, flat=True).distinct()
        return [name for name in names if self.taker.is_meant(name)]

    def _erase_events(self) -> None:
        events = GameEvent.objects.filter(game__club=self.club)
        signatures = self._signatures(events.filter(author=None), "author_name")
        signed = events.filter(author=None, author_name__in=signatures)
        games = set(signed.values_list("game", flat=True))
        signed.update(author_name=self.word)
        worded = Q(kind__in=[*_OF_NAMES, *_OF_WORDS]) | Q(was__gt="") | Q(became__gt="")
        suspects = events.annotate(was=_reason("before"), became=_reason("after")).filter(worded)
        changed = []
        for event in suspects.only("game_id", "before", "after").iterator(chunk_size=BATCH):
            taker = self._taker_of(self.known.in_game.get(event.game_id))
            before, after = taker.values(event.before), taker.values(event.after)
            if (before, after) != (event.before, event.after):
                event.before, event.after = before, after
                changed.append(event)
        GameEvent.objects.bulk_update(changed, ["before", "after"], batch_size=BATCH)
        self._chain_anew(games | {event.game_id for event in changed})

    def _chain_anew(self, games: Iterable[int]) -> None:
        """Give games outside contests the hash of their log without the name."""
        for game in Game.objects.filter(pk__in=games).exclude(log_hash=""):
            game.log_hash = hash_of_events(game.events.order_by("pk"))
            game.save(update_fields=["log_hash"])

    def _erase_past(self) -> None:
        """Remove the name from the person's lines in past contests."""
        lines = PastResult.objects.filter(players__in=self.people).distinct()
        for line in lines.prefetch_related("players"):
            line.names = self._past_names(line)
            line.save(update_fields=["names"])

    def _past_names(self, line: PastResult) -> str:
        names = self.taker.name(line.names)
        if names != line.names:
            return names
        # The spelling on the line is unknown: rebuild the line from its players.
        own = {person.pk for person in self.people}
        players = sorted(line.players.all(), key=lambda player: player.pk)
        return " & ".join(self.word if one.pk in own else one.name for one in players)

    def _erase_seats(self) -> None:
        """Remove the name from seats and entries, including those linked by the name only."""
        games = list(Game.objects.filter(pk__in=self._seats().values("game")))
        for game in games:
            game.bump_version()
        Game.objects.bulk_update(games, ["version", "mark"], batch_size=BATCH)
        self._seats().update(name=self.word)
        self._erase_attendances()
        for rows in self._entries():
            rows.update(name=self.word)
        self._erase_column(GameSeat.every.filter(game__club=self.club, player=None), "name")
        for people in (EntryPlayer.objects, FormerPlayer.objects):
            unknown = people.filter(entry__tournament__club=self.club, player=None)
            self._erase_column(unknown, "name")

    def _erase_attendances(self) -> None:
        """Remove the name from attendance lists in a way that another computer gets the change."""
        here = Attendance.objects.filter(player__in=self.people)
        for evening in Evening.objects.select_for_update().filter(pk__in=here.values("evening")):
            evening.note(EveningAction.REDACTED, self.now)
            evening.save(update_fields=["acts", "version", "log_hash"])
        here.update(name=self.word)

    def _erase_words(self) -> None:
        hands = Hand.objects.filter(game__club=self.club)
        signatures = self._signatures(hands, "recorded_name")
        hands.filter(recorded_name__in=signatures).update(recorded_name=self.word)
        verdicts = SheetVerdict.objects.filter(match__round__tournament__club=self.club)
        signatures = self._signatures(verdicts, "author_name")
        verdicts.filter(author_name__in=signatures).update(author_name=self.word)
        calls = Call.objects.filter(tournament__club=self.club)
        for rows, *columns in (
            (hands, _REASON),
            (verdicts, "note"),
            (Game.objects.of_club(self.club), "stop_reason"),
            (Entry.objects.filter(tournament__club=self.club), "team_name"),
            (Match.objects.filter(round__tournament__club=self.club), "check_note"),
            (calls, "by_name", "words", "taken_by", "ruling", "closed_by"),
            (TableMessage.objects.filter(tournament__club=self.club), "text"),
            (TablePhone.objects.filter(code__tournament__club=self.club), "name"),
            (SeasonPenalty.objects.filter(season__league__club=self.club), "reason"),
            (LeagueTeam.objects.filter(players__in=self.people), "name"),
        ):
            for column in columns:
                self._erase_column(rows, column)
        for season in Season.objects.filter(league__club=self.club).exclude(frozen_table=None):
            season.frozen_table = self.taker.values(season.frozen_table)
            season.save(update_fields=["frozen_table"])

    def _erase_column(self, rows: QuerySet[Any], column: str) -> None:
        length = rows.model._meta.get_field(column).max_length
        for pk, text in rows.exclude(**{column: ""}).values_list("pk", column):
            if (left := self.taker.words(text)) != text:
                rows.model._base_manager.filter(pk=pk).update(**{column: left[:length]})

    def _erase_players(self) -> None:
        # The old name must not be resolved to this player again.
        ArrivedName.objects.filter(player__in=self.people).delete()
        # The person's phones are unlinked; other phones may have signed with the name.
        PlayerPhone.objects.filter(player__in=self.people).delete()
        # Links to players of other clubs.
        links = SamePerson.objects.filter(Q(one__in=self.people) | Q(other__in=self.people))
        links.delete()
        # The ratings across clubs are computed again soon.
        sorted_by = {
            name_key(name) for name in (*self.known.sure, *(one.name for one in self.people))
        }
        NationalLine.objects.filter(sort_name__in=sorted_by).update(sort_name="", sought="")
        self._erase_column(PlayerPhone.objects.of_club(self.club), "signed")
        for person in self.people:
            person.name = self.word if person == self.player else neutral_name(person)
            person.shown = Player.Shown.ANONYMOUS
            person.archived_at = person.archived_at or self.now
            person.licence, person.categories = "", []
            person.save()
        keys = [str(person.pk) for person in self.people]
        kind = ContentType.objects.get_for_model(Player)
        acts = AdminEntry.objects.filter(content_type=kind, object_id__in=keys)
        acts.update(object_repr=self.word)


def _reason(path: str) -> Cast:
    """Return the reason of a penalty inside plain values, as text."""
    return Cast(KT(f"{path}__{_REASON}"), models.TextField())


def _by_place(rows: Iterable[tuple[int, str]], sure: frozenset[str]) -> dict[int, frozenset[str]]:
    """Return the names that mean the person only in one contest or game, by its key."""
    found: dict[int, frozenset[str]] = {}
    for place, name in rows:
        if name not in sure:
            found[place] = found.get(place, frozenset()) | {name}
    return found
