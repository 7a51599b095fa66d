"""The names of the rule sets that every club starts from, and what they are in a few words."""

from typing import Final

from django.utils.translation import gettext_lazy as _

PRESET_LABELS: Final = {
    "classic": _("Classic, to 1000"),
    "salon": _("Salon, to 1000 with litige"),
    "five_hundred_one": _("Five hundred and one"),
    "twelve_hands": _("Three times twelve hands, in tens"),
    "contest": _("Contest, twelve hands"),
    "contree_ffb": _("Contrée of the FFB, to 2000"),
    "coinche_ffb": _("Coinche of the FFB with declarations, to 2000"),
    "contree_cannes": _("Contrée of Cannes, to 2001"),
    "coinche_bid_only": _("Coinche, bids only, to 1010"),
    "contree_points": _("Contrée, points only, to 2000"),
}

PRESET_SUMMARIES: Final = {
    "classic": _(
        "From 82 card points on the contract is made, with 81 it has failed. Belote does not help "
        "to make it. Capot is worth 250. Where both sides reach the target, the takers win."
    ),
    "salon": _(
        "Belote helps to make the contract. Where both sides are equal the takers' points are held "
        "for whoever wins the next hand. Capot is worth 252."
    ),
    "five_hundred_one": _(
        "Belote helps to make the contract. Where both sides are equal it has failed. Capot is "
        "worth 252. The first side at 501 wins."
    ),
    "twelve_hands": _(
        "Points are marked in tens, 160 a hand, and judged as they are marked: at 80 each side "
        "marks its own. Belote is not on the sheet. Capot is worth 250. Three games of twelve "
        "hands are added."
    ),
    "contest": _(
        "What most contests play: belote helps to make the contract, litige where both sides are "
        "equal, exact points, capot 252, twelve hands."
    ),
    "contree_ffb": _(
        "Points and bid are marked, in tens; failed or doubled, 160 and the bid, which a double "
        "multiplies. Who fails gives the belote away. A suit of trumps, no declarations."
    ),
    "coinche_ffb": _(
        "Points and bid are marked, in tens, and the takers must beat the defence too. "
        "Declarations help to make the bid and go to the winner. No trump and all trump are played."
    ),
    "contree_cannes": _(
        "Points and bid are marked, in tens from 6 up, the last hand exactly; failed or doubled, "
        "162 and the bid. Redoubled counts 3 times. Capot announced and made is worth 522."
    ),
    "coinche_bid_only": _(
        "Only the bid is marked, by the takers who make it or by the defence. Belote helps to make "
        "the bid and is not marked. No base, no declarations."
    ),
    "contree_points": _(
        "Only the points are marked, in tens; the bid says what must be made. Failed is worth 160, "
        "doubled 320, redoubled 640. Capot announced is worth 500."
    ),
}


def preset_label(key: str) -> str:
    return str(PRESET_LABELS[key])
