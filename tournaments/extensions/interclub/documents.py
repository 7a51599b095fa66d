"""Reading of exported contests for the ratings across clubs: documents only, no database. Pure.

A folder holds one folder per club with the documents of its contests, and `people.json`, which says
which names are one person. Without that file, a person is a name in a club, case-insensitively.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, TypeAlias

from tournaments.extensions.interclub.rating import (
    ContestGame,
    CountedContest,
    Entered,
    Rated,
    rate_contests,
)
from tournaments.lineups import Left

PEOPLE: Final = "people.json"
GAMES: Final = frozenset({"game", "catch_up"})

Person: TypeAlias = tuple[str, str]
"""A club's folder, and a normalized name there; the first one of a person with several."""


class UnreadableFolderError(ValueError):
    """A file is no document of a contest, or `people.json` is invalid; has the file."""


def plain_name(name: str) -> str:
    return " ".join(name.split()).casefold()


def rated_folder(folder: Path) -> Rated[Person]:
    """Return everybody's ratings from the documents of a folder.

    Raises UnreadableFolderError, and OSError if a file cannot be read.
    """
    people = _People(folder)
    found = [_read(file, people) for file in sorted(folder.glob("*/*.json"))]
    contests = [contest for contest in found if contest is not None]
    return rate_contests(sorted(contests, key=lambda contest: contest.when))


def _read(file: Path, people: "_People") -> CountedContest[Person] | None:
    """Return what counts of a document, None if the contest is not finished."""
    try:
        document = json.loads(file.read_text(encoding="utf-8"))
        if document["tournament"]["finished_at"] is None:
            return None
        return _contest_in(document, people, file)
    except (ValueError, LookupError, TypeError, AttributeError):
        raise UnreadableFolderError(str(file)) from None


def _contest_in(
    document: Mapping[str, Any], people: "_People", file: Path
) -> CountedContest[Person]:
    return CountedContest(
        day=document["tournament"]["date"],
        first_hash=document["log"][0]["hash"],
        games=list(games_in(document)),
        firsts={
            line["entry"]: list(_rounds_of(line["entry"], document))
            for line in document["standings"]
            if line["rank"] == 1
        },
        people={entry["number"]: _entered(entry, people, file) for entry in document["entries"]},
    )


def _rounds_of(number: int, document: Mapping[str, Any]) -> Iterator[int]:
    """Yield the rounds in which an entry has a result that counts."""
    for played in document["rounds"]:
        for match in played["matches"]:
            for result in match["results"]:
                if result["entry"] == number and result["counts"] and result["has_result"]:
                    yield played["number"]


def _entered(entry: Mapping[str, Any], people: "_People", file: Path) -> Entered[Person]:
    number = entry["number"]
    left = []
    for one in entry.get("former", ()):
        at = one["place"], one["round"], one["hand"]
        left.append(Left(*at, people.of(file, number, *at, name=one["player"])))
    present = [
        people.of(file, number, place, name=name)
        for place, name in enumerate(entry["players"], start=1)
    ]
    return Entered(present, left)


def games_in(document: Mapping[str, Any]) -> Iterator[ContestGame]:
    """Yield the finished games of a contest's document, by round and table."""
    for played in document["rounds"]:
        for match in played["matches"]:
            sheet = match["sheet"]
            if match["kind"] in GAMES and sheet and sheet["is_finished"] and sheet["hand_count"]:
                yield ContestGame(
                    played["number"], _side(match["a"]), _side(match["b"]), sheet["winner"] or ""
                )


def _side(numbers: int | list[int]) -> tuple[int, ...]:
    return tuple(numbers) if isinstance(numbers, list) else (numbers,)


class _People:
    """Resolves names to people: `same` joins names, `apart` separates namesakes by their seats.

    A seat is an entry's number and a place; for a replaced player also the round and hand of the
    substitution.
    """

    def __init__(self, folder: Path) -> None:
        file = folder / PEOPLE
        try:
            people = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
            self._same = {
                (club, plain_name(name)): tuple(group[0])
                for group in people.get("same", [])
                for club, name in group
            }
            self._apart = {
                (club, name, number, place, *left): label
                for club, name, number, place, label, *left in people.get("apart", [])
            }
        except (ValueError, LookupError, TypeError, AttributeError):
            raise UnreadableFolderError(str(file)) from None

    def of(self, file: Path, *seat: int, name: str) -> Person:
        club = file.parent.name
        label = self._apart.get((club, file.name, *seat), name)
        first = self._same.get((club, plain_name(label)), (club, label))
        return first[0], plain_name(first[1])
