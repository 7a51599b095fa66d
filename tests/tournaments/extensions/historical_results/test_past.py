"""Results of old seasons: names asked about, all of it kept at once."""

import re
from datetime import date
from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils.html import strip_tags

from scorekeeper.clubs.services.players import archive_player, find_or_add_player
from scorekeeper.models import Club, Player
from scorekeeper.refusals import Refused
from tests.pages import count_queries, member_of, text_of, visitor, words_on
from tests.table import NOW, SCORER, make_club
from tests.tournaments.extensions.historical_results.listed import NOËL, TODAY
from tournaments.extensions.historical_results.queries import past_preview
from tournaments.extensions.historical_results.services import (
    NewPastContest,
    NewResult,
    delete_past,
    import_past,
)
from tournaments.files.spreadsheets import Column, xlsx_file
from tournaments.models import PastContest, PastResult
from tournaments.people.services.merges import merge_players
from tournaments.people.services.names import anonymise_player

pytestmark = pytest.mark.django_db


# Names.


def add(club: Club, *names: str) -> list[Player]:
    return [find_or_add_player(club=club, name=name, now=NOW) for name in names]


def asked(club: Club, text: str) -> dict[str, list[str]]:
    preview = past_preview(text, club=club, today=TODAY)
    return {one.name: [other.name for other in one.others] for one in preview.questions}


def test_a_name_that_only_differs_in_accents_is_that_player(club: Club) -> None:
    add(club, "Hélène Petit")
    preview = past_preview("1/1/25;Rois;1;HELENE PETIT;90", club=club, today=TODAY)
    assert preview.who.meant == {"helene petit": "Hélène Petit"}
    assert not preview.questions
    assert not preview.who.new


def test_two_players_whom_only_accents_tell_apart_are_asked_about(club: Club) -> None:
    Player.objects.create(club=club, name="Hélène", created_at=NOW)
    Player.objects.create(club=club, name="Helène", created_at=NOW)
    assert asked(club, "1/1/25;Rois;1;Helene;90") == {"Helene": ["Helène", "Hélène"]}
    assert asked(club, "1/1/25;Rois;1;hélène;90") == {}


def test_near_names_are_asked_about_once(club: Club) -> None:
    add(club, "Anne Dupont", "Rose Petit")
    text = "1/1/25;Rois;1;Anne Dupond;90\n;;2;Petit Rose;80\n1/2/25;Crêpes;1;Anne Dupond;70"
    assert asked(club, text) == {"Anne Dupond": ["Anne Dupont"], "Petit Rose": ["Rose Petit"]}


def test_two_spellings_on_the_list_are_asked_about(club: Club) -> None:
    assert asked(club, "1/1/25;Rois;1;Anne Dupont;90\n1/2/25;Rois;1;Anne Dupond;80") == {
        "Anne Dupond": ["Anne Dupont"]
    }


def test_who_was_merged_is_the_other_and_who_is_anonymous_nobody(club: Club) -> None:
    kept, gone, zoé = add(club, "Anne Dupont", "Annie Dupont", "Zoé Benali")
    merge_players(kept_id=kept.pk, gone_id=gone.pk, author=SCORER, now=NOW)
    anonymise_player(player_id=zoé.pk, author=SCORER, now=NOW)
    preview = past_preview("1/1/25;Rois;1;Annie Dupont & Zoé Benali;90", club=club, today=TODAY)
    assert preview.who.meant == {"annie dupont": "Anne Dupont"}
    assert preview.who.certainly_new == ["Zoé Benali"]


# Keeping.


def rois(*teams: str, name: str = "Rois") -> NewPastContest:
    results = [
        NewResult(place=place, total=1000 - place, names=tuple(team.split(" & ")))
        for place, team in enumerate(teams, start=1)
    ]
    return NewPastContest(name=name, date=date(2025, 1, 6), results=results)


def test_results_are_kept_with_their_players(club: Club) -> None:
    anne = add(club, "Anne")[0]
    archive_player(player=anne, now=NOW)
    (kept,) = import_past(club=club, contests=[rois("ANNE & Paul", "Rose & Ali")], now=NOW)
    lines = kept.results.order_by("place")
    assert [line.names for line in lines] == ["Anne & Paul", "Rose & Ali"]
    assert anne in lines[0].players.all()
    anne.refresh_from_db()
    assert anne.archived_at == NOW


