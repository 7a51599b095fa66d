"""What is worth telling of a contest, one fact a card, and what is counted over all its hands."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from scorekeeper.engine.scoring import Outcome
from scorekeeper.labels.sheets import points_text
from tournaments.story import labels as words
from tournaments.story.labels import Namer
from tournaments.story.moments import SideFact, Story
from tournaments.story.race import StoryTable


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """One thing worth telling; `url` opens the game for those who may see it."""

    title: str
    number: str
    text: str
    place: str = ""
    more: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """How often something happened in the whole contest."""

    label: str
    count: str


def facts_of(story: Story, name: Namer, *, is_public: bool) -> tuple[Fact, ...]:
    """Return what is worth telling; `name` names entries, games open for members only."""
    return (
        *_of_hands(story, name, is_public=is_public),
        *_of_race(story, name),
        *_of_games(story, name, is_public=is_public),
        *_of_litiges(story, name, is_public=is_public),
    )


def _game_url(table: StoryTable, *, is_public: bool) -> str:
    return "" if is_public else reverse("scorekeeper:game-detail", args=[table.game])


def _fact(title: str, fact: SideFact, text: str, *, is_public: bool) -> Fact:
    return Fact(
        title=title,
        number=words.points_with_word(fact.points),
        text=text,
        place=words.moment_place(fact),
        more=words.times_text(fact),
        url=_game_url(fact.table, is_public=is_public),
    )


def _of_hands(story: Story, name: Namer, *, is_public: bool) -> Iterator[Fact]:
    if fact := story.biggest_hand:
        text = words.hand_text(fact, name)
        yield _fact(_("The biggest hand"), fact, text, is_public=is_public)
    if fact := story.comeback:
        text = words.comeback_text(fact, name)
        yield _fact(_("The comeback of the evening"), fact, text, is_public=is_public)


def _of_race(story: Story, name: Namer) -> Iterator[Fact]:
    if behind := story.winner_behind:
        yield Fact(
            title=_("Behind, and first all the same"),
            number=words.points_with_word(behind.points),
            text=words.behind_text(behind, name, is_by_round=story.race.is_by_round),
        )
    if climb := story.climb:
        yield Fact(
            title=_("The climb"),
            number=words.climb_number(climb),
            text=words.climb_text(climb, name),
        )


def _of_games(story: Story, name: Namer, *, is_public: bool) -> Iterator[Fact]:
    if fact := story.tightest:
        text = words.game_text(fact, name)
        yield _fact(_("The tightest table"), fact, text, is_public=is_public)
    if fact := story.highest_game:
        text = words.game_text(fact, name)
        yield _fact(_("The highest game"), fact, text, is_public=is_public)
    if fact := story.lowest_game:
        text = words.game_text(fact, name)
        yield _fact(_("The lowest game"), fact, text, is_public=is_public)


def _of_litiges(story: Story, name: Namer, *, is_public: bool) -> Iterator[Fact]:
    if fact := story.most_litiges:
        yield Fact(
            title=_("Most litiges"),
            number=words.litiges_number(fact.points),
            text=words.litiges_text(fact, name),
            place=words.moment_place(fact),
            more=words.times_text(fact),
            url=_game_url(fact.table, is_public=is_public),
        )
    if chain := story.chain:
        yield Fact(
            title=_("Litige after litige"),
            number=words.litiges_number(chain.length),
            text=words.chain_text(chain, name),
            place=words.chain_place(chain),
            url=_game_url(chain.table, is_public=is_public),
        )


def counts_of(story: Story) -> tuple[Count, ...]:
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
    return tuple(Count(label=label, count=points_text(count)) for label, count in counts)
