"""Actions on prizes: the plan, lots among those present, handing over and back."""

from tournaments.audit_log.actions.action import (
    CHANCE,
    JOINT,
    NUMBERS,
    Action,
    Speaker,
    called_text,
    follow_secrets,
    named,
)
from tournaments.audit_log.actions.types import ActionType, gettext_noop
from tournaments.audit_log.chain import ChainEntry
from tournaments.audit_log.replay.cash_book import book_entry
from tournaments.audit_log.replay.outcomes import eligible_of, outcomes_of
from tournaments.audit_log.replay.prizes import (
    CENTS,
    HANDED,
    LOT,
    PLAN,
    POT,
    RANDOM,
    lot_order,
    lots_of,
    place_of,
    plan_in,
    won_of,
)
from tournaments.audit_log.replay.shape import Text, open_fields
from tournaments.audit_log.replay.state import State
from tournaments.audit_log.replay.values import NUMBER
from tournaments.draw.commitment import chance_of, order_of
from tournaments.standings.awards import Slot
from tournaments.standings.prizes import plan_from_dict


class PrizesSet(Action, kind=ActionType.PRIZES):
    """The prize plan was set and replaces the one before."""

    title = gettext_noop("Prizes")
    data = open_fields(plan=PLAN)

    def replay(self, state: State, link: ChainEntry) -> None:
        plan_from_dict(link.data["plan"])
        state.prize_plan = link.data["plan"]
        state.prize_lots = lots_of(state.prize_lots, link.data["plan"])
        state.settings = {**state.settings, "prizes": [], "prize_for_last": ""}

    def words(self, link: ChainEntry, say: Speaker) -> str:
        plan = plan_from_dict(link.data["plan"])
        count = sum(len(prize.places) for prize in plan.prizes)
        words = [say.ngettext("%(count)d prize", "%(count)d prizes", count) % {"count": count}]
        if plan.fund.cents is not None:
            words.append(say.gettext("a fund of %(sum)s") % {"sum": say.euros(plan.fund.cents)})
        return JOINT.join(words)


class PrizeDrawn(Action, kind=ActionType.PRIZE_LOT):
    """The winner of a prize was drawn among those present; replaces an earlier lot."""

    title = gettext_noop("Lot for a prize")
    data = open_fields({"random": RANDOM, **CHANCE}, **LOT)

    def replay(self, state: State, link: ChainEntry) -> None:
        prize, order = link.data["prize"], link.data["order"]
        follow_secrets(state, link.data)
        if _drawn(state, link) != order or not set(order) <= state.entries.keys():
            raise ValueError("order")
        plan_in(state.settings, state.prize_plan).prize(prize)
        others = [lot for lot in state.prize_lots if lot["prize"] != prize]
        state.prize_lots = [*others, {"prize": prize, "order": order}]

    def words(self, link: ChainEntry, say: Speaker) -> str:
        present = len(link.data["order"])
        text = say.ngettext("among %(count)d present", "among %(count)d present", present)
        words = [named(link.data["order"][:1], say), text % {"count": present}]
        return JOINT.join([*words, *called_text(link.data, say)])


def _drawn(state: State, link: ChainEntry) -> list[int]:
    """Return the order of a lot. Raises ValueError if what decides it is not as it should be."""
    data = link.data
    order, random, called = data["order"], data.get("random", ""), data.get("called", "")
    if called and not random:
        return order_of(set(order), data["secret"], called)
    # The first called numbers went through the formula of random lots.
    if called and random != chance_of(data["secret"], called):
        raise ValueError("random")
    seed = state.settings["ranking"]["lot_seed"]
    return lot_order(order, seed=seed, mark=link.previous_hash, prize=data["prize"], random=random)


class HandedOver(Action, kind=ActionType.HANDED_OVER):
    """A prize was handed over to its winner in the ranking of that moment."""

    title = gettext_noop("Prize handed over")
    data = open_fields(
        {"cents": CENTS, "goods": Text(200), "paid": CENTS, "brackets": NUMBER}, **HANDED
    )

    def replay(self, state: State, link: ChainEntry) -> None:
        handed = {name: link.data[name] for name in HANDED}
        place = handed["prize"], handed["place"]
        # Entries of earlier versions do not say which bracket rules applied.
        version = link.data.get("brackets", state.bracket_version)
        if version not in state.won:
            plan = plan_in(state.settings, state.prize_plan)
            contest = outcomes_of(state, version=version).contest
            state.won[version] = won_of(plan, eligible_of(state, contest))
        is_theirs = state.won[version][Slot(*place)] == tuple(handed["entries"])
        if not is_theirs or place_of(state.handed_over, *place) is not None:
            raise ValueError("entries")
        state.handed_over = [*state.handed_over, handed]
        book_entry(state.book, link)

    def words(self, link: ChainEntry, say: Speaker) -> str:
        data = link.data
        cents, goods = data.get("cents", 0), data.get("goods", "")
        words = [
            named(data["entries"], say),
            say.gettext("pot for capots") if data["prize"] == POT else "",
            say.euros(cents) if cents else "",
            goods,
            data["note"],
        ]
        return JOINT.join(filter(None, words))


class HandedBack(Action, kind=ActionType.HANDED_BACK):
    """A prize came back, or was not handed over after all."""

    title = gettext_noop("Prize taken back")
    data = open_fields(prize=HANDED["prize"], place=HANDED["place"], entries=NUMBERS)

    def replay(self, state: State, link: ChainEntry) -> None:
        at = place_of(state.handed_over, link.data["prize"], link.data["place"])
        if at is None:
            raise LookupError(link.data["prize"])
        state.handed_over = [*state.handed_over[:at], *state.handed_over[at + 1 :]]
        book_entry(state.book, link)

    def words(self, link: ChainEntry, say: Speaker) -> str:
        return named(link.data["entries"], say)
