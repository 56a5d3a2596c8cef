#!/usr/bin/env python3
"""Measures the share of suggestions that survive the checks, with and without context.

context.py DRAGOMAN I18N [--strings N]: I18N is the directory with MediaWiki's en.json and qqq.json (Debian's package
mediawiki, usr/share/mediawiki/languages/i18n). Creates a project of the first N texts in a temporary directory. Every
tenth string gets a length limit, and another tenth a rejected text. Then asks Apertium (if it is installed) and a
stand-in for a model for Spanish texts, and prints a Markdown table. Needs only Python's standard library.
"""

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

PLAIN = re.compile(r"[A-Za-z][A-Za-z ,.!?'-]*[A-Za-z.!?]")


def translation(text):
    return "es " + text


def stand_in():
    """A model that makes two mistakes, unless the context prevents them: it exceeds limits, and repeats itself."""
    for line in sys.stdin:
        request = json.loads(line)
        context = request.get("context")
        context = context if isinstance(context, dict) else {}
        text = translation(request["text"])
        if text in [rejected["text"] for rejected in context.get("rejectedTexts", [])]:
            text += "!"
        if "maxLength" in context:
            text = text[: context["maxLength"]["n"]].rstrip()
        print(json.dumps({"id": request["id"], "text": text}), flush=True)


class Project:
    def __init__(self, dragoman, directory):
        self.dragoman, self.directory = dragoman, Path(directory)

    def git(self, *words):
        subprocess.run(["git", *words], cwd=self.directory, check=True, stdout=subprocess.DEVNULL)

    def run(self, *words):
        result = subprocess.run([self.dragoman, *words], cwd=self.directory, capture_output=True, text=True)
        if result.returncode not in (0, 1):
            raise SystemExit(f"{' '.join(words)}: {result.stderr}")
        return result

    def write(self, language, texts):
        path = self.directory / "i18n" / f"{language}.json"
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps(texts, ensure_ascii=False, indent=1) + "\n")
        return f"i18n/{language}.json"

    def fill(self, texts, comments):
        """Creates the strings with their facts."""
        self.git("init", "-q")
        self.git("config", "user.name", "Bench")
        self.git("config", "user.email", "bench@example.org")
        self.git("config", "dragomanEngine.standin.command", f"'{sys.executable}' '{__file__}' --stand-in")
        self.run("init")
        self.run("locale", "add", "es")
        self.write("en", texts)
        self.write("qqq", {key: comments[key] for key in texts if key in comments})
        self.run("import", "i18n", "--locale-map", "mediawiki")
        plain = [key for key in texts if PLAIN.fullmatch(texts[key])]
        rejected = self.write("es", {key: translation(texts[key]) for key in plain[1::4][: len(texts) // 10]})
        self.run("import", rejected, "--as-proposals")
        self.run("reject", "--all", "--locale", "es", "--reason", "wrong", "--yes")
        limited = plain[3::4][: len(texts) // 10]
        for key in limited:
            self.run("string", "edit", key, "--max-length", str(len(texts[key])))
        return len(limited), len(plain[1::4][: len(texts) // 10])

    def survivors(self, engine, option):
        """Returns the number of suggestions that would be proposed, and of those that were dropped."""
        # Answers of an earlier run would not be asked for again.
        for answers in self.directory.glob(".git/dragoman*/suggestions"):
            shutil.rmtree(answers)
        result = self.run("suggest", "es", "--engine", engine, "--no-memory", "--dry-run", "--retry", option)
        proposed = re.search(r"Would propose (\d[\d,]*) texts?", result.stderr)
        dropped = re.findall(r"dropped: (\d[\d,]*) suggestions? \(([^)]*)\)", result.stderr)
        number = lambda text: int(text.replace(",", ""))
        return number(proposed[1]), {reason: number(count) for count, reason in dropped}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("dragoman", type=Path)
    parser.add_argument("i18n", type=Path)
    parser.add_argument("--strings", type=int, default=4000)
    options = parser.parse_args()

    def read(name):
        texts = json.loads((options.i18n / f"{name}.json").read_text())
        return {key: text for key, text in texts.items() if not key.startswith("@")}

    texts = dict(list(read("en").items())[: options.strings])
    with tempfile.TemporaryDirectory(prefix="context-") as directory:
        project = Project(options.dragoman.resolve(), directory)
        limited, rejected = project.fill(texts, read("qqq"))
        print(f"{len(texts)} texts, {limited} with a length limit, {rejected} with a rejected text\n")
        print("| engine | context | proposed | dropped | share |\n|---|---|---|---|---|")
        for engine in ["apertium"] * bool(shutil.which("apertium")) + ["standin"]:
            for option in ["--no-context", "--context"]:
                proposed, dropped = project.survivors(engine, option)
                lost = sum(dropped.values())
                reasons = ", ".join(f"{count} {reason}" for reason, count in sorted(dropped.items())) or "0"
                with_context = "yes" if option == "--context" else "no"
                share = 100 * proposed / (proposed + lost)
                print(f"| {engine} | {with_context} | {proposed:,} | {reasons} | {share:.1f}% |", flush=True)


if __name__ == "__main__":
    stand_in() if sys.argv[1:] == ["--stand-in"] else main()
