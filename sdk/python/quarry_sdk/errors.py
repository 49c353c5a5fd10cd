"""Why a call failed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote

# A proxy before the service fails without a code of the service.
_BY_STATUS = {
    400: "INVALID_REQUEST",
    401: "UNAUTHENTICATED",
    402: "INSUFFICIENT_CREDITS",
    403: "PERMISSION_DENIED",
    404: "NOT_FOUND",
    405: "UNIMPLEMENTED",
    409: "CONFLICT",
    413: "INVALID_REQUEST",
    415: "INVALID_REQUEST",
    422: "INVALID_REQUEST",
    429: "RATE_LIMITED",
    499: "CANCELLED",
    501: "UNIMPLEMENTED",
    502: "UNAVAILABLE",
    503: "UNAVAILABLE",
    504: "DEADLINE_EXCEEDED",
}


class QuarryError(Exception):
    """A call that failed. Branch on `code`; the message is prose and may change."""

    code: str
    """A code of the interface, such as INVALID_REQUEST. New codes may be added."""
    message: str
    request_id: str | None
    """Quote it when reporting a problem. None if the service was not reached."""
    param: str | None
    """The field of the request at fault, as a path."""
    retry_after: float | None
    """Seconds to wait before a retry."""
    should_retry: bool
    """False if the work is done: a retry without the same idempotency key would repeat it."""
    run_id: str | None
    """The run that is still in progress. Pass it to `runs.wait` to keep waiting."""

    def __init__(
        self,
        code: str,
        message: str,
        *,
        request_id: str | None = None,
        param: str | None = None,
        retry_after: float | None = None,
        should_retry: bool = True,
    ) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message
        self.request_id = request_id
        self.param = param
        self.retry_after = retry_after
        self.should_retry = should_retry
        self.run_id = None


def error_of(status: int, headers: Mapping[str, str], body: Any) -> QuarryError:
    """The error that a failed response carries."""
    envelope = body if isinstance(body, dict) else {}
    error = envelope.get("error")
    told = error if isinstance(error, dict) else {}
    return QuarryError(
        str(told.get("code") or _BY_STATUS.get(status, "INTERNAL")),
        str(told.get("message") or f"the service answered with {status}"),
        request_id=envelope.get("request_id") or headers.get("x-request-id"),
        param=_param(headers.get("x-error-param")),
        retry_after=_seconds(headers.get("retry-after")),
        should_retry=headers.get("x-should-retry") != "false",
    )


def _param(text: str | None) -> str | None:
    return None if text is None else unquote(text)


def _seconds(text: str | None) -> float | None:
    # A proxy may send a date instead.
    return float(text) if text is not None and text.isdecimal() else None
