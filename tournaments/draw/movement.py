"""The movement: odd numbers stay at their tables, even numbers move on by one each round."""

from collections.abc import Iterator

from tournaments.draw.barrier import EXEMPT
from tournaments.draw.graph import MeetingGraph
from tournaments.draw.matching import Matching


def movements(meetings: MeetingGraph) -> Iterator[Matching]:
    """Yield the movements without repeats: this round's first, then those that move further.

    If withdrawals left more of one kind, the highest numbers of that kind join the other. The
    exempt entrant is the lowest-ranked of those with the fewest byes.
    """
    exempt = meetings.candidates[0] if EXEMPT in meetings.order else None
    vertex = {number: index for index, number in enumerate(meetings.order)}
    numbers = sorted(number for number in meetings.order if number not in (EXEMPT, exempt))
    stay = [number for number in numbers if number % 2]
    move = [number for number in numbers if number % 2 == 0]
    few, many = sorted((stay, move), key=len)
    while len(few) < len(many):
        few.append(many.pop())
    fixed = () if exempt is None else ((vertex[exempt], vertex[EXEMPT]),)
    for extra in range(len(stay)):
        # An entrant that moves from table 1 to 2 is followed by the one from the last table.
        shift = (meetings.request.round_number - 1 + extra) % len(stay)
        moved = move[-shift:] + move[:-shift]
        pairs = [(vertex[a], vertex[b]) for a, b in zip(stay, moved, strict=True)]
        if all(meetings.graph[u] >> v & 1 for u, v in pairs):
            yield (*pairs, *fixed)
