"""A security key in plain Python: makes passkeys and signs challenges as a phone does."""

import json
import secrets
from dataclasses import dataclass, field
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from fido2.cose import ES256
from fido2.utils import sha256, websafe_decode, websafe_encode
from fido2.webauthn import AttestationObject, AttestedCredentialData, AuthenticatorData

FLAGS = AuthenticatorData.FLAG.UP | AuthenticatorData.FLAG.UV
Options = dict[str, Any]


def _client_data(kind: str, challenge: str, origin: str) -> bytes:
    said = {"type": f"webauthn.{kind}", "challenge": challenge, "origin": origin}
    return json.dumps(said).encode()


@dataclass
class SecurityKey:
    """One passkey; `uses` counts unless it is None, as keys of phones do not."""

    origin: str
    uses: int | None = 0
    private: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )
    credential: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    owner: str = ""

    def create(self, options: Options) -> str:
        """Answer what a page asks for a new passkey."""
        self.owner = options["publicKey"]["user"]["id"]
        # fido2 left this one without types.
        public = ES256.from_cryptography_key(self.private.public_key())  # type: ignore[no-untyped-call]
        data = AuthenticatorData.create(
            sha256(options["publicKey"]["rp"]["id"].encode()),
            FLAGS | AuthenticatorData.FLAG.AT,
            self._count(),
            AttestedCredentialData.create(b"\0" * 16, self.credential, public),
        )
        client = _client_data("create", options["publicKey"]["challenge"], self.origin)
        attestation = AttestationObject.create("none", data, {})
        return self._answer(clientDataJSON=client, attestationObject=attestation)

    def get(self, options: Options, **changed: str) -> str:
        """Answer what a page asks for signing in."""
        host = options["publicKey"]["rpId"]
        data = AuthenticatorData.create(sha256(host.encode()), FLAGS, self._count())
        client = _client_data("get", options["publicKey"]["challenge"], self.origin)
        signature = self.private.sign(data + sha256(client), ec.ECDSA(SHA256()))
        owner = websafe_decode(changed.get("owner", self.owner))
        return self._answer(
            clientDataJSON=client, authenticatorData=data, signature=signature, userHandle=owner
        )

    def _count(self) -> int:
        if self.uses is None:
            return 0
        self.uses += 1
        return self.uses

    def _answer(self, **response: bytes) -> str:
        key = websafe_encode(self.credential)
        said = {name: websafe_encode(value) for name, value in response.items()}
        return json.dumps({"id": key, "rawId": key, "type": "public-key", "response": said})
