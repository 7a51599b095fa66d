"""A list that is pasted or comes in a file: the two fields that read it."""

from django import forms
from django.utils.translation import gettext_lazy as _


class PastedListForm(forms.Form):
    """Text or a file; a subclass says what stands on a line."""

    text = forms.CharField(
        label=_("One entry a line"),
        required=False,
        strip=False,
        widget=forms.Textarea({"rows": 10, "autocomplete": "off", "spellcheck": "false"}),
    )
    file = forms.FileField(
        label=_("Or a file: XLSX or CSV"),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput({"accept": ".csv,.txt,.tsv,.xlsx,.xls,.ods"}),
    )
