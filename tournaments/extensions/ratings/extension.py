from scorekeeper.extensions import Extension

EXTENSION = Extension(
    code="ratings",
    help_chapters={"tournaments.extensions.ratings": "seasons"},
    urls="tournaments.extensions.ratings.urls",
    templates={
        "leaderboard.buttons": "ratings/_leaderboard_button.html",
        "player.rating": "ratings/_player_rating.html",
    },
)
