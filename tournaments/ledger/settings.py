"""The settings of a contest as plain values, as its log and its document tell them."""

from datetime import date
from typing import Any

from tournaments.models import Tournament


def plain_settings(tournament: Tournament) -> dict[str, Any]:
    """Return the settings as plain values, for the log and the export."""
    return {
        "name": tournament.name,
        "date": tournament.date.isoformat(),
        "format": {"mode": tournament.mode, "round_hands": list(tournament.round_hands)},
        "rules": {
            "key": tournament.ruleset_key,
            "name": tournament.ruleset_name,
            "based_on": tournament.ruleset_based_on,
            "values": tournament.ruleset_values,
            "practice": tournament.ruleset_practice,
        },
        "next_draw": tournament.next_draw,
        "ranking": {
            "criteria": list(tournament.criteria),
            "ties": tournament.ties,
            "lot_seed": tournament.lot_seed,
            "drawn_lots": tournament.drawn_lots,
        },
        "given": {
            "exempt": tournament.exempt,
            "exempt_points": tournament.exempt_points,
            "forfeit_points": tournament.forfeit_points,
        },
        "round_minutes": tournament.round_minutes,
        "fee_cents": tournament.fee_cents,
        "tags": list(tournament.tags),
        "prizes": list(tournament.prizes),
        "prize_for_last": tournament.prize_for_last,
    }


def stored_settings(plain: dict[str, Any]) -> dict[str, Any]:
    rules, ranking, given = plain["rules"], plain["ranking"], plain["given"]
    kept = ("name", "next_draw", "round_minutes", "fee_cents", "tags", "prizes", "prize_for_last")
    return {
        **{name: plain[name] for name in kept},
        **given,
        "date": date.fromisoformat(plain["date"]),
        "mode": plain["format"]["mode"],
        "round_hands": plain["format"]["round_hands"],
        **{f"ruleset_{name}": value for name, value in rules.items()},
        **ranking,
    }
