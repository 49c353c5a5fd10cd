"""What an assistant does with the official MCP client, over HTTP and over stdin and stdout; its findings as JSON."""

import asyncio
import json
import os
import sys

import httpx2
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

service, key, node, command = sys.argv[1:]


async def findings(client):
    tools = await client.list_tools()
    found = await client.call_tool("search", {"query": "puffin burrow"})
    researched = await client.call_tool("research", {"query": "How deep does a puffin nest?", "effort": "low"})
    report = await client.read_resource(f"quarry://runs/{researched.structured_content['run_id']}/report")
    missing = await client.call_tool("get_run", {"run_id": "run_none"})
    prompts = await client.list_prompts()
    return {
        "tools": sorted(tool.name for tool in tools.tools),
        "found": [result["url"] for result in found.structured_content["results"]],
        "report_cites": "puffin" in report.contents[0].text.lower(),
        "missing": [missing.is_error, missing.content[0].text.split(":")[0]],
        "prompts": sorted(prompt.name for prompt in prompts.prompts),
    }


async def main():
    async with httpx2.AsyncClient(headers={"x-api-key": key}, timeout=60) as http:
        async with Client(streamable_http_client(f"{service}/mcp", http_client=http)) as client:
            over_http = await findings(client)
    environment = {**os.environ, "QUARRY_URL": service, "QUARRY_API_KEY": key}
    async with Client(StdioServerParameters(command=node, args=[command, "mcp"], env=environment)) as client:
        over_stdio = await findings(client)
    print(json.dumps([over_http, over_stdio]))


asyncio.run(main())
