#!/usr/bin/env python3
"""Measures a server's pages, and the search index.

pages.py DRAGOMAN [--strings N] [--languages N]: creates a project in a temporary directory, serves it on the loopback
interface, and prints Markdown tables: the index's size and the time for creating and updating it, the weight of a
first view of each page, and the time to its first byte beside that of a bare 200 response. Needs only Python's
standard library, and a server next to the program.
"""

import argparse
import gzip
import http.client
import json
import os
import random
import re
import shutil
import statistics
import subprocess
import tempfile
import time
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import quote_plus, urlencode

TAGS = """de ar ja bg cs da el fr ru zh ca es et fa fi ga he hi hr hu id it km ko lt lv mk ms nb nl pl pt ro sk sl sr
sv th tr uk""".split()
LETTERS = {
    "ar": "ابتثجحخدذرزسشصضطظعغفقكلمنهويى", "fa": "ابپتثجچحخدذرزژسشصضطظعغفقکگلمنوهی",
    "el": "αβγδεζηθικλμνξοπρστυφχψω", "he": "אבגדהוזחטיכלמנסעפצקרשת", "hi": "अआइईउऊएऐओकखगघचछजटठडणतथदधनपफबभमयरलवशसह",
    "ja": "".join(map(chr, [*range(0x3042, 0x3094), *range(0x30A2, 0x30F4), *range(0x4E00, 0x4E00 + 1200)])),
    "ko": "".join(map(chr, range(0xAC00, 0xAC00 + 1500))), "th": "กขคงจฉชซญดตถทธนบปผฝพฟมยรลวศสหอฮ",
    "zh": "".join(map(chr, range(0x4E00, 0x4E00 + 2500))), "km": "កខគឃងចឆជឈញដឋឌឍណតថទធនបផពភមយរលវសហឡអ",
} | dict.fromkeys("bg ru mk sr uk".split(), "абвгдежзийклмнопрстуфхцчшщъьюя")  # fmt: skip
PAGES = {
    "project": "/projects/shop",
    "strings in a language": "/projects/shop/languages/de",
    "strings, missing": "/projects/shop/languages/de?show=missing",
    "strings, with findings": "/projects/shop/languages/de?show=findings",
    "one string": "/projects/shop/languages/de/string?section=s0&key=k0",
    "review": "/projects/shop/languages/de/review",
    "translate": "/projects/shop/languages/de/translate",
    "activity": "/projects/shop/activity",
    "people": "/projects/shop/people",
    "releases": "/projects/shop/releases",
    "point a channel": "/projects/shop/releases/point?channel=production&to=v2",
}
# Japanese has one text with 藍色だ, and Arabic one with ژپچ.
SEARCHES = {
    "nothing found": "zzyzzxq locael",
    "a key": "k4711",
    "one text, Japanese": "藍色だ",
    "one character, Latin": "z",
    "one character, Japanese": "の",
    "one character, Japanese, rare": "藍",
    "two characters, Japanese": "のの",
    "two characters, Japanese, rare": "藍色",
    "one character, Arabic": "و",
    "two characters, Arabic": "ال",
    "three characters, Arabic": "الا",
    "one text, Arabic": "ژپچ",
    "two characters, Latin": "qu",
    "every text": "name",
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


class Texts:
    """Sentences of a language in its own letters. A word is as frequent as its rank, as in Zipf's law."""

    def __init__(self, tag):
        self.random = random.Random(tag)
        letters = LETTERS.get(tag, "eeeaaiionrtslcudpmhgbfyvkwzxjq")
        self.is_dense = len(letters) > 500
        longest = 3 if self.is_dense else 11
        self.words = ["".join(self.random.choices(letters, k=self.random.randint(1, longest))) for _ in range(4000)]
        self.weights = [1 / (rank + 3) for rank in range(len(self.words))]
        if tag == "ja":
            self.words[0] = "の"
        if tag == "ar":
            self.words[0] = "ال"

    def sentences(self, number):
        """Returns sentences of one to twelve words."""
        lengths = self.random.choices(range(1, 13), k=number)
        words = iter(self.random.choices(self.words, self.weights, k=sum(lengths)))
        joint = "" if self.is_dense else " "
        return [joint.join(next(words) for _ in range(length)) for length in lengths]


class Shop:
    """A project in a directory."""

    def __init__(self, options, directory):
        self.options = options
        self.directory = directory
        self.tags = TAGS[: options.languages]
        self.model = Path(directory, "shop/.git/dragoman/translations.sqlite")
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": directory, "LC_ALL": "C",
            "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null",
            "GIT_AUTHOR_NAME": "Ines", "GIT_AUTHOR_EMAIL": "ines@example.org",
            "GIT_COMMITTER_NAME": "Ines", "GIT_COMMITTER_EMAIL": "ines@example.org",
        }  # fmt: skip

    def dragoman(self, *words):
        """Runs a command, and returns its time in seconds."""
        return self.run(self.options.dragoman, *words)

    def run(self, *words):
        since = time.perf_counter()
        done = subprocess.run(
            words, cwd=f"{self.directory}/shop", env=self.environment,
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)  # fmt: skip
        if done.returncode != 0:
            raise SystemExit(f"{words}: {done.returncode} {done.stderr}")
        return time.perf_counter() - since

    def make(self):
        Path(self.directory, "shop").mkdir()
        self.dragoman("init", ".")
        self.dragoman("locale", "add", *self.tags)
        number = self.options.strings
        for tag in ["en", *self.tags]:
            sentences = Texts(tag).sentences(number)
            sentences[number // 2] += {"ja": "藍色だ", "ar": " ژپچ"}.get(tag, "")
            for start in range(0, number, 1000):
                # In each language, a tenth is missing, and every fiftieth text lacks its placeholder.
                texts = {
                    f"k{key}": sentences[key] + ("" if tag != "en" and key % 50 == 3 else " {{name}}")
                    for key in range(start, min(start + 1000, number))
                    if tag == "en" or key % 10 != 1
                }
                self.write(f"locales/{tag}/s{start // 1000}.json", texts)
        self.import_files("../locales")
        self.write("better.json", {f"k{key}": f"better {key} for {{{{name}}}}" for key in range(min(500, number))})
        self.import_files("../better.json", "-l", "de", "-s", "s0", "--as-proposals")
        self.run("git", "tag", "v1", "translations")
        self.dragoman("channel", "set", "production", "v1")
        changed = {f"k{key}": f"changed {key} for {{{{name}}}}" for key in range(500, min(1000, number))}
        self.write("next/de/s0.json", changed)
        self.import_files("../next")
        self.run("git", "tag", "v2", "translations")

    def import_files(self, *words):
        self.dragoman("import", *words, "--file-format", "i18next-json")

    def write(self, name, texts):
        file = Path(self.directory, name)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(texts))

    def search(self):
        """Runs a search that finds nothing, and returns its time in seconds."""
        return self.dragoman("list", "de", "--search", "zzyzzxq locael")

    def remove_index(self):
        for file in self.model.parent.glob(self.model.name + "-search*"):
            file.unlink()

    def measure_index(self):
        def size(suffix=""):
            return Path(f"{self.model}{suffix}").stat().st_size / 1e6

        print("| index | result |\n|---|---|")
        self.remove_index()
        created = self.search()
        again = statistics.median(self.search() for _ in range(5))
        print(f"| read model | {size():.0f} MB |")
        print(f"| index | {size('-search'):.0f} MB, {size('-search') / size():.2f} of the read model |")
        print(f"| create | {created - again:.1f} s |")
        print(f"| `rebuild`, without the index | {self.dragoman('rebuild'):.1f} s |")
        print(f"| create again after `rebuild` | {self.search() - again:.1f} s |")
        print(f"| `list --search`, nothing found | {1000 * again:.0f} ms |")
        for number in (1_000, 10_000):
            number = min(number, self.options.strings)
            lacking, changed = Path(self.directory, "lacking"), Path(self.directory, "changed")
            shutil.rmtree(lacking, ignore_errors=True)
            shutil.copytree(self.model.parent, lacking)
            shutil.rmtree(changed, ignore_errors=True)
            for start in range(0, number, 1000):
                texts = {f"k{key}": f"{key} changed at {time.time_ns()} {{{{name}}}}" for key in range(start, start + 1000)}
                self.write(f"changed/de/s{start // 1000}.json", texts)
            self.import_files("../changed")
            plain, searched = [], []
            for _ in range(5):
                for times, command in (plain, lambda: self.dragoman("get", "de", "s0:k0")), (searched, self.search):
                    shutil.rmtree(self.model.parent)
                    shutil.copytree(lacking, self.model.parent)
                    # The second run has nothing to catch up with.
                    times.append(command() - command())
            print(
                f"| catch up with {number:,} changed texts | {1000 * statistics.median(plain):.0f} ms, "
                f"with the index {1000 * statistics.median(searched):.0f} ms |"
            )
            shutil.rmtree(lacking)
        print()


