"""Why a name or a licence number cannot be a player's."""

from django.utils.translation import gettext

from scorekeeper.models.clubs import LICENCE_LENGTH


def name_taken_text(name: str, *, archived: bool) -> str:
    if archived:
        text = gettext("“%(name)s” is among the archived players: bring that player back.")
    else:
        text = gettext("“%(name)s” is already taken: add an initial, or a nickname.")
    return text % {"name": name}


def licence_taken_text(licence: str, owner: str) -> str:
    text = gettext(
        "%(owner)s has the licence number %(licence)s already. Look at the number again, or say "
        "that both are one person."
    )
    return text % {"owner": owner, "licence": licence}


def licence_too_long_text() -> str:
    text = gettext("A licence number of more than %(count)d letters.")
    return text % {"count": LICENCE_LENGTH}
