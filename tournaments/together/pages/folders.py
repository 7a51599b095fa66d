"""The documents of every contest that counts, as a folder from which the ratings follow."""

import json
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from django.utils.text import slugify

from tournaments.audit.pages.documents import document_of, document_text
from tournaments.models import EntryPlayer, Tournament
from tournaments.together.documents import PEOPLE, plain_name
from tournaments.together.pages.counted import Person, counted_contests
from tournaments.together.pages.people import People, people_together

SHORT_HASH: Final = 16


def write_folder(folder: Path, *, progress: Callable[[], object] = lambda: None) -> int:
    """Write the documents, and who is who in them, into a folder; return how many these are.

    Raises OSError where the folder cannot be written.
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
    said = json.dumps(people.said(), ensure_ascii=False, indent=1)
    (folder / PEOPLE).write_text(said + "\n", encoding="utf-8")
    return count


@dataclass(slots=True)
class _Names:
    """Under which names people stand in the documents, and where one name is two people."""

    people: People
    bearers: dict[tuple[str, str], Person] = field(default_factory=dict)
    names: defaultdict[Person, dict[tuple[str, str], str]] = field(
        default_factory=lambda: defaultdict(dict)
    )
    apart: list[list[Any]] = field(default_factory=list)

    def add(self, contest: Tournament, club: str, file: str) -> None:
        rows = EntryPlayer.objects.filter(entry__tournament=contest).order_by(
            "entry__number", "position"
        )
        for number, position, player, name in rows.values_list(
            "entry__number", "position", "player", "name"
        ):
            plain = plain_name(name)
            who: Person = self.people.of(player) if player else (contest.club_id, plain)
            if self.bearers.setdefault((club, plain), who) != who:
                name = f"{name} ({who if isinstance(who, int) else '–'})"
                plain = plain_name(name)
                self.apart.append([club, file, number, position, name])
            self.names[who].setdefault((club, plain), name)

    def said(self) -> dict[str, list[Any]]:
        groups = [
            [[club, name] for (club, _plain), name in own.items()]
            for own in self.names.values()
            if len(own) > 1
        ]
        return {"same": groups, "apart": self.apart}
