from scorekeeper.extensions import Extension

EXTENSION = Extension(
    code="story",
    urls="tournaments.extensions.story.urls",
    templates={
        "contest.results": "story/_contest_results.html",
        "public.buttons": "story/_public_button.html",
        "board.moments": "story/_board_moments.html",
    },
)
