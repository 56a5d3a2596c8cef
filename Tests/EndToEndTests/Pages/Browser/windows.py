"""Two people at one string: each sees the other's changes, and nothing is overwritten silently."""

import time

from scene import string


def run(scene):
    browser = scene.browser()
    typing(scene, browser)
    deciding(scene, browser)
    browser.stop_scripts()
    without_scripts(scene, browser)


def typing(scene, browser):
    """One person sets a text while the other is typing one."""
    browser.open(string("de", "title"))
    field = browser.one("form[data-submit] textarea")
    field.clear()
    field.send_keys("Mein Titel")
    scene.set("de", "title", "Pauls Titel")
    browser.wait(lambda: "The text changed" in browser.text("[data-banner=changed]"), "the page says that the text changed")
    scene.expect(field.get_attribute("value") == "Mein Titel", "what was typed stays in the field")
    browser.one("form[data-submit] [formaction$='/set']").click()
    browser.wait(lambda: "You saw" in browser.text(), "the page shows both texts")
    for words in ["Hauptseite", "Pauls Titel", "Mein Titel", "Your decision was not saved"]:
        scene.expect(words in browser.text(), f"the page of the conflict has “{words}”: {browser.text()}")
    scene.expect(scene.stored("de", "title") == "Pauls Titel", "nothing is overwritten before that is decided")
    browser.one("main form .primary").click()
    browser.wait(lambda: "You saw" not in browser.text(), "deciding leads back")
    browser.wait(lambda: scene.stored("de", "title") == "Mein Titel", "the text is set when it was decided so")


def deciding(scene, browser):
    """One person accepts the proposal on the other's screen."""
    browser.open(string("de", "to-client-page"))
    proposal = browser.one("article").get_attribute("data-proposal")
    scene.accept(proposal)
    since = time.monotonic()
    browser.wait(lambda: "Paul accepted this" in browser.text(f"[data-proposal='{proposal}']"), "the card says who accepted")
    scene.report(f"another's decision is shown after {1000 * (time.monotonic() - since):.0f} ms")
    pressable = browser.js("return document.querySelectorAll('article form:not(.panel) button:enabled').length")
    scene.expect(pressable == 0, "the buttons of a decided proposal cannot be pressed")
    browser.open("/languages/fr/review")
    card = browser.one("#card").get_attribute("data-proposal")
    scene.accept(card)
    browser.wait(lambda: "Paul accepted this" in browser.text("#card"), "the walk says who accepted")
    browser.press("s")
    browser.wait(lambda: browser.one("#card").get_attribute("data-proposal") != card, "the walk goes on")


def without_scripts(scene, browser):
    """Both decide, before either page knows of the other's decision."""
    browser.open(string("de", "h1"))
    proposal = browser.one("article").get_attribute("data-proposal")
    browser.one("article [data-key~=n]").click()
    browser.one("article details[open] textarea").send_keys("No better")
    scene.accept(proposal)
    browser.one("article details[open] .primary").click()
    browser.wait(lambda: "Paul" in browser.text() and "accepted" in browser.text(), "the page says who was first")
    scene.expect(scene.stored("de", "h1") == "Ein einfaches, kleines Beispiel", "the first decision stands")
    kinds = [event["type"] for event in scene.events() if event.get("proposal") == proposal]
    scene.expect(kinds == ["proposal.accepted"], f"one decision is in the log: {kinds}")
