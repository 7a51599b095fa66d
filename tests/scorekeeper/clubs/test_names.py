"""Names, however they were typed: what is shortened, and what lists are sorted by."""

import pytest

from scorekeeper.clubs.names import (
    fitting_names,
    listed_name,
    narrow_names,
    short_name,
    short_names,
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
    assert short_name(typed) == short


def test_a_team_is_shortened_name_by_name() -> None:
    team = short_names("Brigitte Benoît & Colette Charpentier")
    assert team == "B.\u00a0Benoît & C.\u00a0Charpentier"


def test_only_long_names_are_shortened_where_there_is_little_room() -> None:
    assert fitting_names("Anne Petit & Paul") == "Anne Petit & Paul"
    assert fitting_names("Bernadette Lefebvre-Dumoulin") == "B.\u00a0Lefebvre-Dumoulin"


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
    assert narrow_names("Anne Petit") == "Anne Petit"
    team = narrow_names("Marie-Christine Vandenbroucke & Bernadette Poissonnier")
    assert team == "M.-\u2060C. Vandenbroucke & B. Poissonnier"
