from scorekeeper.extensions import Extension

EXTENSION = Extension(
    code="historical_results", urls="tournaments.extensions.historical_results.urls"
)
