# Generated from ../_async by `npm run generate`.
from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, TypeVar

import time
import httpx
from pydantic import ValidationError

from .._calls import Attempts, Call, Deadline, Service
from .._model import Model
from ..errors import QuarryError, error_of
from ..events import EventReader, ServerEvent

M = TypeVar("M", bound=Model)

# The service sends a comment every 15 seconds.
_SILENT_SECONDS = 60.0


class Caller:
    """Makes calls, and retries them where that is safe."""

    def __init__(
        self, http: httpx.Client, service: Service, *, max_retries: int, timeout: float | None
    ) -> None:
        self._http = http
        self._url = service.url
        # Of each request: the caller may use the same client of httpx for other services, and with other keys.
        self._authorization = {"authorization": f"Bearer {service.key}"}
        self._max_retries = max_retries
        self._timeout = timeout

    def call(
        self, call: Call, result: type[M], *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> M:
        """Raises the QuarryError of the last attempt."""
        limits = (timeout, self._timeout, call.timeout)
        deadline = Deadline(next(limit for limit in limits if limit is not None))
        attempts = Attempts(call.safety, self._max_retries, deadline)
        headers = call.headers(idempotency_key)
        while True:
            try:
                return _validated(result, self._once(call, headers, deadline))
            except QuarryError as error:
                time.sleep(attempts.wait_after(error))

    def _once(self, call: Call, headers: dict[str, str], deadline: Deadline) -> Any:
        if not deadline.allows(0):
            raise QuarryError("DEADLINE_EXCEEDED", "the call did not end within its time")
        try:
            response = self._http.request(
                call.method,
                self._url + call.path,
                params=call.parameters(),
                content=call.content(),
                headers={**headers, **self._authorization},
                timeout=deadline.left(),
            )
        except httpx.TimeoutException as error:
            raise QuarryError("DEADLINE_EXCEEDED", "the call did not end within its time") from error
        except httpx.TransportError as error:
            raise QuarryError("UNAVAILABLE", str(error) or "the connection was lost") from error
        body = _json(response.content)
        if not response.is_success:
            raise error_of(response.status_code, response.headers, body)
        return body

    def stream(self, call: Call, headers: dict[str, str], *, deadline: Deadline) -> Iterator[ServerEvent]:
        """One attempt: events that were read cannot be withdrawn. The deadline is kept within a comment's time."""
        left = deadline.left()
        limits = httpx.Timeout(_SILENT_SECONDS if left is None else min(left, _SILENT_SECONDS))
        try:
            with self._http.stream(
                call.method,
                self._url + call.path,
                params=call.parameters(),
                content=call.content(),
                headers={**call.headers(None), **headers, **self._authorization},
                timeout=limits,
            ) as response:
                if not response.is_success:
                    raise error_of(response.status_code, response.headers, _json(response.read()))
                reader = EventReader()
                for received in response.iter_bytes():
                    for event in reader.read(received):
                        yield event
                    if not deadline.allows(0):
                        raise QuarryError("DEADLINE_EXCEEDED", "the stream did not end before the deadline")
        except httpx.TransportError as error:
            if not deadline.allows(0):
                raise QuarryError("DEADLINE_EXCEEDED", "the stream did not end before the deadline") from error
            raise QuarryError("UNAVAILABLE", str(error) or "the connection was lost") from error


def _validated(result: type[M], body: Any) -> M:
    try:
        return result.model_validate(body)
    except ValidationError as error:
        raise QuarryError("INTERNAL", f"the response is not of the form of {result.__name__}") from error


def _json(content: bytes) -> Any:
    try:
        return json.loads(content)
    except ValueError:
        # Not from Quarry, for example from a proxy: only the status is usable.
        return None
