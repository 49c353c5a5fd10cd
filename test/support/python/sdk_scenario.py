"""What an application does with the SDK over a way that fails; its findings as JSON."""

import asyncio
import json
import sys

from quarry_sdk import AsyncQuarry, Quarry, QuarryError
from quarry_sdk.events import EventReader


async def asynchronous(query: str) -> dict[str, object]:
    async with AsyncQuarry() as quarry:
        run = await quarry.runs.create(query=query, effort="low")
        events = [event async for event in quarry.runs.events(run.id)]
        ended = await quarry.runs.wait(run.id, timeout=60)
        answer = "".join([chunk.text async for chunk in quarry.answer_stream(query=query)])
        listed = [document.url async for document in quarry.documents.list_all(limit=1)]
        return {
            "event_ids": [event.id for event in events],
            "last_event": events[-1].type,
            "run": [ended.status, run.id == ended.id],
            "answer": answer,
            "listed": listed,
        }


def synchronous(query: str) -> dict[str, object]:
    with Quarry() as quarry:
        found = quarry.search(query=query)
        before = quarry.account().balance
        answered = quarry.answer(query=query).answer
        cost = before - quarry.account().balance
        return {"lost": [answered != "", cost], "searched": [document.url for document in found.documents], "errors": [error_of(quarry), away()]}


def error_of(quarry: Quarry) -> list[object]:
    try:
        quarry.monitors.get("mon_x")
    except QuarryError as error:
        return [error.code, (error.request_id or "")[:4]]
    return []


def away() -> list[object]:
    # Port 9 is that of a protocol that no server of a test speaks.
    with Quarry("key", base_url="http://127.0.0.1:9", max_retries=1) as quarry:
        try:
            quarry.account()
        except QuarryError as error:
            return [error.code, error.request_id]
    return []


def read_in_pieces() -> list[list[str]]:
    """Events of bytes that come one by one, with separators that end no line of the stream."""
    told = "id: 1\nevent: plan\ndata: {\"a\":\"\u2028é\x85\"}\n\n: ping\n\ndata: b\r\n\r\n"
    reader = EventReader()
    events = [event for byte in told.encode() for event in reader.read(bytes([byte]))]
    return [[event.id, event.type, event.data] for event in events]


query = sys.argv[1]
print(json.dumps({**synchronous(query), **asyncio.run(asynchronous(query)), "pieces": read_in_pieces()}))
