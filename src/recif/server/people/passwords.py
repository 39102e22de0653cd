"""Passwords: only a slow hash of them is kept. Run these in a worker."""

import secrets
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

_hasher = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)  # OWASP's figures for Argon2id


def hash_password(password: str) -> str:
    """Slow on purpose."""
    return _hasher.hash(password)


def is_password(password_hash: str, password: str) -> bool:
    try:
        return _hasher.verify(password_hash, password)
    except (Argon2Error, InvalidHashError):
        return False


@cache
def decoy() -> str:
    """The hash of nobody's password: a name that does not exist takes as long to refuse as a wrong password."""
    return _hasher.hash(secrets.token_hex(16))
