#!/usr/bin/env python3
"""Measures the size of a server's pages, and their time to first byte compared with that of a bare 200 response.

pages.py DRAGOMAN [--strings N] [--languages N]: creates a project in a temporary directory, serves it on the loopback
interface, and prints a Markdown table row for each page. Needs only Python's standard library.
"""

import argparse
import gzip
import http.client
import json
import os
import re
import statistics
import subprocess
import tempfile
import time
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urlencode

TAGS = """de ar bg ca cs da el es et fa fi fr ga he hi hr hu id it ja km ko lt lv mk ms nb nl pl pt ro ru sk sl sr sv th
tr uk vi""".split()
PAGES = {
    "projects": "/",
    "project": "/projects/shop",
    "strings in a language": "/projects/shop/languages/de",
    "strings, missing": "/projects/shop/languages/de?show=missing",
    "one string": "/projects/shop/languages/de/string?section=s0&key=k1",
    "review": "/projects/shop/languages/de/review",
    "translate": "/projects/shop/languages/de/translate",
    "search, nothing found": "/projects/shop/search?q=locael",
    "search, one string in each language": "/projects/shop/search?q=text+4711+for",
    "search, one character": "/projects/shop/search?q=z",
    "search, every text": "/projects/shop/search?q=text",
    "list, nothing found": "/projects/shop/languages/de?q=locael",
}


class Elements(HTMLParser):
    """Counts the elements of a page, and collects the addresses of the files that it loads."""

    def __init__(self):
        super().__init__()
        self.count = 0
        self.loaded = []

    def handle_starttag(self, tag, attrs):
        self.count += 1
        attributes = dict(attrs)
        address = {"link": "href", "script": "src", "use": "href"}.get(tag)
        loaded = (attributes.get(address) or "").split("#")[0]
        if loaded.startswith("/") and loaded not in self.loaded:
            self.loaded.append(loaded)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("dragoman")
    parser.add_argument("--strings", type=int, default=50_000)
    parser.add_argument("--languages", type=int, default=40)
    parser.add_argument("--rounds", type=int, default=200)
    options = parser.parse_args()
    options.dragoman = str(Path(options.dragoman).resolve())
    with tempfile.TemporaryDirectory(prefix="dragoman-pages-") as directory:
        environment = {
            "PATH": os.environ["PATH"], "HOME": directory, "LC_ALL": "C",
            "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null",
            "GIT_AUTHOR_NAME": "Ines", "GIT_AUTHOR_EMAIL": "ines@example.org",
            "GIT_COMMITTER_NAME": "Ines", "GIT_COMMITTER_EMAIL": "ines@example.org",
        }  # fmt: skip
        make(options, directory, environment)
        server = subprocess.Popen(
            [options.dragoman, "serve", "shop", "--listen", "127.0.0.1:0", "--state", "state"]
            # The same page is requested more often than people would request it.
            + ["--set", "limits.personReadRate=1000000/s", "--set", "limits.personBurst=1000000"],
            cwd=directory, env=environment, stdout=open(f"{directory}/out", "wb"), stderr=open(f"{directory}/log", "wb"),
        )  # fmt: skip
        try:
            measure(options, *ready(directory, server))
        finally:
            server.terminate()
            server.wait()


def make(options, directory, environment):
    def dragoman(*words):
        subprocess.run([options.dragoman, *words], cwd=f"{directory}/shop", env=environment, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    Path(directory, "shop").mkdir()
    dragoman("init", ".")
    tags = TAGS[: options.languages]
    dragoman("locale", "add", *tags)
    sections = [range(start, min(start + 1000, options.strings)) for start in range(0, options.strings, 1000)]
    for number, keys in enumerate(sections):
        for tag in ["en", *tags]:
            # A tenth is missing in each language.
            texts = {f"k{key}": f"{tag}: text {key} for {{{{name}}}}" for key in keys if tag == "en" or key % 10 != 1}
            file = Path(directory, "locales", tag, f"s{number}.json")
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps(texts))
    dragoman("import", "../locales", "--file-format", "i18next-json")
    better = {f"k{key}": f"better text {key} for {{{{name}}}}" for key in range(min(500, options.strings))}
    Path(directory, "better.json").write_text(json.dumps(better))
    dragoman("import", "../better.json", "-l", "de", "-s", "s0", "--file-format", "i18next-json", "--as-proposals")


def ready(directory, server):
    """Waits until the server accepts requests, and returns its port and a token."""
    while server.poll() is None:
        said = Path(directory, "out").read_text() + Path(directory, "log").read_text()
        port = re.search(r"listening.*http://127\.0\.0\.1:(\d+)", said)
        token = re.search(r"dgp_\w+", said)
        if port and token:
            connection = http.client.HTTPConnection("127.0.0.1", int(port[1]))
            connection.request("GET", "/health/ready")
            if connection.getresponse().status == 200:
                return int(port[1]), token[0]
        time.sleep(0.1)
    raise SystemExit(Path(directory, "log").read_text())


def measure(options, port, token):
    connection = http.client.HTTPConnection("127.0.0.1", port)

    def fetch(path, headers):
        """Returns the time to the first byte of the response in milliseconds, the response, and its contents."""
        since = time.perf_counter()
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        waited = 1000 * (time.perf_counter() - since)
        contents = answer.read()
        if answer.status not in (200, 303):
            raise SystemExit(f"{path}: {answer.status} {contents[:300]}")
        return waited, answer, contents

    def login():
        body = urlencode({"token": token})
        kind = {"Content-Type": "application/x-www-form-urlencoded", "Origin": f"http://127.0.0.1:{port}"}
        connection.request("POST", "/login", body, kind)
        answer = connection.getresponse()
        answer.read()
        return answer.getheader("Set-Cookie").split(";")[0]

    signed_in = {"Cookie": login(), "Accept": "text/html", "Accept-Encoding": "gzip"}
    # The checks of all languages run in the background. This waits until they no longer change the page.
    before = None
    while (page := fetch(PAGES["project"], signed_in)[2]) != before:
        before = page
        time.sleep(5)
    print("| page | HTML, gz | elements | style, script, icons, gz | first byte, p50 | p95 | bare 200, p50 | p95 |")
    print("|---|---|---|---|---|---|---|---|")
    for name, path in PAGES.items():
        _, answer, contents = fetch(path, signed_in)
        if answer.status == 303:
            # If there is only one project, the list of projects redirects to it.
            continue
        elements = Elements()
        elements.feed(gzip.decompress(contents).decode())
        assets = sum(len(fetch(asset, signed_in)[2]) for asset in elements.loaded)
        pages, bare = [], []
        for _ in range(options.rounds):
            pages.append(fetch(path, signed_in)[0])
            bare.append(fetch("/health/live", {})[0])
        print(
            f"| {name} | {len(contents) / 1024:.1f} KiB | {elements.count} | {assets / 1024:.1f} KiB "
            f"| {milliseconds(pages)} | {milliseconds(bare)} |"
        )


def milliseconds(waits):
    waits.sort()
    return f"{statistics.median(waits):.1f} ms | {waits[int(len(waits) * 0.95)]:.1f} ms"


main()
