"""Where people are signed in with their accounts."""

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import models
from django.utils.translation import gettext_lazy as _

BROWSER_LENGTH = 20


class AccountSession(models.Model):
    """A device on which somebody is signed in; it goes with the session that the browser has."""

    class Device(models.TextChoices):
        """What the browser says it runs on."""

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
