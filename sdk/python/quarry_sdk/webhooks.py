"""Messages that monitors send."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from pydantic import TypeAdapter
from standardwebhooks import Webhook, WebhookVerificationError

from ._model import Model

__all__ = ["RunEnded", "WebhookEvent", "WebhookVerificationError", "verify_webhook"]

_SIGNED_HEADERS = ("webhook-id", "webhook-timestamp", "webhook-signature")


class AboutMonitor(Model):
    monitor_id: str
    monitor_name: str


class RunEnded(AboutMonitor):
    """An ended run of a monitor, with the records that it has delivered."""

    run_id: str
    status: str
    status_reason: str
    started_at: datetime
    completed_at: datetime
    first_record_id: str
    """The lowest of the run's records; "0" without records."""
    last_record_id: str
    record_count: int
    requests_total: int
    requests_ok: int
    requests_failed: int


class WebhookEvent(Model):
    type: str
    """`run.completed`, `run.failed`, `webhook.test`, or a type of a later version."""
    timestamp: datetime
    data: RunEnded | AboutMonitor
    """A `RunEnded` for the two types of runs."""


_EVENT = TypeAdapter(WebhookEvent)


def verify_webhook(body: str | bytes, headers: Mapping[str, str], secret: str) -> WebhookEvent:
    """The event of a message whose signature is valid and at most five minutes old.

    :param body: exactly as received: the signature covers it
    :param secret: the monitor's `webhook_secret`, unchanged
    :raises WebhookVerificationError: where the signature is not valid
    """
    given = {name.lower(): value for name, value in headers.items()}
    signed = {name: given[name] for name in _SIGNED_HEADERS if name in given}
    return _EVENT.validate_python(Webhook(secret).verify(body, signed))