@pytest.mark.parametrize("teams", [("Anne & Paul", "anne & Max"), ("Anne & Anne",)])
def test_all_or_nothing(club: Club, teams: tuple[str, ...]) -> None:
    with pytest.raises(Refused, match="would be in"):
        import_past(club=club, contests=[rois("Rose", name="Noël"), rois(*teams)], now=NOW)
    assert not PastContest.objects.exists()
    assert not Player.objects.exists()


def test_a_contest_is_kept_once(club: Club) -> None:
    import_past(club=club, contests=[rois("Anne")], now=NOW)
    with pytest.raises(Refused, match="is already saved"):
        import_past(club=club, contests=[rois("Anne", name="ROIS")], now=NOW)
    import_past(club=make_club("Les voisins"), contests=[rois("Anne")], now=NOW)


def test_deleting_takes_those_along_whom_the_list_brought(club: Club) -> None:
    add(club, "Anne")
    Player.objects.update(created_at=NOW.replace(year=2020))
    first, second = import_past(
        club=club, contests=[rois("Anne & Paul"), rois("Paul & Zoé", name="Noël")], now=NOW
    )
    assert delete_past(contest=second) == 1
    assert set(Player.objects.values_list("name", flat=True)) == {"Anne", "Paul"}
    assert delete_past(contest=first, with_its_list=True) == 1
    assert set(Player.objects.values_list("name", flat=True)) == {"Anne"}


# The pages.


def page() -> str:
    return reverse("tournaments:past-import")


def test_a_list_is_checked_asked_about_and_kept(club: Club) -> None:
    add(club, "Anne Dupond")
    member = member_of(club)
    empty = words_on(member.get(reverse("tournaments:past-list")))
    assert "No past results yet" in empty
    checked = member.post(page(), {"text": NOËL})
    assert "Is Anne Dupont the club’s Anne Dupond?" in words_on(checked)
    assert "3 names are new in the club" in words_on(checked)
    assert "checked" not in text_of(checked).split("Who is who?")[1].split("new in the club")[0]
    refused = member.post(page(), {"text": NOËL, "enter": "1"})
    assert "Choose one." in words_on(refused)
    assert not PastContest.objects.exists()
    answer = {"text": NOËL, "enter": "1", "who-0": "club Anne Dupond"}
    done = member.post(page(), answer, follow=True)
    assert "1 contest is saved." in words_on(done)
    assert "First: Anne Dupond &amp; Paul Martin" in words_on(done)
    contest = PastContest.objects.get()
    detail = words_on(member.get(reverse("tournaments:past-detail", args=[contest.pk])))
    assert "Anne Dupond &amp; Paul Martin" in detail
    assert "4,250" in detail
    deleted = member.post(reverse("tournaments:past-delete", args=[contest.pk]), follow=True)
    assert "1 contest is deleted." in words_on(deleted)
    assert set(Player.objects.values_list("name", flat=True)) == {"Anne Dupond"}


def test_an_apostrophe_of_a_name_is_shown_as_it_is(club: Club) -> None:
    checked = member_of(club).post(page(), {"text": "1/1/25;Rois;1;Nadia N'Diaye;90"})
    (shown,) = re.findall(r'<span class="names">.*?</span></span>', text_of(checked))
    assert unescape(strip_tags(shown)) == "Nadia N'Diaye"


@pytest.mark.parametrize(
    ("answer", "names"),
    [
        ("new", ["Anne Dupont", "Anne Dupond"]),
        ("line 1 Anne Dupont", ["Anne Dupont", "Anne Dupont"]),
    ],
)
def test_two_spellings_become_who_was_answered(club: Club, answer: str, names: list[str]) -> None:
    text = "1/1/25;Rois;1;Anne Dupont;90\n1/2/25;Rois;1;Anne Dupond;80"
    member_of(club).post(page(), {"text": text, "enter": "1", "who-1": answer})
    lines = PastResult.objects.order_by("contest__date")
    assert [line.names for line in lines] == names
    assert Player.objects.count() == len(set(names))


def test_one_person_twice_is_said_on_the_form(club: Club) -> None:
    add(club, "Anne Dupont")
    text = "1/1/25;Rois;1;Anne Dupont;90\n;;2;Anne Dupond;80"
    data = {"text": text, "enter": "1", "who-1": "club Anne Dupont"}
    answered = words_on(member_of(club).post(page(), data))
    assert "Anne Dupont would be in Rois" in answered
    assert not PastContest.objects.exists()


