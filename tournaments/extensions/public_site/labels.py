"""Why a webhook could not be delivered, in words."""

from django.utils.translation import gettext_lazy as _

REASONS = {
    "https": _("Not sent: a server only notifies https addresses."),
    "unknown": _("Not sent: no computer with that name was found."),
    "inside": _("Not sent: the name leads into the server’s own network."),
    "away": _("No answer."),
}
