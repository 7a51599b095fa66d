"""Primary keys inside JSON values, translated to those of this database."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from django.db.models import Model

from scorekeeper.models import Club, ClubRuleSet, Evening, Player, PlayerMerge
from scorekeeper.models.codes import new_token
from scorekeeper.models.keys import typed_number
from scorekeeper.rules.queries import OWN_PREFIX
from tournaments.models import ClubWindow, Fixture, Season
from tournaments.people.services.merges import MOVED
from tournaments.seasons.queries.credits import credited_players, paired
from tournaments.seasons.queries.items import ITEM_MODELS, ItemKind
from tournaments.seasons.queries.results import FROZEN_KEY

Plain = dict[str, Any]

TOKEN: Final = "token"
ADDRESS: Final = "address"


class Keys:
    """The new primary keys of a file's rows, by model and old key."""

    def __init__(self) -> None:
        self._new: dict[type[Model], dict[int, int]] = {}

    def add(self, model: type[Model], old: int, new: int) -> None:
        """Add a row; raises ValueError if the file has two with that key."""
        of_model = self._new.setdefault(model, {})
        if not isinstance(old, int) or old in of_model:
            raise ValueError(old)
        of_model[old] = new

    def new(self, model: type[Model], old: int) -> int:
        """Return the key of a row here; raises KeyError if the file has no such row."""
        return self._new[model][old]

    def kept(self, model: type[Model], old: Iterable[int]) -> list[int]:
        """Return the new keys of those rows that exist."""
        of_model = self._new.get(model, {})
        return [of_model[key] for key in old if key in of_model]

    def old(self, model: type[Model]) -> dict[int, int]:
        return {new: old for old, new in self._new.get(model, {}).items()}


def mend_club(club: Club, keys: Keys) -> None:
    """Translate the keys inside the rows of a club; raises ValueError if `uses` is no list."""
    if club.uses is not None and not _are_codes(club.uses):
        raise ValueError(club.uses)
    for evening in club.evenings.filter(ruleset_key__startswith=OWN_PREFIX):
        _put(evening, ruleset_key=_rules(evening.ruleset_key, keys))
    # Not for contests: the log names the rule set, so contest and games must keep its old key.
    for game in club.games.outside_contests().filter(ruleset_key__startswith=OWN_PREFIX):
        _put(game, ruleset_key=_rules(game.ruleset_key, keys))
    for merge in PlayerMerge.objects.filter(kept__club=club):
        _put(merge, moved=_moved(merge.moved, keys))
    for season in Season.objects.filter(league__club=club).exclude(frozen_table=None):
        _put(season, frozen_table=_frozen(season.frozen_table or {}, keys))


def _are_codes(uses: Any) -> bool:
    return isinstance(uses, list) and all(isinstance(code, str) for code in uses)


def _put(row: Model, **values: Any) -> None:
    type(row)._base_manager.filter(pk=row.pk).update(**values)


def new_codes(model: type[Model], rows: Sequence[Any]) -> int:
    """Replace codes that are already taken here; return how many."""
    code = ADDRESS if model is ClubWindow else TOKEN
    if not any(field.name == code for field in model._meta.concrete_fields):
        return 0
    stored = model._base_manager.filter(**{f"{code}__in": [getattr(row, code) for row in rows]})
    taken = set(stored.values_list(code, flat=True))
    changed = [row for row in rows if getattr(row, code) in taken]
    for row in changed:
        setattr(row, code, new_token())
    return len(changed)


def _moved(moved: Plain, keys: Keys) -> Plain:
    """Translate the record of a merge; players' phones are not exported."""
    tables = {name: rows().model for name, rows in MOVED.items()}
    models = {**tables, "dropped": Evening, "merged": Player}
    return {
        name: keys.kept(models[name], value) if name in models else value
        for name, value in moved.items()
    }


def _rules(key: str, keys: Keys) -> str:
    """Translate the key of a club's rule set; empty if that was deleted."""
    old = typed_number(key.removeprefix(OWN_PREFIX))
    here = keys.kept(ClubRuleSet, [] if old is None else [old])
    return f"{OWN_PREFIX}{here[0] if here else 0}"


def _frozen(table: Plain, keys: Keys) -> Plain:
    """Translate players, contests and games in a frozen table."""
    if FROZEN_KEY in table:
        meetings = {
            str(keys.new(Fixture, int(key))): result for key, result in table[FROZEN_KEY].items()
        }
        return {**table, FROZEN_KEY: meetings}
    return {
        **table,
        "items": [
            [kind, next(iter(keys.kept(ITEM_MODELS[ItemKind(kind)], [pk])), 0), *more]
            for kind, pk, *more in table["items"]
        ],
        "scores": [
            {**score, "entrant": _entrant(score["entrant"], keys)} for score in table["scores"]
        ],
        "ranking": _places(table["ranking"], keys),
        "not_ranked": [_entrant(who, keys) for who in table["not_ranked"]],
        "by_tag": {tag: _places(places, keys) for tag, places in table["by_tag"].items()},
    }


def _places(places: Iterable[Any], keys: Keys) -> list[Any]:
    found = []
    for rank, entrant, why in places:
        if why is not None:
            code, above, below, *more = why
            why = [code, _entrant(above, keys), _entrant(below, keys), *more]
        found.append([rank, _entrant(entrant, keys), why])
    return found


def _entrant(number: int, keys: Keys) -> int:
    """Return the new number of a player, or of a team of two, in a season."""
    players = [keys.new(Player, key) for key in credited_players(number)]
    return paired(*players) if len(players) > 1 else players[0]