class Client:
    """A signed-in person at a server."""

    def __init__(self, directory, server):
        port, token = self.ready(directory, server)
        self.connection = http.client.HTTPConnection("127.0.0.1", port)
        body = urlencode({"token": token})
        kind = {"Content-Type": "application/x-www-form-urlencoded", "Origin": f"http://127.0.0.1:{port}"}
        self.connection.request("POST", "/login", body, kind)
        answer = self.connection.getresponse()
        answer.read()
        cookie = answer.getheader("Set-Cookie").split(";")[0]
        self.headers = {"Cookie": cookie, "Accept": "text/html", "Accept-Encoding": "gzip"}

    @staticmethod
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

    def fetch(self, path, headers=None):
        """Returns the time to the first byte of the response in milliseconds, and its contents."""
        since = time.perf_counter()
        self.connection.request("GET", path, headers=self.headers if headers is None else headers)
        answer = self.connection.getresponse()
        waited = 1000 * (time.perf_counter() - since)
        contents = answer.read()
        if answer.status == 503:
            # The facts about a release are computed once, in the background, while the page waits.
            time.sleep(3)
            return self.fetch(path, headers)
        if answer.status != 200:
            raise SystemExit(f"{path}: {answer.status} {contents[:300]}")
        return waited, contents

    def wait_for_checks(self, tags):
        """Waits until the checks, which run in the background, have found something in each language, and end."""
        for tag in tags:
            while b"data-row" not in gzip.decompress(self.fetch(f"/projects/shop/languages/{tag}?show=findings")[1]):
                time.sleep(1)
        before = None
        while (page := self.fetch(PAGES["project"])[1]) != before:
            before = page
            time.sleep(5)

    def weigh(self):
        print("| first view | HTML | style | script | icons | total | requests | elements |")
        print("|---|---|---|---|---|---|---|---|")
        for name, path in {**PAGES, "search": "/projects/shop/search?q=name"}.items():
            page = self.fetch(path)[1]
            elements = Elements()
            elements.feed(gzip.decompress(page).decode())
            sizes = [len(page)] + [
                sum(len(self.fetch(file)[1]) for file in elements.loaded if file.endswith(end))
                for end in (".css", ".js", ".svg")
            ]
            sizes.append(sum(sizes))
            words = " | ".join(f"{size / 1024:.1f}" for size in sizes)
            # One more request opens the stream of events.
            print(f"| {name} | {words} | {len(elements.loaded) + 2} | {elements.count:,} |")
        print()

    def time(self, pages):
        print("| page | first byte, p50 | p95 | bare 200, p50 | p95 |")
        print("|---|---|---|---|---|")
        for name, path, rounds in pages:
            times, bare = [], []
            self.fetch(path)
            for _ in range(rounds):
                times.append(self.fetch(path)[0])
                bare.append(self.fetch("/health/live", {})[0])
            print(f"| {name} | {milliseconds(times)} | {milliseconds(bare)} |", flush=True)
        print()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("dragoman")
    parser.add_argument("--strings", type=int, default=50_000)
    parser.add_argument("--languages", type=int, default=40)
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--directory", help="Keep the project in this directory, and use it again.")
    parser.add_argument("--only", choices=["index", "pages", "searches"], help="Measure only this.")
    options = parser.parse_args()
    options.dragoman = str(Path(options.dragoman).resolve())
    with tempfile.TemporaryDirectory(prefix="dragoman-pages-") as temporary:
        directory = options.directory or temporary
        Path(directory).mkdir(exist_ok=True)
        shop = Shop(options, directory)
        if not Path(directory, "better.json").exists():
            shop.make()
        if options.only in (None, "index"):
            shop.measure_index()
        if options.only != "index":
            serve(options, shop)


