"""The settings of a contest in words: its format, its ranking, and points without a game."""

from collections.abc import Sequence

from django.utils.formats import get_format
from django.utils.functional import lazy
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.labels.rules import PRESET_LABELS, preset_label
from scorekeeper.labels.sheets import points_text
from tournaments.audit_log.replay.document import SettingsFields
from tournaments.audit_log.replay.fields import labelled
from tournaments.criteria import WORDS
from tournaments.standings.criteria import CriterionCode


def setting_label(path: str) -> str:
    """Return the label of a setting by its path in a document: "given.exempt_points"."""
    label = labelled(SettingsFields)[path].label
    return _(label.name) if label else path


setting_label_lazy = lazy(setting_label, str)


def criterion_label(code: str) -> str:
    """Return the name of a criterion."""
    return str(WORDS[CriterionCode(code)].name or code)


def criteria_text(codes: Sequence[str]) -> str:
    """Return the names of criteria in order: "Games won, then best single game"."""
    labels = [criterion_label(code) for code in codes]
    first, rest = labels[:1], [label[:1].lower() + label[1:] for label in labels[1:]]
    return _(", then ").join([*first, *rest])


def rules_name(key: str, name: str) -> str:
    """Return the name of a rule set: of a preset in the current language, otherwise as stored."""
    return preset_label(key) if key in PRESET_LABELS else name


def format_text(round_hands: Sequence[int]) -> str:
    """Return the rounds in short: "3 × 12", or "12 + 12 + 10" if they differ."""
    if len(set(round_hands)) == 1:
        return f"{len(round_hands)} × {round_hands[0]}"
    return " + ".join(str(hands) for hands in round_hands)


def rounds_text(round_hands: Sequence[int]) -> str:
    """Return the rounds as a sentence: "3 rounds of 12 hands each, 36 hands in all"."""
    total = sum(round_hands)
    if len(round_hands) == 1:
        return ngettext("1 round of %(hands)d hand", "1 round of %(hands)d hands", total) % {
            "hands": total
        }
    if len(set(round_hands)) == 1:
        return _("%(rounds)d rounds of %(hands)d hands each, %(total)d hands in all") % {
            "rounds": len(round_hands),
            "hands": round_hands[0],
            "total": total,
        }
    return _("%(rounds)d rounds of %(hands)s hands, %(total)d hands in all") % {
        "rounds": len(round_hands),
        "hands": ", ".join(str(hands) for hands in round_hands),
        "total": total,
    }


def plain_euros(cents: int) -> str:
    """Return an amount as typed into a form: "5", "5.50", empty for nothing."""
    whole, rest = divmod(cents, 100)
    if not cents:
        return ""
    return f"{whole}{get_format('DECIMAL_SEPARATOR')}{rest:02}" if rest else str(whole)


def points_given(points: int) -> str:
    """Return "1 100 points"."""
    return ngettext("%(points)s point", "%(points)s points", points) % {
        "points": points_text(points)
    }


def points_by_hands(found: Sequence[tuple[int, int]]) -> str:
    """Return points for each number of hands: "972 for 12 hands"."""
    return ", ".join(
        ngettext("%(points)s for %(hands)d hand", "%(points)s for %(hands)d hands", hands)
        % {"points": points_text(points), "hands": hands}
        for hands, points in found
    )


def contests_full_text(most: int) -> str:
    """Return why no further contest can be created, and what to do."""
    return ngettext(
        "The club has %(count)s contest, the most that this server allows. Delete one that "
        "never began, or ask the person who runs the server for more.",
        "The club has %(count)s contests, the most that this server allows. Delete one that "
        "never began, or ask the person who runs the server for more.",
        most,
    ) % {"count": most}
