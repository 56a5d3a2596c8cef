"""A reviewer makes two hundred decisions with keys, and each answer is half a second late."""

import statistics
from collections import Counter

import late
from selenium.webdriver.common.keys import Keys

# Records the time from each key to the frame that shows another card.
WATCH = """
let pressed = 0;
window.waits = [];
addEventListener('keydown', (event) => { pressed = event.timeStamp; }, true);
addEventListener('DOMContentLoaded', () => {
  let shown = document.getElementById('card')?.dataset.proposal;
  new MutationObserver(() => {
    const card = document.getElementById('card')?.dataset.proposal;
    if (card === shown) return;
    shown = card;
    const since = pressed;
    requestAnimationFrame(() => setTimeout(() => window.waits.push(performance.now() - since)));
  }).observe(document.querySelector('main'), { childList: true });
});
"""

DECISIONS = 200


def run(scene):
    browser = scene.browser(at=late.proxy(scene.address, 0.5))
    browser.cdp("Page.addScriptToEvaluateOnNewDocument", source=WATCH)
    browser.open("/languages/de/review")
    waiting = browser.one("main").get_attribute("data-queue").split()
    scene.expect(len(waiting) == DECISIONS, f"{len(waiting)} proposals wait, and {DECISIONS} were made")

    decided = 0
    while (card := shown(browser)) is not None:
        decided += 1
        # Every tenth is rejected, with the first reason; a held key decides only once.
        if decided % 10 == 0:
            browser.press("n")
            browser.wait(lambda: browser.one("#panel-reject textarea").is_displayed(), "n opens the reasons")
            browser.press("1")
            browser.chord(Keys.CONTROL, Keys.ENTER)
        elif not browser.all("#card [data-key~=y]"):
            # The other proposal for a string whose text was just accepted: it needs one confirmation.
            browser.press("f", "f")
        elif decided % 25 == 1:
            hold(browser, "y")
        else:
            browser.press("y")
        browser.wait(lambda card=card: shown(browser) != card, f"another card comes after decision {decided}")
        if decided > DECISIONS:
            break
    scene.expect(decided == DECISIONS, f"{decided} decisions were taken")
    browser.wait(lambda: "saved" in browser.text("#tally"), "all is saved in the end")
    tally = browser.text("main")
    scene.expect("180 accepted" in tally and "20 rejected" in tally, f"the end says what was done: {tally[:300]}")

    kinds = Counter((event["proposal"], event["type"]) for event in scene.events() if event["type"] in KINDS)
    accepted = [name for name, kind in kinds if kind == "proposal.accepted"]
    rejected = [name for name, kind in kinds if kind == "proposal.rejected"]
    scene.expect(len(accepted) == 180 and len(rejected) == 20, f"in the log: {len(accepted)} and {len(rejected)}")
    scene.expect(set(accepted) | set(rejected) == set(waiting), "each proposal that waited is decided")
    twice = [name for name, count in kinds.items() if count > 1]
    scene.expect(not twice, f"decided twice: {twice}")
    scene.expect(not browser.console(), f"the console says {browser.console()}")

    waits = sorted(browser.js("return window.waits"))
    scene.report(
        f"{len(waits)} cards, answers 500 ms late: from the key to the next card "
        f"{statistics.median(waits):.0f} ms at the median, {waits[int(len(waits) * 0.95)]:.0f} ms p95"
    )


KINDS = ("proposal.accepted", "proposal.rejected")


def shown(browser):
    return browser.js("return document.getElementById('card')?.dataset.proposal ?? null")


def hold(browser, key):
    """Presses a key for long."""
    for is_repeated in [False, True, True, True, True]:
        browser.cdp(
            "Input.dispatchKeyEvent",
            type="keyDown",
            key=key,
            code=f"Key{key.upper()}",
            text=key,
            windowsVirtualKeyCode=ord(key.upper()),
            autoRepeat=is_repeated,
        )
    browser.cdp("Input.dispatchKeyEvent", type="keyUp", key=key, code=f"Key{key.upper()}")
