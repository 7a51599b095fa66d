"""Response schemas of a club's public site."""

from scorekeeper.api.schemas import Answered, Day, described


class WindowDay(Answered):
    """A day on which the club plays."""

    date: Day = described("The day.", "2026-03-14")
    title: str = described("What is played.", "Concours de printemps · Championnat")


class WindowPlace(Answered):
    """Who came where."""

    place: int = described("The place; those that nothing parts share it.", 1)
    name: str = described("Who, named as the club shows them.", "Camille & Andrée")
    score: str = described("The score, as the language of the request writes it.", "3 760")


class WindowResult(Answered):
    """What was played last."""

    name: str = described("Its name.", "Concours de printemps")
    date: Day = described("The day.", "2026-03-14")
    places: list[WindowPlace] = described("The first three places.")


class WindowSeason(Answered):
    """An open season in a list."""

    season: int = described("Its number.", 3)
    league: str = described("The league that it belongs to.", "Championnat")
    name: str = described("Its name.", "2025–2026")
    starts_on: Day = described("Its first day.", "2025-09-01")
    ends_on: Day = described("Its last day.", "2026-06-30")
    is_frozen: bool = described("Whether its table stays as it is.", False)


class ClubWindowBody(Answered):
    """What a club shows to everybody."""

    club: str = described("The name of the club.", "Les Tilleuls")
    plays: str = described(
        "Where and when it plays, in its own words.", "Every Friday, village hall"
    )
    next_days: list[WindowDay] = described("The next dates, the first first.")
    results: list[WindowResult] = described("What was played last, the latest first.")
    seasons: list[WindowSeason] = described("The seasons that are open, the latest first.")


class SeasonBody(WindowSeason):
    """The table of an open season."""

    lines: list[WindowPlace] = described("Who is ranked, best first.")
    days: list[WindowDay] = described("All its dates, past ones too.")


class LeaderboardLine(Answered):
    """What one player did in a season."""

    name: str = described("Who, named as the club shows them.", "Camille")
    games: int = described("Finished games.", 12)
    hands: int = described("Hands of these games.", 144)
    points: int = described("Points of the player's side.", 12480)
    won: int = described("Games won.", 7)
    tied: int = described("Games that nobody won.", 0)
    contests_won: int = described("First places in contests.", 1)
    taken: int = described("Hands that the player took.", 38)
    made: int = described("Those of them that were made.", 29)
    capots: int = described("Hands in which the player's side made every trick.", 3)
    best_game: int | None = described("The most points of one game.", 1210)


class LeaderboardBody(Answered):
    """What everybody did in an open season."""

    season: int = described("The number of the season.", 3)
    lines: list[LeaderboardLine] = described("A line for each player, by name.")
