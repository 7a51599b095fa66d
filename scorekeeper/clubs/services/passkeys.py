"""Passkeys: made by a device, shown again to sign in.

A challenge is kept in the visitor's session, answered once and soon. The library is loaded with the
first one: most halls never need it.
"""

import json
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q

from scorekeeper.clubs.passkeys import Place
from scorekeeper.models import Passkey
from scorekeeper.models.clubs import display_name

if TYPE_CHECKING:
    from fido2.server import Fido2Server

LIFETIME: Final = timedelta(minutes=5)
MOST: Final = 20
"""Passkeys of one person: more are nobody's own."""
NAME: Final = "Belote"

Challenge = dict[str, Any]


class PasskeyRefusedError(Exception):
    """Raised for an answer that fits no challenge or no passkey; to the visitor they are one."""


def ask_for_new(*, user: User, place: Place, now: datetime) -> tuple[dict[str, Any], Challenge]:
    """Return what the browser is to be told for making a passkey, and the challenge to keep."""
    from fido2.utils import websafe_decode
    from fido2.webauthn import (
        PublicKeyCredentialDescriptor,
        PublicKeyCredentialType,
        PublicKeyCredentialUserEntity,
        ResidentKeyRequirement,
        UserVerificationRequirement,
    )

    known = user.passkeys.filter(host=place.host).values_list("credential", flat=True)
    options, state = _server(place).register_begin(
        PublicKeyCredentialUserEntity(
            id=_handle(user), name=user.get_username(), display_name=display_name(user)
        ),
        # A device that has one already says so instead of making another.
        [
            PublicKeyCredentialDescriptor(
                type=PublicKeyCredentialType.PUBLIC_KEY, id=websafe_decode(credential)
            )
            for credential in known
        ],
        # The sign-in page asks for no name: the key has to know whose it is.
        resident_key_requirement=ResidentKeyRequirement.REQUIRED,
        user_verification=UserVerificationRequirement.PREFERRED,
    )
    return dict(options), _kept(state, now)


def add_passkey(
    *,
    user: User,
    place: Place,
    challenge: Challenge | None,
    answer: str,
    name: str,
    now: datetime,
) -> Passkey:
    """Keep the public half of a passkey that a browser has made; raises PasskeyRefusedError."""
    from fido2.utils import websafe_encode

    state = _still_good(challenge, now)
    try:
        made = _server(place).register_complete(state, _read(answer))
        data = made.credential_data
        assert data is not None
    except Exception as error:
        raise PasskeyRefusedError from error
    credential = websafe_encode(data.credential_id)
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        is_known = Passkey.objects.filter(credential=credential).exists()
        if is_known or user.passkeys.count() >= MOST:
            raise PasskeyRefusedError
        return Passkey.objects.create(
            user=user,
            name=name,
            host=place.host,
            credential=credential,
            public_half=bytes(data),
            uses=made.counter,
            created_at=now,
        )


def ask_to_sign_in(*, place: Place, now: datetime) -> tuple[dict[str, Any], Challenge]:
    """Return what the browser is to be told for showing a passkey, and the challenge to keep."""
    from fido2.webauthn import UserVerificationRequirement

    options, state = _server(place).authenticate_begin(
        user_verification=UserVerificationRequirement.PREFERRED
    )
    return dict(options), _kept(state, now)


def use_passkey(*, place: Place, challenge: Challenge | None, answer: str, now: datetime) -> User:
    """Return whose passkey answered the challenge; raises PasskeyRefusedError."""
    from fido2.utils import websafe_encode
    from fido2.webauthn import AttestedCredentialData, AuthenticationResponse

    state = _still_good(challenge, now)
    try:
        response = AuthenticationResponse.from_dict(_read(answer))
        credential = websafe_encode(response.raw_id)
        passkey = Passkey.objects.select_related("user").get(
            credential=credential, host=place.host, user__is_active=True
        )
        if response.response.user_handle not in {None, _handle(passkey.user)}:
            raise PasskeyRefusedError
        known = AttestedCredentialData(bytes(passkey.public_half))
        _server(place).authenticate_complete(state, [known], response)
    except Exception as error:
        # Anybody may send anything here: whatever the library stumbles over is refused.
        raise PasskeyRefusedError from error
    _count(passkey, response.response.authenticator_data.counter, now)
    return passkey.user


def _count(passkey: Passkey, uses: int, now: datetime) -> None:
    """Keep the key's own count; one that counts must have gone on, or somebody has a copy."""
    has_gone_on = Q(uses__lt=uses) if uses else Q(uses=0)
    if not Passkey.objects.filter(has_gone_on, pk=passkey.pk).update(uses=uses, used_at=now):
        raise PasskeyRefusedError


def _server(place: Place) -> "Fido2Server":
    from fido2.server import Fido2Server
    from fido2.webauthn import PublicKeyCredentialRpEntity

    return Fido2Server(
        PublicKeyCredentialRpEntity(id=place.host, name=NAME),
        verify_origin=lambda origin: origin == place.origin,
    )


def _handle(user: User) -> bytes:
    """Return by what a passkey knows its owner: nothing that says who that is."""
    return f"belote-{user.pk}".encode()


def _kept(state: Mapping[str, Any], now: datetime) -> Challenge:
    return {"challenge": state["challenge"], "until": int((now + LIFETIME).timestamp())}


def _still_good(challenge: Challenge | None, now: datetime) -> dict[str, Any]:
    if challenge is None or challenge["until"] < now.timestamp():
        raise PasskeyRefusedError
    return {"challenge": challenge["challenge"], "user_verification": None}


def _read(answer: str) -> dict[str, Any]:
    read = json.loads(answer)
    if not isinstance(read, dict):
        raise PasskeyRefusedError
    return read
