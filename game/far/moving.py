"""A seat moved to another machine: its seed under a password, and all messages, in one text."""

from __future__ import annotations

import base64
import json
from pathlib import Path

from nacl import pwhash, utils
from nacl.exceptions import CryptoError
from nacl.secret import SecretBox

from game.far.far_battle import gather
from game.far.messages.message import BEGIN, NotTaken
from game.far.messages.seat_secrets import SeatSecrets
from game.far.store import StoredBattle, far_folder, restored

SHORTEST = 8  # characters of a password
_BEGIN, _END = "-----DEAD RECKONING SEAT-----", "-----END SEAT-----"


def _box(password: str, salt: bytes) -> SecretBox:
    """Return the box that a password locks; trying passwords is made slow."""
    kind = pwhash.argon2id
    return SecretBox(
        kind.kdf(
            SecretBox.KEY_SIZE,
            password.encode(),
            salt,
            opslimit=kind.OPSLIMIT_INTERACTIVE,
            memlimit=kind.MEMLIMIT_INTERACTIVE,
        )
    )


def packed(one: StoredBattle, password: str) -> str:
    """Return a seat with its messages as a text."""
    keeps, salt = one.table.secrets, utils.random(pwhash.argon2id.SALTBYTES)
    plain = json.dumps(keeps.plain())
    sealed = base64.b64encode(salt + _box(password, salt).encrypt(plain.encode())).decode()
    texts = [path.read_text(encoding="utf-8") for path in one.messages]
    return "\n".join((_BEGIN, sealed, _END, *texts))


def unpacked(text: str, password: str, folder: Path | None = None) -> StoredBattle:
    """Take up the seat of such a text on this machine. Raises NotTaken, CannotSave."""
    _, begun, rest = text.partition(_BEGIN)
    sealed, ended, messages = rest.partition(_END)
    if not begun or not ended:
        raise NotTaken("this is no seat of a far battle")
    try:
        raw = base64.b64decode(sealed)
        salt = raw[: pwhash.argon2id.SALTBYTES]
        keeps = SeatSecrets.read(json.loads(_box(password, salt).decrypt(raw[len(salt) :])))
    except CryptoError:
        raise NotTaken("the password is another one, or the file was changed") from None
    except (ValueError, KeyError, TypeError, AttributeError):
        raise NotTaken("this seat of a far battle was changed, or cut") from None
    far = gather((BEGIN + one for one in messages.split(BEGIN)[1:]), keeps.links)
    if far.id != keeps.battle or far.ledger.key(keeps.seat) != keeps.verify_key:
        raise NotTaken("this seat of a far battle comes with other messages than its own")
    return restored(folder or far_folder(), keeps, far)
