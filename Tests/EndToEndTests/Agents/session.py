"""An agent that adds a language by proposals, with the official client of the protocol (PyPI: mcp).

usage: session.py stdio | http MODE LOCALE COMMAND…|URL TOKEN

The agent knows nothing about the project beforehand. It lists the work, proposes texts, and corrects
a refused text from the error alone. It prints what it saw as one JSON object.
"""

import asyncio
import json
import os
import re
import sys

import httpx2
from mcp import Client, MCPError
from mcp.client.stdio import StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

transport, mode, locale, *rest = sys.argv[1:]

PLACEHOLDER = r"\{+[^}]*\}+|%\w"


def translate(source):
    """Returns a poor translation, which loses its placeholders and exceeds limits."""
    if isinstance(source, dict):
        forms = source["cases"].items()
        return source | {"cases": {name: translate(text) for name, text in forms}}
    return re.sub(PLACEHOLDER, "", source).strip() + " in " + locale


def corrected(source, message):
    """Returns a translation that has every placeholder that the message names."""
    named = re.findall(PLACEHOLDER, message)
    if isinstance(source, dict):
        forms = source["cases"].items()
        return source | {"cases": {name: corrected(text, message) for name, text in forms}}
    return " ".join(["x"] + [name for name in dict.fromkeys(named) if name in source])


async def work(client):
    seen = {"version": client.protocol_version}
    seen["tools"] = sorted(tool.name for tool in (await client.list_tools()).tools)
    resources = (await client.list_resources()).resources
    seen["resources"] = [str(resource.uri) for resource in resources]
    language = await client.read_resource(f"dragoman:///languages/{locale}")
    seen["missing"] = json.loads(language.contents[0].text)["missing"]

    async def call(tool, **arguments):
        result = await client.call_tool(tool, arguments)
        assert json.loads(result.content[0].text) == result.structured_content
        assert bool(result.is_error) == ("error" in result.structured_content)
        return result.structured_content

    seen["proposed"] = seen["refused"] = seen["corrected"] = 0
    cursor = {}
    strings = []
    while True:
        page = await call("list_work", locale=locale, limit=50, **cursor)
        strings += page["strings"]
        if "nextCursor" not in page:
            break
        cursor = {"cursor": page["nextCursor"]}
    for start in range(0, len(strings), 50):
        group = strings[start : start + 50]
        texts = [
            {"section": s["section"], "key": s["key"], "source": s["source"], "value": translate(s["source"])}
            for s in group
        ]
        result = await call("propose", locale=locale, texts=texts)
        seen["proposed"] += result["proposed"]
        seen["refused"] += result["refused"]
        again = []
        for text, outcome in zip(texts, result["results"]):
            if "error" in outcome:
                assert outcome["error"]["code"] == "failed-checks", outcome
                value = corrected(text["source"], outcome["error"]["message"])
                again.append(text | {"value": value})
        if again:
            result = await call("propose", locale=locale, texts=again)
            seen["corrected"] += result["proposed"]
            assert result["refused"] == 0, result
    page = await call("list_work", locale=locale)
    seen["left"] = len(page["strings"])
    own = await call("list_proposals", locale=locale, limit=1)
    seen["origin"] = own["proposals"][0]["origin"]

    same = {name: own["proposals"][0][name] for name in ["section", "key", "value"]}
    seen["codes"] = {}
    for name, tool, arguments in [
        ("language", "list_work", {"locale": "sv"}),
        ("key", "read_string", {"locale": locale, "key": "nosuch"}),
        ("argument", "list_work", {"locale": locale, "limit": 10_000}),
        ("twice", "propose", {"locale": locale, "texts": [same]}),
    ]:
        result = await call(tool, **arguments)
        seen["codes"][name] = result["error"]["code"] if "error" in result else None
    for tool in ["accept_proposals", "nosuch"]:
        try:
            await client.call_tool(tool, {"ids": [own["proposals"][0]["id"]]})
            seen["codes"][tool] = None
        except MCPError as error:
            seen["codes"][tool] = error.code
    deleted = await call("delete_proposals", ids=[own["proposals"][0]["id"]])
    seen["deleted"] = deleted["done"]
    return seen


async def main():
    if transport == "stdio":
        server = StdioServerParameters(command=rest[0], args=rest[1:], env=dict(os.environ))
        async with Client(server, mode=mode) as client:
            return await work(client)
    url, token = rest
    async with httpx2.AsyncClient(headers={"Authorization": f"Bearer {token}"}, timeout=120) as http:
        async with Client(streamable_http_client(url, http_client=http), mode=mode) as client:
            return await work(client)


print(json.dumps(asyncio.run(main())))
