from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy

from scorekeeper.extensions import Extension, MenuEntry
from scorekeeper.models import Club


def home_card(_request: HttpRequest, _club: Club) -> SafeString:
    return SafeString("<p>Tickets are sold</p>")


EXTENSION = Extension(
    code="lottery",
    label="Lottery",
    menu=(
        MenuEntry(
            page="scorekeeper:help",
            label=gettext_lazy("Lottery"),
            icon="trophy",
            before="scorekeeper:player-list",
        ),
    ),
    home_card=home_card,
)
