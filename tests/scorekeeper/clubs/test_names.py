"""Names, however they were typed: what is shortened, and what lists are sorted by."""

import pytest
from django.utils.html import strip_tags

from scorekeeper.clubs.names import (
    listed_name,
    narrow_names,
    numbered_names,
    short_names,
    shown_names,
    unbroken,
)
from scorekeeper.models.sort_names import first_and_family, name_key


@pytest.mark.parametrize(
    ("typed", "first", "family"),
    [
        ("Brigitte Benoît", "Brigitte", "Benoît"),
        ("BENOÎT Brigitte", "Brigitte", "BENOÎT"),
        ("Brigitte BENOÎT", "Brigitte", "BENOÎT"),
        ("Benoît, Brigitte", "Brigitte", "Benoît"),
        ("Charpentier Colette", "Colette", "Charpentier"),
        ("Jean-Pierre de La Fontaine", "Jean-Pierre", "de La Fontaine"),
        ("de LA FONTAINE Jean-Pierre", "Jean-Pierre", "de LA FONTAINE"),
        ("Marie Claude Le Goff", "Marie Claude", "Le Goff"),
        ("Le Goff Marie", "Marie", "Le Goff"),
        ("Jean Martin", "Jean", "Martin"),
        ("Marie-Thérèse Lefebvre-Dumoulin", "Marie-Thérèse", "Lefebvre-Dumoulin"),
        ("Luc d’Ormesson", "Luc", "d’Ormesson"),
        ("Mehdi Ben Salah", "Mehdi", "Ben Salah"),
        ("Nadia", "", "Nadia"),
        ("Le Goff", "", "Le Goff"),
        ("Team B, second player", "", "Team B, second player"),
    ],
)
def test_the_family_name_is_found(typed: str, first: str, family: str) -> None:
    assert first_and_family(typed) == (first, family)


@pytest.mark.parametrize(
    ("typed", "short"),
    [
        ("Brigitte Benoît", "B. Benoît"),
        ("BENOÎT Brigitte", "B. BENOÎT"),
        ("Jean-Pierre de La Fontaine", "J.-P. de La Fontaine"),
        ("Élodie Zimmermann", "É. Zimmermann"),
        ("J.-P. Dupont", "J.-P. Dupont"),
        ("Nadia", "Nadia"),
        ("Anne B.", "Anne B."),
        ("Player 12", "Player 12"),
        ("محمد علي", "م. علي"),
        ("- Dupont", "Dupont"),
        ("", ""),
    ],
)
def test_first_names_are_shortened_and_never_family_names(typed: str, short: str) -> None:
    assert short_names([typed]).get(typed, typed) == short


@pytest.mark.parametrize(
    ("together", "short"),
    [
        (["Marie Petit & Maud Petit"], ["Mar. Petit", "Mau. Petit"]),
        (["Luc Petit", "Léa Petit", "Anne Grand"], ["Lu. Petit", "Lé. Petit", "A. Grand"]),
        (["Jean-Claude Roux & Jean-Christophe Roux"], ["Jean-Cl. Roux", "Jean-Ch. Roux"]),
        (["M. Petit & Marie Petit"], ["M. Petit", "Ma. Petit"]),
        (["Ann Petit & Anne Petit"], ["Ann Petit", "Ann. Petit"]),
    ],
    ids=["three letters", "two letters", "after the hyphen", "typed short", "one in the other"],
)
def test_two_people_never_get_the_same_short_name(together: list[str], short: list[str]) -> None:
    found = short_names(together)
    people = [person for title in together for person in title.split(" & ")]
    assert [found.get(person, person) for person in people] == short


def test_initials_alone_tell_everybody_at_a_table_apart() -> None:
    names = ["Marguerite", "Martine", "Dominique Carpentier", "Denis Charpentier"]
    found = short_names(names, initials=True)
    assert [found[name] for name in names] == ["Marg.", "Mart.", "Do. C.", "De. C."]
    names = ["Anne Charpentier-Lavallière", "Anne Castelnau-Durban", "Anne Petit", "Anne Le Goff"]
    found = short_names(names, initials=True)
    assert [found[name] for name in names] == ["A. Ch.", "A. Ca.", "A. P.", "A. L."]