def test_bad_lines_are_named_and_can_be_left_out(club: Club) -> None:
    text = "1/1/25;Rois;1;Anne;90\n1/2/25;Crêpes;x;Rose;80\n;;2;Max;70\nrubbish"
    member = member_of(club)
    checked = words_on(member.post(page(), {"text": text, "enter": "1"}))
    assert "2 lines cannot be saved" in checked
    assert "Line 2" in checked
    assert "The place must be a whole number, from 1." in checked
    assert "Line 4" in checked
    assert not PastContest.objects.exists()
    left = member.post(page(), {"text": text, "without_bad": "1"})
    mended = left.context["checked"].preview.text
    assert "cannot be kept" not in words_on(left)
    member.post(page(), {"text": mended, "enter": "1"})
    kept = PastResult.objects.order_by("contest__date").values_list("contest__name", "names")
    assert list(kept) == [("Rois", "Anne"), ("Crêpes", "Max")]


def test_what_stands_twice_or_is_kept_already_is_told(club: Club) -> None:
    import_past(club=club, contests=[rois("Anne")], now=NOW)
    text = "6/1/25;rois;1;Zoé;90\n1/2/25;Crêpes;1;Rose;80\n1/2/25;crêpes;2;ROSE;70"
    checked = words_on(member_of(club).post(page(), {"text": text}))
    assert "rois of that day is already saved." in checked
    assert "ROSE is already on line 2 of that contest." in checked


@pytest.mark.parametrize("kind", ["xlsx", "csv"])
def test_a_file(club: Club, kind: str) -> None:
    heads = ("Date", "Concours", "Place", "Joueur 1", "Joueur 2", "Total")
    row = ("21/12/2024", "Noël", 1, "Anne", "Paul", 4250)
    if kind == "xlsx":
        data = xlsx_file("Past", [Column(head) for head in heads], [row])
    else:
        data = "\n".join(";".join(map(str, one)) for one in (heads, row)).encode("cp1252")
    file = SimpleUploadedFile(f"past.{kind}", data)
    member = member_of(club)
    checked = member.post(page(), {"file": file})
    assert "1 contest was read" in words_on(checked)
    member.post(page(), {"text": checked.context["checked"].preview.text, "enter": "1"})
    assert PastResult.objects.get().names == "Anne & Paul"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "There is no result in it"),
        ("Date;Nom;Points\n1/1/25;Anne;90", "No column is read as: Place."),
    ],
)
def test_what_is_no_list(club: Club, text: str, said: str) -> None:
    assert said in words_on(member_of(club).post(page(), {"text": text}))


def test_pages_do_not_ask_more_as_results_grow(club: Club) -> None:
    member = member_of(club)
    list_page = reverse("tournaments:past-list")
    member.get(list_page)
    counts = []
    for count in (2, 30):
        teams = [f"Ana {count} {n} & Bob {count} {n}" for n in range(count)]
        contests = [rois(*teams, name=f"{count} {n}") for n in range(count)]
        kept = import_past(club=club, contests=contests, now=NOW)
        detail = reverse("tournaments:past-detail", args=[kept[0].pk])
        text = "\n".join(f"1/1/25;Rois {count};{n + 1};Ana {count} {n};90" for n in range(count))
        counts.append(
            [
                count_queries(lambda: member.get(list_page)),
                count_queries(member.get, detail),
                count_queries(member.post, page(), {"text": text}),
            ]
        )
    assert counts[0] == counts[1]


@pytest.mark.parametrize("name", ["past-list", "past-import", "past-detail", "past-delete"])
def test_strangers_see_nothing_of_the_past(club: Club, name: str) -> None:
    (kept,) = import_past(club=club, contests=[rois("Anne")], now=NOW)
    args = [kept.pk] if name in {"past-detail", "past-delete"} else []
    address = reverse(f"tournaments:{name}", args=args)
    assert visitor().post(address).status_code in {302, 405}
    neighbour = member_of(make_club("Les voisins"), "voisine")
    answer = neighbour.post(address)
    assert answer.status_code in ({404, 405} if args else {200, 302, 405})
    assert "Rois" not in text_of(neighbour.get(address))
    assert PastContest.objects.filter(pk=kept.pk).exists()


# What cannot be.

PONS = [4046, 3857, 3716, 3637, 3588, 3592, 3551, 3531, 3454, 3424]
ROTHRIST = [4753, 4710, 4543, 4535, 4441, 4380, 4371, 4549, 4241, 4207, 4181, 4135]


