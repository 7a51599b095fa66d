from django.utils.translation import gettext_lazy as _

from scorekeeper.extensions import Extension

EXTENSION = Extension(
    code="results",
    help_chapters={"tournaments.extensions.results": "contest-end"},
    label=_("Results to send around"),
    text=_("One page of results and prizes, a poster, a text for the newspaper"),
    is_usual=True,
    requires=("prizes", "entry_requests"),
    urls="tournaments.extensions.results.urls",
    contest_results="tournaments:results",
    templates={
        "contest.results": "results/_contest_results.html",
        "public.finished": "results/_public_button.html",
    },
)
