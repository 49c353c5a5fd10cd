"""What an application does with the SDK over a way that fails; its findings as JSON."""

import asyncio
import json
import os
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx

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
        quarry.runs.get("run_x", wait=61)
    except QuarryError as error:
        return [error.code, error.param, (error.request_id or "")[:4]]
    return []


def away() -> list[object]:
    # Port 9 is that of a protocol that no server of a test speaks.
    with Quarry("key", base_url="http://127.0.0.1:9", max_retries=1) as quarry:
        try:
            quarry.account()
        except QuarryError as error:
            return [error.code, error.request_id]
    return []


def code_of(key: str, timeout: float | None = None) -> list[object]:
    try:
        with Quarry(key) as quarry:
            quarry.account(timeout=timeout)
    except QuarryError as error:
        return [error.code, "secret" in str(error)]
    return []


def shared_client() -> list[object]:
    """One client of httpx under two keys, which it does not keep."""
    with httpx.Client() as http:
        first = Quarry(http=http)
        Quarry("of-another-organization", http=http)
        return [first.account().balance > 0, "authorization" in http.headers]


class Hasty(BaseHTTPRequestHandler):
    asked = 0

    def do_GET(self) -> None:
        Hasty.asked += 1
        self.send_error(504)

    def log_message(self, format: str, *args: object) -> None:
        pass


def waits_before_a_proxy() -> bool:
    """Whether a wait of two seconds asks a proxy that is out of time at once only a few times."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Hasty)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        with Quarry("key", base_url=f"http://127.0.0.1:{server.server_port}") as quarry:
            quarry.runs.wait("run_x", timeout=2)
    except QuarryError as error:
        return error.code == "DEADLINE_EXCEEDED" and 1 <= Hasty.asked <= 3
    finally:
        server.shutdown()
    return False


def read_in_pieces() -> list[list[str]]:
    """Events of bytes that come one by one, with separators that end no line of the stream."""
    told = "id: 1\nevent: plan\ndata: {\"a\":\"\u2028é\x85\"}\n\n: ping\n\ndata: b\r\n\r\n"
    reader = EventReader()
    events = [event for byte in told.encode() for event in reader.read(bytes([byte]))]
    return [[event.id, event.type, event.data] for event in events]


query = sys.argv[1]
keys = [code_of("secret\nkey"), code_of("secret é"), code_of(os.environ["QUARRY_API_KEY"] + "\n"), code_of("secret", timeout=0)]
found = {"keys": keys, "shared": shared_client(), "waits": waits_before_a_proxy(), "pieces": read_in_pieces()}
print(json.dumps({**synchronous(query), **asyncio.run(asynchronous(query)), **found}))
