from django.utils.translation import gettext_lazy as _

from scorekeeper.extensions import Extension, MenuEntry
from tournaments.extensions.prizes.queries import prizes_by_rank

EXTENSION = Extension(
    code="prizes",
    requires=("till",),
    urls="tournaments.extensions.prizes.urls",
    contest_menu=(MenuEntry(page="tournaments:prizes", label=_("Prize list"), before="log"),),
    prizes_by_rank=prizes_by_rank,
    templates={
        "contest.results": "prizes/_contest_results.html",
        "contest.settings": "prizes/_contest_settings.html",
        "contest_form.prizes": "prizes/_form_note.html",
        "ranking.buttons": "prizes/_ranking_button.html",
        "rules.prizes": "prizes/_rules_prizes.html",
    },
)
