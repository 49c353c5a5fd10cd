"""What streams yield."""

from __future__ import annotations

import codecs
import json
from typing import Any

from ._model import Model
from .errors import QuarryError, error_of


class ChunkCitation(Model):
    """A source. Chunks of a chat completion have its address alone."""

    url: str
    title: str | None = None
    content: str | None = None
    published_date: str | None = None


class ChatDelta(Model):
    role: str | None = None
    content: str | None = None


class ChatChoice(Model):
    index: int
    delta: ChatDelta
    finish_reason: str | None = None
    """`stop` in the last chunk with text, else None."""


class ChatChunk(Model):
    """A part of an answer or of a chat completion, as it is written and verified."""

    id: str
    object: str
    created: int
    model: str
    choices: list[ChatChoice]
    citations: list[ChunkCitation] | None = None
    """The sources, in the first and in the last chunk."""
    request_id: str | None = None
    usage: dict[str, Any] | None = None

    @property
    def text(self) -> str:
        """The text that this chunk adds."""
        return "".join(choice.delta.content or "" for choice in self.choices)


class NamedEvent(Model):
    id: int
    """Rises within the stream. A reader resumes after the last one."""
    type: str
    data: dict[str, Any]


class RunEvent(NamedEvent):
    """An event of a run: `plan`, `search`, `read`, `note`, `write`, `verify`, and `ended` as the last."""


class CrawlEvent(NamedEvent):
    """An event of a crawl: `page` for each address, and `ended` as the last."""


class ServerEvent:
    """One server-sent event. `data` is text."""

    def __init__(self) -> None:
        self.id = ""
        self.type = "message"
        self.data = ""


class EventReader:
    """Reads server-sent events from bytes as they arrive."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._rest = ""
        self._event = ServerEvent()
        self._lines: list[str] = []

    def read(self, received: bytes) -> list[ServerEvent]:
        """The events that these bytes complete."""
        # Lines end at line feeds alone: JSON may contain the other separators of Unicode.
        *lines, self._rest = (self._rest + self._decoder.decode(received)).split("\n")
        return [event for event in map(self._read_line, lines) if event is not None]

    def _read_line(self, line: str) -> ServerEvent | None:
        name, _, value = line.removesuffix("\r").partition(":")
        value = value.removeprefix(" ")
        if name == "data":
            self._lines.append(value)
        elif name == "id":
            self._event.id = value
        elif name == "event":
            self._event.type = value
        elif name == "" and value == "":
            return self._ended()
        return None

    def _ended(self) -> ServerEvent | None:
        event, event.data = self._event, "\n".join(self._lines)
        is_empty = not self._lines
        self._event, self._lines = ServerEvent(), []
        return None if is_empty else event


def chunk_of(event: ServerEvent) -> ChatChunk:
    """Raises the error that ends the stream, if it is one."""
    try:
        body = json.loads(event.data)
    except ValueError as fault:
        raise QuarryError("INTERNAL", "the stream holds what is no chunk") from fault
    if "error" in body:
        error = error_of(500, {}, body)
        # What was read cannot be taken back.
        error.should_retry = False
        raise error
    return ChatChunk.model_validate(body)


def named_of(event: ServerEvent) -> dict[str, Any]:
    """The members of a named event."""
    return {"id": int(event.id), "type": event.type, "data": json.loads(event.data)}


def broken_stream(message: str) -> QuarryError:
    return QuarryError("UNAVAILABLE", message)
