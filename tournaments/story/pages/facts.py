"""What is worth telling of a contest, one fact a card, and what is counted over all its hands."""

from collections.abc import Callable, Iterator
from typing import TypeAlias

from django.urls import reverse
from django.utils.translation import gettext as _

from scorekeeper.engine.scoring import Outcome
from scorekeeper.labels.sheets import points_text
from tournaments.story import labels as words
from tournaments.story.labels import Namer
from tournaments.story.moments import SideFact, Story
from tournaments.story.race import StoryTable

Card: TypeAlias = dict[str, str]
"""One thing worth telling: `title`, `number`, `text`; `place`, `more`, `url` where it has any."""


def cards_of(story: Story, name: Namer, *, is_public: bool) -> list[Card]:
    """Return what is worth telling; `name` names entries, games open for members only."""

    def url(table: StoryTable) -> str:
        return "" if is_public else reverse("scorekeeper:game-detail", args=[table.game])

    def at_table(
        title: str,
        fact: SideFact | None,
        text: Callable[[SideFact, Namer], str],
        number: Callable[[int], str] = words.points_with_word,
    ) -> Iterator[Card]:
        if fact:
            yield {
                "title": title,
                "number": number(fact.points),
                "text": text(fact, name),
                "place": words.moment_place(fact),
                "more": words.times_text(fact),
                "url": url(fact.table),
            }

    facts = [
        *at_table(_("The biggest hand"), story.biggest_hand, words.hand_text),
        *at_table(_("The comeback of the evening"), story.comeback, words.comeback_text),
        *_of_race(story, name),
        *at_table(_("The tightest table"), story.tightest, words.game_text),
        *at_table(_("The highest game"), story.highest_game, words.game_text),
        *at_table(_("The lowest game"), story.lowest_game, words.game_text),
        *at_table(_("Most litiges"), story.most_litiges, words.litiges_text, words.litiges_number),
    ]
    if chain := story.chain:
        facts.append(
            {
                "title": _("Litige after litige"),
                "number": words.litiges_number(chain.length),
                "text": words.chain_text(chain, name),
                "place": words.chain_place(chain),
                "url": url(chain.table),
            }
        )
    return facts


def _of_race(story: Story, name: Namer) -> Iterator[Card]:
    if behind := story.winner_behind:
        yield {
            "title": _("Behind, and first all the same"),
            "number": words.points_with_word(behind.points),
            "text": words.behind_text(behind, name, is_by_round=story.race.is_by_round),
        }
    if climb := story.climb:
        yield {
            "title": _("The climb"),
            "number": words.climb_number(climb),
            "text": words.climb_text(climb, name),
        }


def counts_of(story: Story) -> list[tuple[str, str]]:
    """Return what is counted over the whole contest; only games where no hand was written."""
    counts = [(_("Finished games"), story.tables)]
    if story.hands:
        counts += [
            (_("Hands"), story.hands),
            (_("Capots"), story.outcomes.get(Outcome.CAPOT, 0)),
            (_("Belotes"), story.belotes),
            (_("Contracts that failed"), story.outcomes.get(Outcome.FAILED, 0)),
            (_("Litiges"), story.outcomes.get(Outcome.LITIGE, 0)),
            (_("Penalties"), story.outcomes.get(Outcome.PENALTY, 0)),
        ]
    return [(label, points_text(count)) for label, count in counts]
