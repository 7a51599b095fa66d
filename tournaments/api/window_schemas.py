"""What is answered of a club's window, as OpenAPI describes it."""

from scorekeeper.api.fields import Answered, Day, told


class WindowDay(Answered):
    """A day on which the club plays."""

    date: Day = told("The day.", "2026-03-14")
    title: str = told("What is played.", "Concours de printemps · Championnat")


class WindowPlace(Answered):
    """Who came where."""

    place: int = told("The place; those that nothing parts share it.", 1)
    name: str = told("Who, named as the club shows them.", "Camille & Andrée")
    score: str = told("The score, as the language of the request writes it.", "3 760")


class WindowResult(Answered):
    """What was played last."""

    name: str = told("Its name.", "Concours de printemps")
    date: Day = told("The day.", "2026-03-14")
    places: list[WindowPlace] = told("The first three places.")


class WindowSeason(Answered):
    """An open season in a list."""

    season: int = told("Its number.", 3)
    league: str = told("The league that it belongs to.", "Championnat")
    name: str = told("Its name.", "2025–2026")
    starts_on: Day = told("Its first day.", "2025-09-01")
    ends_on: Day = told("Its last day.", "2026-06-30")
    is_frozen: bool = told("Whether its table stays as it is.", False)


class ClubWindowBody(Answered):
    """What a club shows to everybody."""

    club: str = told("The name of the club.", "Les Tilleuls")
    plays: str = told("Where and when it plays, in its own words.", "Every Friday, village hall")
    next_days: list[WindowDay] = told("The next dates, the first first.")
    results: list[WindowResult] = told("What was played last, the latest first.")
    seasons: list[WindowSeason] = told("The seasons that are open, the latest first.")


class SeasonBody(WindowSeason):
    """The table of an open season."""

    lines: list[WindowPlace] = told("Who is ranked, best first.")
    days: list[WindowDay] = told("All its dates, past ones too.")


class LeaderboardLine(Answered):
    """What one player did in a season."""

    name: str = told("Who, named as the club shows them.", "Camille")
    games: int = told("Finished games.", 12)
    hands: int = told("Hands of these games.", 144)
    points: int = told("Points of the player's side.", 12480)
    won: int = told("Games won.", 7)
    tied: int = told("Games that nobody won.", 0)
    contests_won: int = told("First places in contests.", 1)
    taken: int = told("Hands that the player took.", 38)
    made: int = told("Those of them that were made.", 29)
    capots: int = told("Hands in which the player's side made every trick.", 3)
    best_game: int | None = told("The most points of one game.", 1210)


class LeaderboardBody(Answered):
    """What everybody did in an open season."""

    season: int = told("The number of the season.", 3)
    lines: list[LeaderboardLine] = told("A line for each player, by name.")
