from django.utils.translation import gettext_lazy as _

from scorekeeper.extensions import Extension

EXTENSION = Extension(
    code="story",
    help_chapters={"tournaments.extensions.story": "contest-end"},
    label=_("Story of a contest"),
    text=_("Who led when, the biggest hand, the comeback: also on the board"),
    urls="tournaments.extensions.story.urls",
    templates={
        "contest.results": "story/_contest_results.html",
        "public.buttons": "story/_public_button.html",
        "board.moments": "story/_board_moments.html",
    },
)
