"""Forms of a club's public site."""

import re
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import urlsplit

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import URLValidator
from django.utils.translation import gettext_lazy as _

from scorekeeper.widgets import NameField
from tournaments.extensions.public_site.labels import REASONS
from tournaments.extensions.public_site.receivers import ReceiverError, judged_address
from tournaments.models import ClubWindow, Webhook
from tournaments.refusals import ContestRefusal

MOST_SITES: Final = 10
_HOST: Final = re.compile(r"[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::[0-9]{1,5})?")


class WindowForm(forms.ModelForm):  # type: ignore[type-arg]
    """The address of a public site, and its texts."""

    sites = forms.CharField(
        label=_("Websites that may show it inside their pages"),
        required=False,
        help_text=_(
            "One address per line: https://www.our-club.example. All other sites are refused."
        ),
        widget=forms.Textarea(attrs={"rows": 2, "autocapitalize": "none", "spellcheck": "false"}),
    )

    class Meta:
        model = ClubWindow
        fields = ("address", "plays", "sites", "is_listed")
        labels = {
            "address": _("Its address"),
            "plays": _("Where and when do you play?"),
            "is_listed": _("Search engines may find it"),
        }
        help_texts = {
            "address": _(
                "Letters without accents, digits and hyphens: this is what people type and share."
            ),
            "plays": _("For example: every Friday at 20:30, village hall, 3 rue du Lavoir."),
            "is_listed": _(
                "Otherwise they are asked to leave it out; anybody who has the address sees it."
            ),
        }
        field_classes = {"plays": NameField}
        widgets = {
            "address": forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
            "plays": forms.Textarea(attrs={"rows": 2}),
        }
        error_messages = {
            "address": {
                "invalid": _("Letters without accents, digits and hyphens only."),
                "unique": ContestRefusal.ADDRESS_TAKEN.label,
            }
        }

    def __init__(self, data: Mapping[str, Any] | None, *, instance: ClubWindow) -> None:
        super().__init__(data, instance=instance, initial={"sites": "\n".join(instance.sites)})

    def clean_address(self) -> str:
        address = str(self.cleaned_data["address"]).lower().strip("-_")
        if not address:
            raise ValidationError(_("Letters without accents, digits and hyphens only."))
        return address

    def clean_sites(self) -> list[str]:
        lines = self.cleaned_data["sites"].split()
        if len(lines) > MOST_SITES:
            raise ValidationError(_("Ten websites at most."))
        return list(dict.fromkeys(site_of(line) for line in lines))


def site_of(text: str) -> str:
    """Return the origin of a URL as browsers compare it: no path, lower case.

    Raises ValidationError for anything else, and on a server for anything but https.
    """
    try:
        parts = urlsplit(text if "//" in text else f"https://{text}")
        host = parts.netloc.lower().encode("idna").decode()
    except ValueError:
        host = ""
    if not _HOST.fullmatch(host) or parts.scheme not in {"https", "http"}:
        raise ValidationError(
            _("“%(text)s” is not an address of a website."), params={"text": text}
        )
    if parts.scheme == "http" and settings.PUBLIC_URL:
        raise ValidationError(_("“%(text)s” must begin with https://."), params={"text": text})
    return f"{parts.scheme}://{host}"


class WebhookForm(forms.ModelForm):  # type: ignore[type-arg]
    """The address of a webhook."""

    class Meta:
        model = Webhook
        fields = ("address",)
        labels = {"address": _("The address of the program")}
        help_texts = {"address": _("For example: https://www.our-club.example/belote")}
        widgets = {
            "address": forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"})
        }

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
