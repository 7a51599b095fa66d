"""What is typed about a club's window."""

import re
from typing import Any, Final
from urllib.parse import urlsplit

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import URLValidator
from django.utils.translation import gettext_lazy as _

from scorekeeper.widgets import NameField
from tournaments.models.public_site import ADDRESS_LENGTH, PLAYS_LENGTH
from tournaments.models.webhooks import URL_LENGTH
from tournaments.public_site.labels import REASONS
from tournaments.public_site.receivers import ReceiverError, judged_address
from tournaments.public_site.services import WindowSettings

MOST_SITES: Final = 10
_HOST: Final = re.compile(r"[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::[0-9]{1,5})?")


class WindowForm(forms.Form):
    """Where a window is, and what it says."""

    address = forms.SlugField(
        label=_("Its address"),
        max_length=ADDRESS_LENGTH,
        help_text=_(
            "Letters without accents, digits and hyphens: it is what people type and share."
        ),
        error_messages={"invalid": _("Letters without accents, digits and hyphens only.")},
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )
    plays = NameField(
        label=_("Where and when do you play?"),
        max_length=PLAYS_LENGTH,
        required=False,
        help_text=_("For example: every Friday at 20:30, village hall, 3 rue du Lavoir."),
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    sites = forms.CharField(
        label=_("Web sites that may show it inside their pages"),
        required=False,
        help_text=_("One address a line: https://www.our-club.example. Everywhere else refuses."),
        widget=forms.Textarea(attrs={"rows": 2, "autocapitalize": "none", "spellcheck": "false"}),
    )
    is_listed = forms.BooleanField(
        label=_("Search engines may find it"),
        required=False,
        help_text=_("Otherwise they are asked to leave it out; whoever has the address sees it."),
    )

    def clean_address(self) -> str:
        address = str(self.cleaned_data["address"]).lower().strip("-_")
        if not address:
            raise ValidationError(_("Letters without accents, digits and hyphens only."))
        return address

    def clean_sites(self) -> list[str]:
        lines = self.cleaned_data["sites"].split()
        if len(lines) > MOST_SITES:
            raise ValidationError(_("Ten web sites at most."))
        return list(dict.fromkeys(site_of(line) for line in lines))

    @property
    def settings(self) -> WindowSettings:
        data: dict[str, Any] = self.cleaned_data
        return WindowSettings(**data)


def site_of(text: str) -> str:
    """Return the site of an address as browsers compare it: no path, no capitals.

    Raises ValidationError for anything else, and on a server for what is not https.
    """
    try:
        parts = urlsplit(text if "//" in text else f"https://{text}")
        host = parts.netloc.lower().encode("idna").decode()
    except ValueError:
        host = ""
    if not _HOST.fullmatch(host) or parts.scheme not in {"https", "http"}:
        raise ValidationError(_("“%(text)s” is no address of a web site."), params={"text": text})
    if parts.scheme == "http" and settings.PUBLIC_URL:
        raise ValidationError(_("“%(text)s” must begin with https://."), params={"text": text})
    return f"{parts.scheme}://{host}"


class WebhookForm(forms.Form):
    """The address of a program that is told of what happens."""

    address = forms.CharField(
        label=_("The address of the program"),
        max_length=URL_LENGTH,
        help_text=_("For example: https://www.our-club.example/belote"),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )

    def __init__(self, *args: Any, is_server: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._is_server = is_server

    def clean_address(self) -> str:
        address = str(self.cleaned_data["address"]).strip()
        try:
            URLValidator(schemes=["https", "http"])(address)
            judged_address(address, is_server=self._is_server)
        except ReceiverError as error:
            raise ValidationError(REASONS[str(error)]) from None
        if urlsplit(address).username is not None:
            raise ValidationError(_("No name and no password in the address."))
        return address
