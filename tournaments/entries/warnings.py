"""Warnings about a list of entries, shown before anything is entered. Pure."""

import re
from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Final

from tournaments.files.columns import (
    FAMILY_NAME_WORDS,
    FILLING,
    FIRST_NAME_WORDS,
    TEAM_WORDS,
    Part,
    is_title,
)
from tournaments.files.headings import HeadedList, begins_a_sum
from tournaments.files.rows import cell_at, plain_words, word_set, words_in
from tournaments.files.ticks import is_ticked


class LineWarning(StrEnum):
    """A warning about a line."""

    ONE_OR_TWO = "one_or_two"
    """A name such as "Bihan-Le Goff" may be one player or two."""
    HEADING = "heading"
    """It may be a heading with unknown words."""
    NO_PERSON = "no_person"
    """It may be a remark, a count, or a footer."""
    PARTNER = "partner"
    """An unused column may contain the partner, or the rest of a name."""
    TWO_LINES = "two_lines"
    """It may belong to another line."""
    TWO_NAMES = "two_names"
    """Its two names may be the last name and the first name of one player."""
    MORE_THAN_NAME = "more_than_name"
    """A name may include a title or a club."""
    SIDE_BY_SIDE = "side_by_side"
    """There may be two lists side by side."""
    LICENCE = "licence"
    """It is unclear whose licence number it has."""


# Words in lists that are not about a person.
_NOT_OF_PEOPLE: Final = (
    TEAM_WORDS
    | FIRST_NAME_WORDS
    | FAMILY_NAME_WORDS
    | word_set(
        "joueur joueurs joueuse total totaux sous somme page pages nombre inscrits participants"
        " tel telephone paye payes signature responsable organisateur arbitre complet annule"
        " liste attente recu especes cheque cheques suite buvette lot lots merci tous fait debut"
        " president presidente tresorier tresoriere secretaire contact club salle amicale comite"
        " association belote concours tournoi partenaire cherche recherche aucun aucune neant seul"
        " seule definir trouver inconnu inconnue forfait desiste desistee mari femme idem"
    )
)
# Columns with these names contain no partner.
_OTHER_COLUMNS: Final = word_set(
    "club clubs association amicale ville villes commune communes adresse rue code postal cp tel"
    " telephone portable mobile fixe mail mails email courriel licence licences categorie"
    " categories observation observations remarque remarques commentaire commentaires note notes"
    " lot lots"
    " signature nationalite table tables sexe age naissance repas menu mode reglement paiement"
    " cheque especes pays departement region section niveau classement serie arrivee heure"
)
# "Jean-Paul" is one person.
_COMPOUND: Final = word_set(
    "jean marie anne pierre paul louis louise charles rose jeanne yves luc marc claude francois"
    " michel andre henri philippe sophie lise eve laure julie may mary saint sainte"
)
# "M." may be an initial.
_BEFORE_NAMES: Final = word_set("mr mme mlle melle monsieur madame mademoiselle")
# A sign before the name; "Dupont, Anne"; "www.example.org".
_BESIDE_NAMES: Final = re.compile(r"^\W|[()\[\]:=@*?!,_#•]|\w\w\.\w\w| [xX] |\bà\b")
_JOINED: Final = re.compile(r"(?<=\w)-(?=[A-ZÀ-ÖØ-Þ])")
_HALF: Final = 2


def joined_names(name: str) -> list[str]:
    """Return the two names in one, "Bihan" and "Le Goff", or just the name of one person."""
    parts = _JOINED.split(name)
    if len(parts) != 2 or plain_words(parts[0]).split()[-1] in _COMPOUND:
        return [name]
    return [part.strip() for part in parts]


def columns_of_people(headed: HeadedList) -> set[int]:
    """Return the unused columns that may contain people."""
    # Without a heading somebody chose all columns.
    if headed.columns is None or not headed.headings:
        return set()
    found = set()
    # Cells beyond the last heading are not read either.
    width = max((len(cells) for _, _, cells in headed.rows), default=0)
    kept = headed.columns.kept
    for place in range(max(width, len(kept))):
        heading = cell_at(headed.headings, place)
        is_read = place < len(kept) and kept[place] is not Part.IGNORED
        if is_read or words_in(heading) & _OTHER_COLUMNS:
            continue
        cells = [cell_at(cells, place) for _, _, cells in headed.rows]
        people = sum(map(may_be_person, cells))
        if people and people * _HALF >= sum(map(bool, cells)):
            found.add(place)
    return found


def hides_people(headed: HeadedList, place: int) -> bool:
    """Return whether an unused column may contain people in addition to a whole team."""
    heading = cell_at(headed.headings, place)
    parts = headed.columns.parts if headed.columns else ()
    is_second = place < len(parts) and parts[place] is Part.IGNORED and _says_team(heading)
    return not heading or is_second


