"""Devices on which accounts are signed in, and passkeys."""

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import models
from django.utils.translation import gettext_lazy as _

BROWSER_LENGTH = 20
PASSKEY_NAME_LENGTH = 40
# The base64url length of the maximum of 1 023 bytes.
CREDENTIAL_LENGTH = 1364


class AccountSession(models.Model):
    """A device on which somebody is signed in; deleted with the browser's session."""

    class Device(models.TextChoices):
        """The operating system that the browser reports."""

        IPHONE = "iphone", _("iPhone")
        IPAD = "ipad", _("iPad")
        ANDROID_PHONE = "phone", _("Android phone")
        ANDROID_TABLET = "tablet", _("Android tablet")
        WINDOWS = "windows", _("Windows computer")
        MAC = "mac", _("Mac")
        CHROMEBOOK = "chrome", _("Chromebook")
        LINUX = "linux", _("Linux computer")
        OTHER = "other", _("Another device")

    session = models.OneToOneField(
        Session, on_delete=models.CASCADE, related_name="account_session"
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="account_sessions"
    )
    device = models.CharField(max_length=7, choices=Device, default=Device.OTHER)
    browser = models.CharField(max_length=BROWSER_LENGTH, blank=True, default="")
    begun_at = models.DateTimeField()
    seen_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.user}: {self.device}"


class Passkey(models.Model):
    """A key pair on a device or in a password manager; only its public key is stored.

    It is valid for `host` only. `uses` is the key's own counter, which reveals clones; many keys do
    not count and always report 0.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="passkeys"
    )
    name = models.CharField(_("name"), max_length=PASSKEY_NAME_LENGTH)
    host = models.CharField(max_length=253)
    credential = models.CharField(max_length=CREDENTIAL_LENGTH, unique=True)
    public_half = models.BinaryField()
    uses = models.PositiveBigIntegerField(default=0)
    created_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.user}: {self.name}"
