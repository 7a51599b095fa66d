"""How many places a contest has, and whether anybody may still ask for one."""

from tournaments.models import EntryRequest, Tournament

State = EntryRequest.State


def has_begun(tournament: Tournament) -> bool:
    """Return whether a round is drawn: from then on nobody comes or goes by the page."""
    return tournament.rounds.exists()


def takes_requests(tournament: Tournament) -> bool:
    opened = getattr(tournament, "opened", None)
    is_open = opened is not None and opened.takes_requests and tournament.finished_at is None
    return is_open and not has_begun(tournament)


def free_places(tournament: Tournament) -> int | None:
    """Return how many may still be entered, None where nothing limits it."""
    places = tournament.announced.places
    if places is None:
        return None
    return max(0, places - tournament.entries.filter(withdrawn_from=None).count())


def places_left(tournament: Tournament) -> int | None:
    """Return how many places nobody has asked for yet, None where nothing limits it."""
    free = free_places(tournament)
    if free is None:
        return None
    asked = tournament.requests.filter(state__in=[State.ASKED, State.WAITING]).count()
    return max(0, free - asked)
