from __future__ import annotations

import base64
import json
import os
import random
import time
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from .errors import QuarryError

# How a call is retried: `read` always, `keyed` under one idempotency key, `once` never.
Safety = Literal["read", "keyed", "once"]

_URL = "http://127.0.0.1:8080"
_FIRST_WAIT = 0.2
_LONGEST_WAIT = 10.0
_OWN_TRY_WAIT = 1.0
# Codes of a service that stops, starts, or is busy.
_PASSING = frozenset({"UNAVAILABLE", "RATE_LIMITED"})
# The service may have lost its database for a moment; the fault may also be permanent.
_INTERNAL_AT_MOST = 5


@dataclass(frozen=True)
class Service:
    """Where calls go, and with which key."""

    url: str
    key: str

    @staticmethod
    def named(api_key: str | None, base_url: str | None) -> Service:
        """Raises UNAUTHENTICATED without a key. No message holds the key."""
        key = (api_key or os.environ.get("QUARRY_API_KEY") or "").strip()
        if not key:
            raise QuarryError("UNAUTHENTICATED", "there is no key: pass api_key, or set QUARRY_API_KEY")
        if not (key.isascii() and key.isprintable() and " " not in key):
            raise QuarryError("UNAUTHENTICATED", "the key has characters that no key has")
        return Service((base_url or os.environ.get("QUARRY_URL") or _URL).rstrip("/"), key)


@dataclass(frozen=True)
class Call:
    """One call of the interface. `timeout` is in seconds, for all its attempts together."""

    method: str
    path: str
    safety: Safety
    timeout: float
    query: Mapping[str, Any] | None = None
    body: Mapping[str, Any] | None = None

    def content(self) -> bytes | None:
        return None if self.body is None else json.dumps(self.body, default=_text_of).encode()

    def parameters(self) -> dict[str, str]:
        return {name.rstrip("_"): _word(value) for name, value in (self.query or {}).items() if value is not None}

    def headers(self, idempotency_key: str | None) -> dict[str, str]:
        key = idempotency_key or (str(uuid.uuid4()) if self.safety == "keyed" else None)
        return {
            **({} if key is None else {"idempotency-key": key}),
            **({} if self.body is None else {"content-type": "application/json"}),
        }


def _word(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _text_of(value: Any) -> str:
    if isinstance(value, (bytes, bytearray)):
        return base64.b64encode(value).decode()
    raise TypeError(f"{type(value).__name__} cannot be sent as JSON")


class Deadline:
    """A moment by which something has ended. None: never."""

    def __init__(self, seconds: float | None) -> None:
        self._at = None if seconds is None else time.monotonic() + seconds

    def left(self) -> float | None:
        return None if self._at is None else max(0.0, self._at - time.monotonic())

    def within(self, wait: float) -> float:
        left = self.left()
        return wait if left is None else min(wait, left)

    def allows(self, wait: float) -> bool:
        left = self.left()
        return left is None or wait < left


class Attempts:
    """Decides after each failed attempt of a call whether there is another one."""

    def __init__(self, safety: Safety, max_retries: int, deadline: Deadline) -> None:
        self._safety = safety
        self._max_retries = max_retries
        self._deadline = deadline
        self._tried = 0

    def wait_after(self, error: QuarryError) -> float:
        """Seconds until the next attempt. Raises the error where there is none."""
        self._tried += 1
        # The abandoned first attempt completes or releases its key: the retry waits for that until the deadline.
        is_own_try = self._tried > 1 and error.code == "CONFLICT"
        wait = _OWN_TRY_WAIT if is_own_try else wait_before(error, self._tried)
        may_pass = self._tried <= self._max_retries and error.should_retry and error.code in _PASSING
        if self._safety == "once" or not (is_own_try or may_pass) or not self._deadline.allows(wait):
            raise error
        return wait


class Resumptions:
    """Decides after each interruption of a long operation whether it goes on."""

    def __init__(self, deadline: Deadline) -> None:
        self._deadline = deadline
        self._failed = 0

    def progressed(self) -> None:
        self._failed = 0

    def wait_after(self, error: QuarryError) -> float:
        """Seconds until the next attempt. Raises the error if a retry would fail as well, or DEADLINE_EXCEEDED."""
        self._failed += 1
        may_be_lost = error.code == "INTERNAL" and self._failed <= _INTERNAL_AT_MOST
        if not error.should_retry or not (error.code in _PASSING or may_be_lost):
            raise error
        wait = wait_before(error, self._failed)
        if not self._deadline.allows(wait):
            raise QuarryError(
                "DEADLINE_EXCEEDED",
                "the call was interrupted and could not be resumed before its deadline",
            ) from error
        return wait


def wait_before(error: QuarryError, tried: int) -> float:
    """Seconds: the service's own delay, else doubling, with jitter so that clients do not retry simultaneously."""
    if error.retry_after is not None:
        return error.retry_after
    doubled = _FIRST_WAIT * 2.0 ** min(tried - 1, 10)
    return min(doubled, _LONGEST_WAIT) * (0.5 + random.random() / 2)