def test_a_page_shows_a_team_person_by_person_and_gives_the_initials_along() -> None:
    title = "Les As · Jean-Luc <Petit> & Anne"
    page = shown_names(title, short_names([title]))
    assert strip_tags(page) == "Les As · Jean-Luc &lt;Petit&gt; &amp; Anne"
    assert '<span class="names__first" data-short="J.-L."><span>Jean-Luc</span></span>' in page
    assert page.endswith("</span> <span>&amp; Anne</span></span>")


@pytest.mark.parametrize(
    ("title", "begins"),
    [
        (
            "9 · Luc Petit & Anne Roy",
            "<span>9\u00a0·\u00a0Luc Petit</span> <span>&amp; Anne Roy</span>",
        ),
        ("3 & 5 · Luc & Anne", "<span>3\u00a0&amp;\u00a05\u00a0·\u00a0Luc</span>"),
        ("9 · Les As · Luc & Anne", "9\u00a0·\u00a0Les As · <span>Luc</span>"),
        ("9 · Luc", "9\u00a0·\u00a0Luc"),
        ("Les As · Luc & Anne", "Les As · <span>Luc</span>"),
    ],
)
def test_no_line_ends_between_the_number_of_a_team_and_its_first_name(
    title: str, begins: str
) -> None:
    assert shown_names(title).startswith(f'<span class="names">{begins}')


def test_a_number_stands_before_the_names_of_its_team() -> None:
    assert numbered_names("Luc & Anne", 9) == shown_names("9 · Luc & Anne")


def test_a_name_that_fits_on_a_key_is_never_shortened() -> None:
    short = short_names(["Luc", "Jeanne", "Marguerite Carpentier", "Anne"], initials=True)
    assert [str(shown_names(name, short)) for name in ("Luc", "Jeanne")] == [
        '<span class="names">Luc</span>',
        '<span class="names">Jeanne</span>',
    ]
    assert 'data-short="M. C."' in shown_names("Marguerite Carpentier", short)


def test_without_others_to_tell_apart_a_name_stays_whole_but_its_hyphen_ends_no_line() -> None:
    assert 'data-short=""><span>Jean-Luc</span></span> Petit' in shown_names("Jean-Luc Petit")
    family = '<span class="names__family">Petit-Grand</span>'
    assert shown_names("Luc Petit-Grand") == f'<span class="names">Luc {family}</span>'


@pytest.mark.parametrize("name", ["Petit Jean-Luc", "PETIT Jean-Luc", "Petit, Jean-Luc"])
def test_the_words_of_a_name_stay_in_the_order_in_which_they_were_typed(name: str) -> None:
    assert strip_tags(shown_names(name, short_names([name]))) == name


def test_lists_go_by_the_family_name_whatever_the_accents() -> None:
    names = ["Zoé Abadie", "ÉTIENNE Luc", "Anne Zola", "Colette Etcheverry", "Estève, Paul", "Ève"]
    assert sorted(names, key=name_key) == [
        "Zoé Abadie",
        "Estève, Paul",
        "Colette Etcheverry",
        "ÉTIENNE Luc",
        "Ève",
        "Anne Zola",
    ]


def test_a_list_by_family_names_shows_them_first() -> None:
    names = ["Brigitte Benoît", "BENOÎT Brigitte", "Jean-Pierre de La Fontaine", "Ève", "Player 3"]
    assert [listed_name(name) for name in names] == [
        "Benoît Brigitte",
        "BENOÎT Brigitte",
        "de La Fontaine Jean-Pierre",
        "Ève",
        "Player 3",
    ]


def test_in_a_narrow_column_a_line_ends_between_words_and_not_in_initials() -> None:
    assert narrow_names("Anne Petit", {"Anne Petit": "A. Petit"}) == "Anne Petit"
    title = "Marie-Christine Vandenbroucke & Bernadette Poissonnier"
    team = narrow_names(title, short_names([title]))
    assert team == "M.-\u2060C. Vandenbroucke & B. Poissonnier"


def test_no_line_of_a_sentence_ends_in_a_first_name() -> None:
    text = unbroken("Taker Jean-Luc Petit-Grand, beside J.-L. P. and Anne-Lise, half-way")
    assert (
        text
        == "Taker Jean-\u2060Luc Petit-Grand, beside J.-\u2060L. P. and Anne-\u2060Lise, half-way"
    )
