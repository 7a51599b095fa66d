from scorekeeper.extensions import Extension

EXTENSION = Extension(
    code="results",
    requires=("prizes", "entry_requests"),
    urls="tournaments.extensions.results.urls",
    templates={
        "contest.results": "results/_contest_results.html",
        "public.finished": "results/_public_button.html",
    },
)
