"""The form for the second place of the backups."""

import tempfile
from pathlib import Path
from typing import Final

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

LONGEST_PATH: Final = 1000


class SecondPlaceForm(forms.Form):
    """A folder on a stick, on another disk, or one that is synced to another computer."""

    folder = forms.CharField(
        label=_("Folder of the second place"),
        help_text=_("The whole path, for example E:\\ or /media/club/STICK."),
        max_length=LONGEST_PATH,
        widget=forms.TextInput(
            {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
        ),
        error_messages={"required": _("Type the path of a folder.")},
    )

    def clean_folder(self) -> Path:
        """Return the folder; refuse one that is missing, not writable, or the data's own."""
        try:
            folder = Path(self.cleaned_data["folder"]).expanduser()
            if not folder.is_absolute():
                raise forms.ValidationError(_("Type the whole path, starting from the disk."))
            if not folder.is_dir():
                raise forms.ValidationError(
                    _("There is no such folder on this computer: is the USB stick plugged in?")
                )
            self._refuse_own(folder)
            # Try to write: permissions, quotas and read-only sticks all show up this way.
            with tempfile.TemporaryFile(dir=folder):
                pass
        except (OSError, RuntimeError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise forms.ValidationError(
                _("Nothing can be written there (%(reason)s)."), params={"reason": reason}
            ) from None
        return folder

    def _refuse_own(self, folder: Path) -> None:
        own, wanted = Path(settings.DATA_DIR).resolve(), folder.resolve()
        if wanted == own or own in wanted.parents:
            raise forms.ValidationError(
                _("That is the folder of the data itself: whatever destroys one destroys both.")
            )