def _says_team(heading: str) -> bool:
    return bool(words_in(heading) & TEAM_WORDS)


def are_side_by_side(headed: HeadedList) -> bool:
    """Return whether lines have two numbers: "N°;Nom;N°;Nom" is two lists."""
    if headed.columns is None or not headed.columns.has(Part.NUMBER):
        return False
    headings = [plain_words(heading) for heading in headed.headings]
    number = cell_at(headings, headed.columns.parts.index(Part.NUMBER))
    return bool(number) and headings.count(number) > 1


def may_be_person(cell: str) -> bool:
    """Return whether a cell of an unknown column may be a name."""
    letters = sum(map(str.isalpha, cell))
    is_said = is_ticked(cell) is None and not is_title(cell)
    return letters >= 2 and is_said and not re.search(r"[\d@€]", cell)


def is_no_person(name: str) -> bool:
    """Return whether a name is no name of a person."""
    words = words_in(name) - FILLING
    is_said_of_one = is_title(name) or is_ticked(name) is not None
    has_letters = sum(map(str.isalpha, name)) > 1 and not any(map(str.isdigit, name))
    return is_said_of_one or not has_letters or begins_a_sum(name) or bool(words & _NOT_OF_PEOPLE)


def is_more_than_name(name: str) -> bool:
    """Return whether a name includes something else: "Mme Dupont", "Anne (Lens)"."""
    first = words_in(name.split()[0]) if name.split() else set()
    return bool(_BESIDE_NAMES.search(name)) or bool(first & _BEFORE_NAMES)


def is_long_for_one(name: str) -> bool:
    """Return whether a name has enough words for two people: "Anne Dupont Paul Roux"."""
    return sum(word[:1].isupper() for word in name.split() if not words_in(word) & FILLING) > 3


def may_be_one_person(
    names: Sequence[Sequence[str]], rows: Sequence[Sequence[str]], *, is_headed: bool
) -> list[bool]:
    """Return for each line whether its two names may belong to one person: "DUPONT;Jean"."""
    apart = [
        len(two) == 2 and any(name in cells for name in two)
        for two, cells in zip(names, rows, strict=True)
    ]
    of_a_word = [
        is_two and any(len(name.split()) == 1 for name in two)
        for two, is_two in zip(names, apart, strict=True)
    ]
    shouted = [
        next((place for place, name in enumerate(two) if name.isupper()), None)
        if is_two and sum(map(str.isupper, two)) == 1
        else None
        for two, is_two in zip(names, apart, strict=True)
    ]
    # A column of last names in capitals, or mostly single words in columns without names.
    is_column = any(shouted.count(place) * _HALF > sum(apart) for place in (0, 1))
    is_short = not is_headed and sum(of_a_word) * _HALF >= sum(apart)
    return [
        is_two and ((place is not None and (is_column or is_word)) or (is_short and is_word))
        for is_two, place, is_word in zip(apart, shouted, of_a_word, strict=True)
    ]


def first_line_heads(names: Sequence[Sequence[str]]) -> bool:
    """Return whether the first line may be a heading: single words above lines of several."""
    first, rest = names[0], [name for line in names[1:] for name in line]
    several = sum(" " in name for name in rest)
    return (
        len(names) > 1
        and len(first) > 1
        and not any(" " in name for name in first)
        and several * 4 >= len(rest) * 3
    )


def grouped(keys: Sequence[str], *, may_be_merged: bool) -> list[list[int]]:
    """Return the lines by key; with merged cells only the first line of a group has it."""
    groups: list[list[int]] = []
    last = ""
    for place, key in enumerate(keys):
        if groups and last and (key == last or (may_be_merged and not key)):
            groups[-1].append(place)
        else:
            groups.append([place])
        last = key or (last if may_be_merged else "")
    return groups


def blocks(numbers: Sequence[int]) -> list[list[int]]:
    """Return the lines by block; empty lines separate blocks."""
    found: list[list[int]] = []
    for place, number in enumerate(numbers):
        if place and number == numbers[place - 1] + 1:
            found[-1].append(place)
        else:
            found.append([place])
    return found


def are_pairs(groups: Iterable[Sequence[int]], counts: Sequence[int]) -> bool:
    """Return whether lines with the same number are teams, with one name on each line."""
    sizes = [len(group) for group in groups]
    pairs = sizes.count(2)
    return (
        all(size <= 2 for size in sizes)
        and (pairs == len(sizes) or pairs == len(sizes) - 1 > 1)
        and all(count == 1 for count in counts)
    )
