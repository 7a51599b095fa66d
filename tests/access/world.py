"""Two clubs with one thing of each kind, and everybody who may ask for an address of the first."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorekeeper.clubs.services.accounts import create_sign_in_link
from scorekeeper.clubs.services.members import helper_code
from scorekeeper.engine.hand import HandEntry, Seat
from scorekeeper.evenings.services import close_evening
from scorekeeper.games.services.games import Seating
from scorekeeper.hall_codes import letters_of
from scorekeeper.models import Club, Evening, Membership, Passkey
from scorekeeper.models.codes import new_token
from scorekeeper.roles import Role
from scorekeeper.rules.queries import preset_choice
from scorekeeper.rules.services import copy_ruleset
from scorekeeper.slips.services import Slip, record_slip
from tests.contest import games_of, make_contest, play, play_round, start_round, write_hand
from tests.meetings import CUP, make_meetings
from tests.pages import visitor
from tests.table import NAMES, NOW, SCORER, make_club, make_game, make_member
from tests.tournaments.extensions.prizes.lists import set_list
from tests.tournaments.members.phones import ask, joined, make_evening, season_of_today
from tests.tournaments.seasons import meetings
from tests.tournaments.seasons.leagues import past_contest, play_game, player
from tournaments.cash.book import What
from tournaments.contests.services import finish_tournament
from tournaments.extensions.calls.services import call_referee, give_sanction, send_message
from tournaments.extensions.entry_requests.services import NewRequest, ask_to_enter, open_contest
from tournaments.extensions.public_site.services import add_webhook, send_test
from tournaments.extensions.scan.layout import BLANK, cells
from tournaments.extensions.sync.services.pairing import add_computer
from tournaments.extensions.till.services import NewLine, write_line
from tournaments.members.services import confirm_phone
from tournaments.models import (
    ArrivedContest,
    ArrivedEvening,
    ClubWindow,
    HallComputer,
    OpenedSeason,
    SamePerson,
    ServerLink,
    SheetPhoto,
    TableCode,
    Tournament,
)
from tournaments.people.services.merges import merge_players
from tournaments.rounds.services import draw_round
from tournaments.standings.sanctions import ListedSanction

COPY: Final = "belote-2026-11-20-203000.zip"
HAND_KEY: Final = "00000000-0000-4000-8000-000000000001"


@dataclass(frozen=True, slots=True)
class Visitor:
    """Somebody who asks: the cookies of a browser, and the code that its programs send."""

    cookies: Mapping[str, str] = field(default_factory=dict)
    code: str = ""


@dataclass(frozen=True, slots=True)
class Filled:
    """A club with all that it may have; `words` are what the table of addresses names it by."""

    club: Club
    words: dict[str, str]


def fill(name: str) -> Filled:
    """Make a club with one thing of each kind; its name is in each name of the club alone."""
    club = make_club(name)
    words = {"CLUB": str(club.pk), **_people(club), **_evenings(club), **_seasons(club)}
    choice = preset_choice("contest")
    rules = copy_ruleset(club=club, source=choice, name=f"Règles de {name}", now=NOW)
    new = make_member(club, f"new-{club.pk}")
    token = create_sign_in_link(user=new, now=timezone.now())
    key = {"host": "testserver", "credential": f"key-{club.pk}", "public_half": b"", "name": "Key"}
    passkey = Passkey.objects.create(user=new, created_at=NOW, **key)
    words |= {
        "HANDKEY": HAND_KEY,
        "RULES": f"club-{rules.pk}",
        "SIGNIN": token,
        "HELPER": helper_code(club=club, inviter=new),
        "PASSKEY": str(passkey.pk),
        **_contests(club),
        **_linked(club),
        **_elsewhere(club),
    }
    return Filled(club=club, words=words)


def _anne(club: Club) -> str:
    return f"Anne {club.name}"


def _people(club: Club) -> dict[str, str]:
    kept, gone = player(club, "Rose Petit"), player(club, "Rosa Petit")
    merge = merge_players(kept_id=kept.pk, gone_id=gone.pk, author=SCORER, now=NOW)
    past = past_contest(club, [(1, 4250, (_anne(club), "Bruno Grand"))])
    return {
        "PLAYER": str(player(club, _anne(club)).pk),
        "MERGE": str(merge.pk),
        "PAST": str(past.pk),
    }


def _evenings(club: Club) -> dict[str, str]:
    evening, old = (
        make_evening(club, name=f"Friday {club}"),
        make_evening(club, name=f"Thursday {club}"),
    )
    close_evening(evening=old, now=NOW)
    at_table = make_game(club, evening=evening)
    write_hand(at_table, HandEntry(taker=Seat.A1, card_points=92))
    play_game(club, evening, (_anne(club), "Bruno Grand", "Chloé", "David"), (200, 124))
    alone = make_game(club)
    write_hand(alone, HandEntry(taker=Seat.A1, card_points=92))
    photo = SheetPhoto.objects.create(
        game=alone,
        sha256="0" * 64,
        picture=f"A game of {club}".encode(),
        cells=[[0.0, [], True] for _box in cells(BLANK.hands)],
        taken_at=NOW,
    )
    slip = record_slip(
        club=club,
        seating=Seating(names=NAMES),
        rules=preset_choice("contest"),
        slips=[Slip(hands=2, total_a=200, total_b=124)],
        author=SCORER,
        now=NOW,
    )
    # A phone asks to be Anne.
    asks = ask(joined(evening), player(club, _anne(club)))
    return {
        "EVENING": str(evening.pk),
        "EVENINGCODE": evening.token,
        "HALLCODE": letters_of(evening.token),
        "OLDEVENING": str(old.pk),
        "EVENINGGAME": str(at_table.pk),
        "GAME": str(alone.pk),
        "GAMECODE": alone.token,
        "GAMEPHOTO": str(photo.pk),
        "SLIP": str(slip.pk),
        "PHONE": str(asks.pk),
    }


def _seasons(club: Club) -> dict[str, str]:
    season = season_of_today(club)
    teams = meetings.make_season(club)
    fixture = meetings.with_calendar(teams)[0]
    window = ClubWindow.objects.create(club=club, address=f"club-{club.pk}", created_at=NOW)
    OpenedSeason.objects.create(season=season, author_name=SCORER.name, at=NOW)
    webhook = add_webhook(club=club, address="https://program.example/", now=NOW)
    send_test(webhook=webhook, now=NOW)
    return {
        "WEBHOOK": str(webhook.pk),
        "DELIVERY": str(webhook.deliveries.get().pk),
        "WINDOW": window.address,
        "SEASON": str(season.pk),
        "SEASONCODE": season.token,
        "LEAGUE": str(season.league_id),
        "TEAMSEASON": str(teams.pk),
        "FIXTURE": str(fixture.pk),
    }


def _linked(club: Club) -> dict[str, str]:
    """Connect the club to a server that is away, and as a server to a computer of its hall."""
    add_computer(club=club, name=f"Laptop {club}", now=NOW)
    computer = HallComputer.objects.get(club=club)
    mirror = make_contest(club, teams=0, name=f"Mirror {club}")
    arrived = ArrivedContest.objects.create(
        computer=computer, first_hash="0" * 64, name=mirror.name, tournament=mirror, arrived_at=NOW
    )
    ServerLink.objects.create(
        club=club, address="http://127.0.0.1:9/", key="none", club_name=club.name, created_at=NOW
    )
    evening = ArrivedEvening.objects.create(
        computer=computer,
        key=uuid.uuid4(),
        name=f"Monday {club}",
        evening=make_evening(club, name=f"Monday {club}"),
    )
    return {
        "COMPUTER": str(computer.pk),
        "ARRIVED": str(arrived.pk),
        "ARRIVEDEVENING": str(evening.pk),
    }


def _elsewhere(club: Club) -> dict[str, str]:
    """Let a third club ask whether somebody plays there too."""
    third = player(make_club("Third"), "Zoé Petit")
    asked = SamePerson.objects.create(
        one=player(club, _anne(club)), other=third, asked_by=third.club, asked_at=NOW
    )
    return {"SAMEPERSON": str(asked.pk)}


def _contests(club: Club) -> dict[str, str]:
    playing = make_contest(club, teams=6, rounds=3, hands=2, name=f"Contest {club}")
    set_list(playing, "1er ham\nDraw: basket")
    play_round(playing)
    paid = NewLine(what=What.PAYMENT, cents=100)
    write_line(tournament_id=playing.pk, line=paid, author=SCORER, now=NOW)
    first, second, _third = games_of(start_round(playing, seed=2))
    play(first)
    write_hand(second.game, HandEntry(taker=Seat.A1, card_points=92))
    table = playing.codes.get(number=1)
    _calls(playing, table)
    assert first.game
    photo = SheetPhoto.objects.create(
        game=first.game,
        sha256="0" * 64,
        picture=f"A sheet of {club}".encode(),
        cells=[[0.0, [], True] for _box in cells(2)],
        taken_at=NOW,
    )
    finished = make_contest(club, teams=4, hands=2, rounds=1, name=f"Finished {club}")
    play_round(finished)
    finish_tournament(tournament_id=finished.pk, author=SCORER, now=NOW)
    announced = make_contest(club, teams=2, name=f"Announced {club}")
    by: dict[str, Any] = {"author": SCORER, "now": NOW}
    opened = open_contest(tournament_id=announced.pk, takes_requests=True, shows_names=False, **by)
    asked = NewRequest(token=new_token(), names=(f"Rose {club}", f"Marc {club}"))
    request = ask_to_enter(tournament_id=announced.pk, asked=asked, now=NOW)
    return {
        "ANNOUNCED": str(announced.pk),
        "ANNOUNCEDCODE": opened.token,
        "REQUESTCODE": request.token,
        **_club_teams(club),
        "CONTEST": str(playing.pk),
        "CONTESTCODE": playing.token,
        "FINISHED": str(finished.pk),
        "FINISHEDCODE": finished.token,
        "DRAWN": str(_drawn(club).pk),
        "TABLEGAME": str(first.game_id),
        "OTHERGAME": str(second.game_id),
        "TABLECODE": table.token,
        "CALL": str(playing.calls.get().pk),
        "PHOTO": str(photo.pk),
        "MESSAGE": str(playing.messages.get().pk),
        "JOINED": str(table.phones.get().pk),
    }


def _calls(playing: Tournament, table: TableCode) -> None:
    """Let a table call, a phone join it, the desk say something, and somebody be warned."""
    by: Any = {"author": SCORER, "now": NOW}
    call_referee(code=table, key=uuid.uuid4(), about="rules", words="", **by)
    said: Any = {"tables": [], "text": f"Hello {playing.club}", "is_on_board": False}
    send_message(tournament_id=playing.pk, **said, **by)
    visitor().post(reverse("tournaments:table-open", args=[table.token]), {"name": "Léa"})
    late = ListedSanction(name="Late")
    given: Any = {"number": 1, "round_number": 1, "given": late, "reason": ""}
    give_sanction(tournament_id=playing.pk, **given, **by)


def _club_teams(club: Club) -> dict[str, str]:
    playing = make_meetings(club, CUP, pairs=1)
    start_round(playing)
    return {"CLUBTEAMS": str(playing.pk), "CLUBTEAMSCODE": playing.token}


def _drawn(club: Club) -> Tournament:
    drawn = make_contest(club, teams=4, hands=2, name=f"Drawn {club}")
    draw_round(tournament_id=drawn.pk, seed=3, author=SCORER, now=NOW)
    return drawn


def _cookies(browser: Client) -> dict[str, str]:
    return {name: morsel.value for name, morsel in browser.cookies.items()}


def _signed_in(user: User) -> Visitor:
    browser = visitor()
    browser.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return Visitor(_cookies(browser))


def _joins(*pages: tuple[str, str], code: str = "") -> Visitor:
    """Return a phone that joined by these codes, each at the page that takes it."""
    browser = visitor()
    for page, token in pages:
        answer = browser.post(reverse(page, args=[token]), {"name": "Léa"})
        assert answer.status_code == 302, page
    return Visitor(_cookies(browser), code)


TABLE: Final = "tournaments:table-open"
GAME: Final = "scorekeeper:game-join"
EVENING: Final = "scorekeeper:evening-join"


def visitors(home: Filled, away: Filled) -> dict[str, Visitor]:
    """Return everybody who asks, by the words that head the columns of the table."""
    # What the clubs that take part have in common everybody sees.
    Club.objects.filter(pk=away.club.pk).update(together_from=NOW.date())
    table, game = home.words["TABLECODE"], home.words["GAMECODE"]
    elsewhere = [
        (page, away.words[word])
        for page, word in ((TABLE, "TABLECODE"), (GAME, "GAMECODE"), (EVENING, "EVENINGCODE"))
    ]
    first = User.objects.create_superuser("first", first_name="Colette")
    Membership.objects.create(club=home.club, user=first, role=Role.OWNER, created_at=NOW)
    members = {role.value: make_member(home.club, role.value, role) for role in Role}
    helped = make_member(home.club, "helped", Role.DESK)
    home.words.update(MEMBER=str(helped.pk), MEMBERSHIP=str(helped.memberships.get().pk))
    return {
        "stranger": Visitor(),
        "table": _joins((TABLE, table), code=table),
        "game": _joins((GAME, game), code=game),
        "evening": _joins((EVENING, home.words["EVENINGCODE"])),
        "player": _own_phone(home),
        "elsewhere": _joins(*elsewhere, code=away.words["TABLECODE"]),
        "clubless": _signed_in(User.objects.create_user("nobody")),
        "neighbour": _signed_in(make_member(away.club, "neighbour")),
        **{role: _signed_in(user) for role, user in members.items()},
        "first": _signed_in(first),
    }


def neighbours(away: Filled) -> dict[str, Visitor]:
    """Return a member of the other club in each role but its owner, by the role."""
    below = [role for role in Role if role is not Role.OWNER]
    return {
        role.value: _signed_in(make_member(away.club, f"neighbour-{role.value}", role))
        for role in below
    }


def _own_phone(home: Filled) -> Visitor:
    """Return a phone that is Chloé's, and joined nothing since."""
    phone = joined(Evening.objects.get(pk=home.words["EVENING"]))
    asked = ask(phone, player(home.club, "Chloé"))
    confirm_phone(club=home.club, phone_id=asked.pk, by="Élise", now=NOW)
    cookies = _cookies(phone)
    del cookies["sessionid"]
    return Visitor(cookies)
