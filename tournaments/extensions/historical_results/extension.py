from scorekeeper.extensions import Extension

EXTENSION = Extension(
    code="historical_results",
    urls="tournaments.extensions.historical_results.urls",
    templates={
        "contests.buttons": "historical_results/_contests_button.html",
    },
)
