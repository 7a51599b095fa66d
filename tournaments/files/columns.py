"""What the columns of a list contain, according to its heading or to somebody's choice. Pure."""

import hashlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import zip_longest
from typing import Final

from tournaments.files.rows import (
    Row,
    cell_at,
    plain_words,
    split_names,
    word_set,
    words_in,
)
from tournaments.files.ticks import is_ticked

NO_HEADING: Final = "none"
"""Stands for the mark of the heading in a list without one."""


class Part(StrEnum):
    """What a column contains; each kind of list uses some of them."""

    NAME_1 = "name_1"
    LAST_1 = "last_1"
    FIRST_1 = "first_1"
    NAME_2 = "name_2"
    LAST_2 = "last_2"
    FIRST_2 = "first_2"
    TEAM = "team"
    NUMBER = "number"
    PAID = "paid"
    HERE = "here"
    TAGS = "tags"
    DATE = "date"
    CONTEST = "contest"
    PLACE = "place"
    TOTAL = "total"
    ARCHIVED = "archived"
    INITIALS = "initials"
    LICENCE = "licence"
    IGNORED = "ignored"


_PEOPLE: Final = (
    (Part.NAME_1, Part.LAST_1, Part.FIRST_1),
    (Part.NAME_2, Part.LAST_2, Part.FIRST_2),
)
FIRST_PLAYER: Final = _PEOPLE[0]
SECOND_PLAYER: Final = _PEOPLE[1]
NAME_PARTS: Final = tuple(part for person in _PEOPLE for part in person)


# Words in column headings, folded.
FAMILY_NAME_WORDS: Final = word_set("nom noms last surname famille patronyme")
NAME_WORDS: Final = FAMILY_NAME_WORDS | word_set(
    "name names first j joueur joueurs joueuse joueuses player players equipier equipiere"
    " coequipier coequipiere partenaire partenaires partner captain capitaine capitaines"
    " second seconde premier premiere deuxieme associe associee acolyte"
    " participant participante participants concurrent concurrente concurrents"
    " inscrit inscrite inscrits inscrites personne personnes identite"
    " monsieur madame mademoiselle mr mme m h f homme femme lui elle mari epoux epouse"
    " adherent adherente adherents membre membres licencie licenciee licencies"
)
FIRST_NAME_WORDS: Final = word_set("prenom prenoms firstname given")
# A column headed by one of these may also be a yes/no column.
_OF_ONE_WORDS: Final = NAME_WORDS - FAMILY_NAME_WORDS
TEAM_WORDS: Final = word_set(
    "equipe equipes team teams paire paires pair pairs doublette doublettes binome binomes"
    " duo duos couple couples tandem tandems"
)
# Beside a single column of players, these head the column of their partners.
_PARTNER_WORDS: Final = word_set("binome binomes")
FILLING: Final = word_set(
    "de du des d la le les l et ou of the and n no 1 2 3 4 a b er ere re e eme nd co son sa deux"
    " votre vos"
)
_TITLES: Final = word_set("m mr mme mlle melle monsieur madame mademoiselle h f homme femme")
_MEMBER_WORDS: Final = word_set("licencie licenciee licencies")
_LICENCE_WORDS: Final = word_set("licence licences license licenses")
_NUMBER_WORDS: Final = word_set("n no nr num numero numeros number numbers")
# Of several columns of totals, this is the one of the whole contest.
_WHOLE_WORDS: Final = word_set("total totaux general generale final finale")


