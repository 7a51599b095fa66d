"""What a browser says of itself, in the few words by which people tell their devices apart.

Only shown to whoever is signed in there: nothing is decided by it, as anybody may claim anything.
"""

from typing import Final

from scorekeeper.models import AccountSession

Device = AccountSession.Device

# The first that is named, as most claim to be several: Edge says Chrome, and Chrome says Safari.
SYSTEMS: Final = (
    ("iPhone", Device.IPHONE),
    ("iPad", Device.IPAD),
    ("Android", Device.ANDROID_PHONE),
    ("Windows", Device.WINDOWS),
    ("Macintosh", Device.MAC),
    ("CrOS", Device.CHROMEBOOK),
    ("Linux", Device.LINUX),
)
BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("Chrome", "Chrome"),
    ("CriOS", "Chrome"),
    ("Safari", "Safari"),
)
PHONES: Final = frozenset({Device.IPHONE, Device.ANDROID_PHONE})
TABLETS: Final = frozenset({Device.IPAD, Device.ANDROID_TABLET})


def device_of(agent: str) -> AccountSession.Device:
    found = next((device for mark, device in SYSTEMS if mark in agent), Device.OTHER)
    # Android's tablets leave out the word by which its phones ask for small pages.
    if found == Device.ANDROID_PHONE and "Mobile" not in agent:
        return Device.ANDROID_TABLET
    return found


def browser_of(agent: str) -> str:
    """Return the browser's name, empty where it is none of the usual ones."""
    return next((name for mark, name in BROWSERS if mark in agent), "")


def words_of(device: str, browser: str) -> str:
    return ", ".join(filter(None, [str(Device(device).label), browser]))


def words_for(agent: str) -> str:
    """Return by which words people know the device that says so of itself."""
    return words_of(device_of(agent), browser_of(agent))
