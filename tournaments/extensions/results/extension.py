from scorekeeper.extensions import Extension

EXTENSION = Extension(
    code="results",
    requires=("prizes", "entry_requests"),
    urls="tournaments.extensions.results.urls",
)