@dataclass(frozen=True, slots=True, kw_only=True)
class ListKind:
    """What the columns of a kind of list can contain; `is_heading` recognises the heading line.

    `meanings` maps each part, except names, to the words of its headings; words of `filling` are
    ignored. A column of digits headed by a word of `figures` is not one of names, even if the word
    could mean that.
    """

    key: str
    parts: tuple[Part, ...]
    meanings: Mapping[Part, Collection[str]] = field(default_factory=dict)
    filling: Collection[str] = ()
    figures: Collection[str] = ()
    is_heading: Callable[[Sequence[str], Sequence[Part]], bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """A choice of columns: the mark of the heading line, and what the columns contain.

    `parts` are by mark: the present choice, and what the club chose for headings seen earlier.
    """

    heading: str = ""
    parts: Mapping[str, tuple[Part, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Columns:
    """What the columns of a list contain."""

    parts: tuple[Part, ...]

    def has(self, part: Part) -> bool:
        return part in self.parts

    @property
    def kept(self) -> tuple[Part, ...]:
        """Return the parts, with those that mean nothing beside others marked as ignored."""
        is_named = not set(NAME_PARTS).isdisjoint(self.parts)
        gone = {Part.NUMBER, Part.TEAM} if is_named else {Part.NUMBER}
        return tuple(Part.IGNORED if part in gone else part for part in self.parts)

    @property
    def has_names(self) -> bool:
        return not {*NAME_PARTS, Part.TEAM}.isdisjoint(self.parts)

    def cells(self, cells: Sequence[str], part: Part) -> list[str]:
        """Return the cells of a line in the columns of a part."""
        return [cell_at(cells, place) for place, one in enumerate(self.parts) if one is part]

    def text_in(self, cells: Sequence[str], part: Part) -> str:
        """Return the text of a part on a line, empty if no column has it."""
        return next(iter(self.cells(cells, part)), "")

    def names_on(self, cells: Sequence[str]) -> list[str]:
        """Return the names on a line."""
        return [name for names in self._people_on(cells) for name in names]

    def _people_on(self, cells: Sequence[str]) -> list[list[str]]:
        """Return the names on a line, by their columns."""
        if set(NAME_PARTS).isdisjoint(self.parts):
            return [split_names(self.cells(cells, Part.TEAM))]
        people = []
        for person in _PEOPLE:
            whole, last, first = (self.cells(cells, part) for part in person)
            # As many first names as family names: none of them is part of another.
            apart = zip_longest(first, map(without_capitals, last), fillvalue="")
            if not set(person).isdisjoint(self.parts):
                people.append(split_names([*whole, *(" ".join(both) for both in apart)]))
        return people

    def licences_on(self, cells: Sequence[str]) -> list[str] | None:
        """Return the licence number of each name on a line, None if they cannot be assigned."""
        texts = self.cells(cells, Part.LICENCE)
        people = self._people_on(cells)
        if len(texts) != len(people):
            texts, people = [" & ".join(filter(None, texts))], [self.names_on(cells)]
        licences: list[str] = []
        for cell, names in zip(texts, people, strict=True):
            numbers = [one for one in split_names([cell]) if any(map(str.isdigit, one))]
            if numbers and len(numbers) != len(names):
                return None
            licences += numbers or [""] * len(names)
        return licences


def without_capitals(family: str) -> str:
    """Return a family name in normal case: lists have DUPONT, the program Dupont."""
    is_shouted = family.isupper() and sum(map(str.isalpha, family)) > 1
    return family.title() if is_shouted else family


def is_title(cell: str) -> bool:
    """Return whether a cell contains a title such as "M." or "Mme" and no name."""
    words = words_in(cell)
    return bool(words) and words <= _TITLES


def guessed_parts(cells: Sequence[str], kind: ListKind, below: Sequence[Row]) -> tuple[Part, ...]:
    """Guess what columns contain, from their headings and the cells below."""
    parts = [Part.IGNORED] * len(cells)
    whole: list[int] = []
    lasts: list[int] = []
    firsts: list[int] = []
    partners: list[int] = []
    for place, cell in enumerate(cells):
        words = words_in(cell)
        meant = words - FILLING
        part = _part_of(words, kind)
        if _is_licence(meant, words):
            parts[place] = Part.LICENCE if Part.LICENCE in kind.parts else Part.IGNORED
        elif (
            meant
            and meant <= _OF_ONE_WORDS
            and (
                _has_no_names(below, place, cell)
                or (meant <= set(kind.figures) and _has_only_figures(below, place))
            )
        ):
            # "Inscrit" above "oui" and "non", "M" above "M." and "Mme", or above points
            parts[place] = part or Part.IGNORED
        elif says_first_name(meant) and meant <= FIRST_NAME_WORDS | NAME_WORDS:
            # "Nom et prénom"; but "Prénom joueur 1", "First name"
            (whole if meant & FAMILY_NAME_WORDS else firsts).append(place)
        elif meant and meant <= NAME_WORDS:
            lasts.append(place)
        elif _is_team_number(meant, words) and Part.NUMBER in kind.parts:
            # "N° équipe"
            parts[place] = Part.NUMBER
        elif meant and meant <= TEAM_WORDS | NAME_WORDS and Part.TEAM in kind.parts:
            parts[place] = Part.TEAM
            if meant <= _PARTNER_WORDS and _are_different_names(below, place):
                partners.append(place)
        elif part is Part.NUMBER and _has_only_words(below, place):
            # "2ème" above people
            parts[place] = Part.IGNORED
        elif part:
            parts[place] = part
    people = [*_paired(lasts, firsts), *((place, None) for place in whole)]
    if len(people) == 1:
        people += [(place, None) for place in partners[:1] if place > people[0][0]]
    known = [one for one in _PEOPLE if one[0] in kind.parts]
    for number, (name, first) in enumerate(sorted(people, key=lambda one: one[0])):
        # Surplus names are read as part of the last one, so nothing is lost unseen.
        whole_name, last_name, first_name = known[min(number, len(known) - 1)]
        parts[name] = whole_name if first is None else last_name
        if first is not None:
            parts[first] = first_name
    return tuple(_once(parts, cells))


def _column(below: Sequence[Row], place: int) -> Iterator[str]:
    return (cell for _, _, cells in below if (cell := cell_at(cells, place)))


def _has_no_names(below: Sequence[Row], place: int, heading: str) -> bool:
    """Return whether a column contains ticks or titles; one of digits only may be an error."""
    # A sheet of several pages repeats its heading on each.
    texts = [cell for cell in _column(below, place) if cell != heading]
    return not all(any(map(str.isdigit, cell)) for cell in texts) and all(
        is_title(cell) or is_ticked(cell) is not None for cell in texts
    )


def _has_only_figures(below: Sequence[Row], place: int) -> bool:
    texts = list(_column(below, place))
    return bool(texts) and not any(any(map(str.isalpha, cell)) for cell in texts)


def _has_only_words(below: Sequence[Row], place: int) -> bool:
    texts = list(_column(below, place))
    return bool(texts) and all(
        sum(map(str.isalpha, cell)) > 1 and not any(map(str.isdigit, cell)) for cell in texts
    )


def _are_different_names(below: Sequence[Row], place: int) -> bool:
    """Return whether all cells differ, as the names of a team's players do."""
    texts = list(_column(below, place))
    return _has_only_words(below, place) and len({*texts}) == len(texts)


def says_first_name(words: Collection[str]) -> bool:
    """Return whether these words head a column of first names; "First player" does not."""
    return not FIRST_NAME_WORDS.isdisjoint(words) or {"first", "name"} <= {*words}


def _is_licence(meant: set[str], words: set[str]) -> bool:
    """Return whether a heading is one of licence numbers: "N° de licencié", not "Licencié"."""
    is_one = _LICENCE_WORDS & meant or (_MEMBER_WORDS & meant and _NUMBER_WORDS & words)
    known = _LICENCE_WORDS | _NUMBER_WORDS | _MEMBER_WORDS | _OF_ONE_WORDS
    return bool(is_one) and meant <= known


def _is_team_number(meant: set[str], words: set[str]) -> bool:
    return bool(_NUMBER_WORDS & words) and bool(meant) and meant <= TEAM_WORDS | _NUMBER_WORDS


def _part_of(words: set[str], kind: ListKind) -> Part | None:
    """Return the part that these words mean, ignoring those that mean nothing."""
    for part, known in kind.meanings.items():
        if words.intersection(known) and words.difference(FILLING, kind.filling) <= set(known):
            return part
    return None


def _paired(lasts: list[int], firsts: list[int]) -> Iterator[tuple[int, int | None]]:
    """Pair columns of family names with columns of first names: adjacent ones, or in order."""
    if len(lasts) == len(firsts):
        yield from zip(lasts, firsts, strict=True)
        return
    left = list(lasts)
    for first in firsts:
        neighbour = next((place for place in (first - 1, first + 1) if place in left), None)
        if neighbour is None:
            yield first, None
        else:
            left.remove(neighbour)
            yield neighbour, first
    yield from ((place, None) for place in left)


_OFTEN: Final = frozenset([*NAME_PARTS, Part.TAGS, Part.LICENCE, Part.IGNORED])


def _once(parts: Sequence[Part], cells: Sequence[str]) -> Iterator[Part]:
    """Keep each part that can occur only once at its best column: "Total" before "Points 1"."""
    best: dict[Part, int] = {}
    for place, part in enumerate(parts):
        is_whole = bool(_WHOLE_WORDS & words_in(cells[place]))
        if part not in best or (is_whole and not _WHOLE_WORDS & words_in(cells[best[part]])):
            best[part] = place
    for place, part in enumerate(parts):
        yield part if part in _OFTEN or best[part] == place else Part.IGNORED


def is_names_heading(cells: Sequence[str], parts: Sequence[Part]) -> bool:
    """Return whether a line is a heading of names: "Nom" alone is, "Joueur A" may be a person."""
    named = [place for place, part in enumerate(parts) if part in NAME_PARTS]
    named = named or [place for place, part in enumerate(parts) if part is Part.TEAM]
    # "Nom & Dupont" is two people; "Nom et prénom" is one column.
    is_pair = any(
        set("&+/") & set(cells[place]) and not says_first_name(words_in(cells[place]))
        for place in named
    )
    return bool(named) and not is_pair and (len(named) > 1 or _is_column_title(cells[named[0]]))


def _is_column_title(cell: str) -> bool:
    """Return whether a single cell heads names: "Nom du joueur" does, "Joueur A" does not."""
    words = plain_words(cell).replace("n°", "").replace("nº", "").split()
    ends = {words[0], words[-1]} if words else set()
    return not ends & FILLING and not any(map(str.isdigit, words))


def mark_of(cells: Iterable[str]) -> str:
    """Return a short hash that identifies a heading line by its words."""
    words = "|".join(map(plain_words, cells)).rstrip("|")
    return hashlib.sha256(words.encode()).hexdigest()[:16]