def printed(totals: list[int], names: str = "Joueur {0}") -> str:
    lines = (
        f"1/2/2024;Concours;{place};{names.format(place)};{total}"
        for place, total in enumerate(totals, start=1)
    )
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("totals", "said"),
    [
        (
            PONS,
            "Joueur 6 at place 6 has 4 points more than Joueur 5 at place 5: 3,592 against 3,588.",
        ),
        (
            ROTHRIST,
            "Joueur 8 at place 8 has 178 points more than Joueur 7 at place 7: 4,549 against 4,371."
            " If one total alone is wrong, it is that of Joueur 8.",
        ),
    ],
    ids=["Pons", "Rothrist"],
)
def test_a_published_list_that_cannot_be_is_kept_only_when_it_was_seen(
    club: Club, totals: list[int], said: str
) -> None:
    member = member_of(club)
    answer = words_on(member.post(page(), {"text": printed(totals), "enter": "1"}))
    assert said in answer
    assert "Tick this, or correct the list below." in answer
    assert not PastContest.objects.exists()
    member.post(page(), {"text": printed(totals), "enter": "1", "as_printed": "on"})
    assert PastContest.objects.get().results.count() == len(totals)


def test_a_list_in_order_is_kept_without_a_question(club: Club) -> None:
    answer = words_on(member_of(club).post(page(), {"text": printed(sorted(PONS, reverse=True))}))
    assert "Is that right?" not in answer


def test_names_that_may_be_one_persons_are_kept_as_they_stand_when_that_is_ticked(
    club: Club,
) -> None:
    member, once = member_of(club), {"day": "2025-01-01", "contest": "Rois"}
    sent = {"text": "1;DUPONT;Jean;90\n2;PETIT;Rose;80", "columns_of": "", "enter": "1", **once}
    said = words_on(member.post(page(), sent))
    assert "DUPONT &amp; Jean: two players, or the family name and the first name of one?" in said
    assert "Is that right?" in said
    assert "Keep the list as it is" in said
    assert "figures" not in said
    member.post(page(), {**sent, "as_printed": "on"})
    assert PastContest.objects.get().results.count() == 2


def test_lines_that_share_a_place_share_the_total(club: Club) -> None:
    text = "1/1/25;Rois;1;Anne;90\n;;2;Rose;80\n;;2;Zoé;70"
    said = words_on(member_of(club).post(page(), {"text": text}))
    assert "Two lines share place 2 with different totals: 80 and 70." in said
    assert "at place" not in said


@pytest.mark.parametrize(
    ("totals", "said"),
    [
        ((1000, 944), ""),
        ((1020, 944), ""),
        ((1040, 914), "All totals make 1,954, but these hands are worth 1,944: no belotes"
                      " and capots explain the 10 on top."),
        ((1000, 900), "All totals make 1,900, but these hands are worth 1,944: 44 are missing."),
    ],
    ids=["right", "a belote", "ten", "too few"],
)  # fmt: skip
def test_the_sum_of_everybodys_totals_is_checked_where_the_hands_are_known(
    club: Club, totals: tuple[int, int], said: str
) -> None:
    text = printed([*totals], "Anne {0} & Paul {0}")
    answer = words_on(member_of(club).post(page(), {"text": text, "hands": "12"}))
    assert said in answer
    assert ("Is that right?" in answer) is bool(said)


def test_hands_are_typed_as_numbers_are_written(club: Club) -> None:
    sent = {"text": printed([1000, 944], "Anne {0} & Paul {0}"), "hands": "1 000"}
    said = words_on(member_of(club).post(page(), sent))
    assert "All totals make 1,944, but these hands are worth 162,000: 160,056 are missing." in said


def test_hands_that_are_no_number_are_said_at_their_field(club: Club) -> None:
    sent = {"text": printed([1000, 944]), "hands": "twelve", "enter": "1"}
    answer = member_of(club).post(page(), sent)
    assert "How many hands did everybody play? Enter a whole number." in words_on(answer)
    assert 'id="id_hands"' in text_of(answer)
    assert not PastContest.objects.exists()


def test_in_melee_both_players_have_the_points_of_their_side(club: Club) -> None:
    text = printed([1000, 1000, 944, 944])
    member = member_of(club)
    assert "Is that right?" not in words_on(member.post(page(), {"text": text, "hands": "12"}))
    wrong = printed([1001, 1000, 944, 944])
    assert "the 1 on top" in words_on(member.post(page(), {"text": wrong, "hands": "12"}))
