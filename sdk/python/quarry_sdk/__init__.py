"""The Python client of Quarry, over REST."""

from . import models, params
from ._async.client import AsyncQuarry
from ._sync.client import Quarry
from .errors import QuarryError
from .events import ChatChunk, CrawlEvent, RunEvent
from .webhooks import RunEnded, WebhookEvent, WebhookVerificationError, verify_webhook

__all__ = [
    "AsyncQuarry",
    "ChatChunk",
    "CrawlEvent",
    "Quarry",
    "QuarryError",
    "RunEnded",
    "RunEvent",
    "WebhookEvent",
    "WebhookVerificationError",
    "models",
    "params",
    "verify_webhook",
]
