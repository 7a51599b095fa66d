"""Entries of a contest's log in plain words. `who` names an entry by its number."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, TypeAlias

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.labels.sheets import points_text
from tournaments.chain import VOUCHED
from tournaments.draw.request import Method
from tournaments.drawing.labels import METHOD_LABELS
from tournaments.tags import tag_label

MOST_NAMED: Final = 6
JOINT: Final = " · "

Data: TypeAlias = Mapping[str, Any]
Who: TypeAlias = Callable[[int], str]


def act_text(kind: str, data: Data, who: Who) -> str:
    """Return what was done beyond its heading, empty where the heading says it all."""
    words = _WORDS.get(kind)
    return words(data, who) if words else str(data.get("note") or "")


def entry_text(data: Data) -> str:
    """Return an entry as it was written down: "Anne & Paul · Ladies"."""
    names = " & ".join(data.get("players") or [])
    return JOINT.join([names, *map(tag_label, data.get("tags") or [])])


def mentioned(data: Data) -> set[int]:
    """Return the numbers of the entries that an entry of the log names."""
    found: set[int] = set()
    for key in ("number", "one", "other"):
        if isinstance(data.get(key), int):
            found.add(data[key])
    for key in ("numbers", "order", "exempt", "a", "b"):
        found.update(data.get(key) or ())
    for match in data.get("matches") or ():
        found.update([*match["a"], *match["b"]])
    return found


def _named(numbers: Iterable[int], who: Who) -> str:
    """Return some entries by name, the first few of many."""
    every = list(numbers)
    text = ", ".join(who(number) for number in every[:MOST_NAMED])
    more = len(every) - MOST_NAMED
    if more < 1:
        return text
    return text + " " + ngettext("and %(count)d more", "and %(count)d more", more) % {"count": more}


def _entry(data: Data, who: Who) -> str:
    number = _("No. %(number)d") % {"number": data["number"]}
    return f"{number} · {entry_text(data)}"


def _only_who(data: Data, who: Who) -> str:
    return who(data["number"])


def _checked_in(data: Data, who: Who) -> str:
    names = _named(data["numbers"], who)
    return _("Here: %(who)s") % {"who": names} if data["here"] else _not_here(names)


def _not_here(names: str) -> str:
    return _("Not here after all: %(who)s") % {"who": names}


def _paid(data: Data, who: Who) -> str:
    text = _("Paid: %(who)s") if data["paid"] else _("Not paid after all: %(who)s")
    return text % {"who": _named(data["numbers"], who)}


def _withdrawn(data: Data, who: Who) -> str:
    return _("%(who)s, from round %(round)d on") % {
        "who": who(data["number"]),
        "round": data["from"],
    }


def _drawn(data: Data, who: Who) -> str:
    repeats = len(data.get("repeats") or ())
    again = ngettext("%(count)d repeat", "%(count)d repeats", repeats) % {"count": repeats}
    return JOINT.join(
        [
            str(METHOD_LABELS[Method(data["method"])]),
            (_("typed seed %(seed)s") if data.get("typed") else _("seed %(seed)s"))
            % {"seed": data["seed"]},
            again if repeats else _("nobody meets again"),
        ]
    )


def _swapped(data: Data, who: Who) -> str:
    return _("%(one)s and %(other)s change places") % {
        "one": who(data["one"]),
        "other": who(data["other"]),
    }


def _published(data: Data, who: Who) -> str:
    tables = [match for match in data["matches"] if match["table"] is not None]
    exempt = [
        number for match in data["matches"] if match["table"] is None for number in match["a"]
    ]
    words = [ngettext("%(count)d table", "%(count)d tables", len(tables)) % {"count": len(tables)}]
    if exempt:
        words.append(_("exempt: %(who)s") % {"who": _named(exempt, who)})
    return JOINT.join(words)


def _reseated(data: Data, who: Who) -> str:
    act = data.get("act")
    if act is None:
        return _swapped(data, who)
    if act == "cancelled":
        return _("The table is closed: %(who)s exempt again") % {"who": _named(data["exempt"], who)}
    sides = {"a": _named(data["a"], who), "b": _named(data["b"], who)}
    if act == "catch_up":
        counted = _named(data["count"], who)
        text = _("Catch-up game: %(a)s against %(b)s; it counts for %(counted)s")
        return text % {**sides, "counted": counted}
    return _("Late entry: %(a)s against %(b)s") % sides


_TIMER_ACTS: Final[Mapping[str, Callable[[], str]]] = {
    "started": lambda: _("started"),
    "paused": lambda: _("paused"),
    "set": lambda: _("set"),
}


def _timer(data: Data, who: Who) -> str:
    minutes, seconds = divmod(data.get("seconds_left") or 0, 60)
    left = _("%(time)s left") % {"time": f"{minutes}:{seconds:02}"}
    return JOINT.join([_TIMER_ACTS[data["act"]](), left])


def _slip(data: Data, who: Who) -> str:
    return JOINT.join(_slip_words(data))


def _slip_words(data: Data) -> Iterator[str]:
    hands = data["hands"]
    yield ngettext(
        "%(a)s – %(b)s after %(hands)d hand", "%(a)s – %(b)s after %(hands)d hands", hands
    ) % {**_totals(data), "hands": hands}
    capots = (data.get("capots_a") or 0, data.get("capots_b") or 0)
    if any(capots):
        yield _("capots %(a)d and %(b)d") % {"a": capots[0], "b": capots[1]}
    if data.get("reason"):
        yield str(data["reason"])
    if data.get("to_check"):
        yield _("impossible, kept to be checked")
    if not data.get("signed", True):
        yield _("not signed yet")
    if data.get("note"):
        yield str(data["note"])


def _totals(data: Data) -> dict[str, str]:
    """Return both totals in words, a dash for one that nobody gave."""
    totals = {"a": data.get("total_a"), "b": data.get("total_b")}
    return {key: "–" if total is None else points_text(total) for key, total in totals.items()}


def _verdict(data: Data, who: Who) -> str:
    words = [_("receipt %(receipt)s") % {"receipt": data["receipt"]}]
    if not data.get("agrees", True):
        words.append(_("it should say %(a)s – %(b)s") % _totals(data))
    return JOINT.join([*words, *filter(None, [data.get("note")])])


def _closed(data: Data, who: Who) -> str:
    missing = data.get("missing") or []
    if not missing:
        return ""
    tables = ", ".join(str(number) for number in missing)
    return ngettext("without table %(tables)s", "without tables %(tables)s", len(missing)) % {
        "tables": tables
    }


def _lot(data: Data, who: Who) -> str:
    return _named(data["order"], who)


def _redacted(data: Data, who: Who) -> str:
    count = len(data.get(VOUCHED) or ())
    return ngettext(
        "A player asked to be anonymous: out of %(count)d line. It keeps the mark it had; "
        "this line vouches for what is left.",
        "A player asked to be anonymous: out of %(count)d lines. They keep the marks they had; "
        "this line vouches for what is left.",
        count,
    ) % {"count": count}


_WORDS: Final[Mapping[str, Callable[[Data, Who], str]]] = {
    "entry_added": _entry,
    "entry_changed": _entry,
    "entry_removed": _only_who,
    "checked_in": _checked_in,
    "paid": _paid,
    "withdrawn": _withdrawn,
    "returned": _only_who,
    "drawn": _drawn,
    "swapped": _swapped,
    "published": _published,
    "reseated": _reseated,
    "timer": _timer,
    "slip": _slip,
    "accepted": _verdict,
    "disputed": _verdict,
    "ruled": _verdict,
    "signed": _verdict,
    "closed": _closed,
    "lot": _lot,
    "redacted": _redacted,
}