def serve(options, shop):
    directory = shop.directory
    # The server's state does not outlive this run, so that it prints a token.
    shutil.rmtree(f"{directory}/state", ignore_errors=True)
    shop.search()
    server = subprocess.Popen(
        [options.dragoman, "serve", "shop", "--listen", "127.0.0.1:0", "--state", "state"]
        # The same page is requested more often than people would request it.
        + ["--set", "limits.personReadRate=1000000/s", "--set", "limits.personBurst=1000000"],
        cwd=directory, env=shop.environment,
        stdout=open(f"{directory}/out", "wb"), stderr=open(f"{directory}/log", "wb"),
    )  # fmt: skip
    try:
        client = Client(directory, server)
        client.wait_for_checks(shop.tags)
        release = Path(directory, "shop/.git/refs/tags/v2").read_text().strip()
        PAGES["one release"] = f"/projects/shop/releases/at/{release}"
        if options.only in (None, "pages"):
            client.weigh()
            client.time((name, path, options.rounds) for name, path in PAGES.items())
        if options.only in (None, "searches"):
            for place, kind in ("search", "search"), ("languages/ja", "list in Japanese"):
                client.time(
                    (f"{kind}, {name}", f"/projects/shop/{place}?q={quote_plus(phrase)}", options.rounds)
                    for name, phrase in SEARCHES.items()
                )
    finally:
        server.terminate()
        server.wait()


def milliseconds(waits):
    waits.sort()
    return f"{statistics.median(waits):.1f} ms | {waits[int(len(waits) * 0.95)]:.1f} ms"


main()
