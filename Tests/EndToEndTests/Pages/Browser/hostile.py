"""Texts, keys, notes, comments and names that try to be more than text."""

import chromium
import layout
from scene import string
from urllib.parse import quote

TEXTS = {
    "script": "<script>alert(1)</script></script></title></textarea><script>alert(2)</script>",
    "element": "<img src=x onerror=alert(3)>\"'><svg onload=alert(4)></svg><a href='javascript:alert(5)'>x</a>",
    "template": "{{7*7}} {{{title}}} {{>frame}} {{#rows}}x{{/rows}} {{&title}} ${7*7} <%= 7*7 %>",
    "bidi": "a\u202eb\u202dc\u2066d\u2067e\u2068f\u200eg\u200fh\u061ci \u05d0\u05d1 (\u0645\u062b\u0627\u0644",
    "controls": "".join(chr(code) for code in range(1, 32)) + "\x7f\x85",
    "long": "W" * 16_384,
    "marks": "Z" + "\u0301\u0323\u0336" * 100 + " next",
    "invisible": "a\u200bb\ufeffc\u00add\u2060e\ufffaf\u180eg",
}

# The elements and actions that a text must never become.
INTRUDERS = """
const found = [...document.querySelectorAll(
  'script:not([src]), img, iframe, object, embed, base, style, [onerror], [onload], a[href^="javascript:"], svg svg')];
if (document.querySelectorAll('script').length !== 2) found.push(document.scripts[2] ?? document.head);
return found.map((element) => element.outerHTML.slice(0, 200));
"""

# The text of an element as it would be copied, without words for screen readers.
COPIED = """
const copy = document.querySelector(arguments[0])?.cloneNode(true);
copy?.querySelectorAll('span.hidden').forEach((word) => word.remove());
return copy?.textContent ?? null;
"""


# Texts and notes that could paint outside their boxes.
UNCONTAINED = """
return [...document.querySelectorAll('bdi.t, .quote, .remark, .talk p')]
  .filter((box) => getComputedStyle(box).display !== 'inline' && !/paint/.test(getComputedStyle(box).contain))
  .map((box) => box.outerHTML.slice(0, 160));
"""


def run(scene):
    stored = {name: text for name, text in TEXTS.items() if plant(scene, name, text)}
    scene.report(f"taken: {', '.join(stored)}")
    scene.expect({"script", "element", "template", "bidi", "long", "marks"} <= set(stored), f"stored: {list(stored)}")
    browser = scene.browser()
    chromium.emulate(browser.driver, "light", prefers_reduced_motion="reduce")
    pages = ["", "/review", "/languages/de", "/languages/de?q=" + quote(TEXTS["script"]), "/languages/de?q=" + quote(TEXTS["bidi"])]
    for key in [*(f"hostile.{name}" for name in stored), TEXTS["script"]]:
        place = quote("hostile/" + quote(key, safe=""), safe="")
        pages += [string("de", key, "hostile"), f"/languages/de/translate?show=stale&at={place}"]
    browser.open("/languages/de/review")
    queue = browser.one("main").get_attribute("data-queue").split()
    pages += [f"/languages/de/review?at={proposal}" for proposal in queue]
    for path in pages:
        browser.open(path)
        intruders = browser.js(INTRUDERS)
        scene.expect(not intruders, f"{path}: {intruders}")
        uncontained = browser.js(UNCONTAINED)
        scene.expect(not uncontained, f"{path}: not contained: {uncontained}")
        for width in [1280, 360]:
            chromium.resize(browser.driver, width)
            beyond = browser.js(layout.BEYOND)
            scene.expect(beyond is None, f"{path} at {width} px scrolls sideways: {beyond}")
        for line in browser.console():
            scene.expect(False, f"{path}: the console says {line}")
    for name, text in stored.items():
        browser.open(string("de", f"hostile.{name}", "hostile"))
        copied = browser.js(COPIED, "[data-source] bdi.t")
        # HTML has no carriage returns: browsers convert them to line feeds.
        text = text.replace("\r", "\n")
        scene.expect(copied == text, f"{name}: {ascii(copied)[:200]} is copied, and not {ascii(text)[:200]}")
    live(scene, browser)


def plant(scene, name, text):
    """Stores a text in every possible place; returns whether the source accepted it."""
    status, answer = scene.ask(
        "/strings", {"section": "hostile", "key": f"hostile.{name}", "value": text, "comment": text[:500]}, who="Ada"
    )
    if status >= 300:
        scene.expect(status in (400, 422) and answer.get("detail"), f"{name} is refused with a sentence: {status} {answer}")
        return False
    scene.set("de", f"hostile.{name}", text, "hostile")
    status, answer = scene.ask(
        "/proposals",
        {"locale": "de", "section": "hostile", "key": f"hostile.{name}", "value": "!" + text[1:], "note": text[:500]},
        who="Tove",
    )
    scene.expect(status < 300, f"{name} is proposed: {status} {answer}")
    scene.ask("/comments", {"locale": "de", "section": "hostile", "key": f"hostile.{name}", "comment": text[:500]}, who="Tove")
    if name == "script":
        section = {"section": "<b>hostile</b>", "key": "a", "value": text}
        status, answer = scene.ask("/strings", section, who="Ada")
        scene.expect(status == 400 and answer.get("detail"), f"the section is refused with a sentence: {status} {answer}")
        scene.has_worked(scene.ask("/strings", {"section": "hostile", "key": text, "value": text}, who="Ada"))
        scene.dragoman("propose", "de", "-s", "hostile", text, "--value", text, name="<script>alert(6)</script>")
    return True


def live(scene, browser):
    """Events that arrive while a page is open are also shown as text."""
    browser.open(string("de", "hostile.script", "hostile"))
    before = len(browser.all("article"))
    scene.propose("de", "hostile.script", TEXTS["element"], "hostile", who="Paul")
    browser.wait(lambda: len(browser.all("article")) > before, "a new proposal is shown")
    intruders = browser.js(INTRUDERS)
    scene.expect(not intruders, f"live: {intruders}")
    for line in browser.console():
        scene.expect(False, f"live: the console says {line}")
