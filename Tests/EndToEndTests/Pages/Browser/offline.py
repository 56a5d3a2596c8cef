"""The connection is lost for a while, and five decisions are made meanwhile."""

import time

from scene import IS_LONG
from selenium.webdriver.common.keys import Keys

KINDS = {"y": "proposal.accepted", "n": "proposal.rejected"}


def run(scene):
    # Another proposal for each of the first strings, which cannot be decided before the acceptance is saved.
    for number in range(6):
        scene.propose("de", f"k{number}", f"Ein anderer Text {number}", section="walk")
    browser = scene.browser()
    browser.open("/languages/de/review")
    # The next cards are prefetched.
    browser.driver.execute_async_script("setTimeout(arguments[0], 1500)")
    before = len(scene.events())
    browser.network(is_offline=True)
    wanted = []
    for key in "yynyy":
        card = shown(browser)
        wanted.append((card, KINDS[key]))
        browser.press(key)
        if key == "n":
            browser.wait(lambda: browser.one("#panel-reject textarea").is_displayed(), "n opens the reasons")
            browser.press("2")
            browser.chord(Keys.CONTROL, Keys.ENTER)
        browser.wait(lambda card=card: shown(browser) != card, "the next card comes without a connection")
    browser.wait(lambda: "5 decisions are stored here" in browser.text("[data-banner=offline]"), "the page says what waits")
    scene.expect(browser.all("[data-banner=offline] button")[-1].text == "Close", "the banner can be dismissed")
    scene.expect("5 waiting" in browser.text("#tally"), f"so does the tally: {browser.text('#tally')}")
    browser.wait(lambda: browser.text("#connection") == "Offline", "the header says that there is no connection")
    time.sleep(60 if IS_LONG else 3)
    scene.expect(len(scene.events()) == before, "nothing arrives before the connection is back")
    browser.network(is_offline=False)
    browser.wait(lambda: "4 accepted · 1 rejected · saved" == browser.text("#tally"), "all is saved then")
    scene.expect(not browser.all("[data-banner=offline]"), "the banner is gone")
    scene.expect("The connection is back" in browser.text("[data-banner=back]"), "the page says that the connection is back")
    sent = [(event["proposal"], event["type"]) for event in scene.events()[before:]]
    scene.expect(sent == wanted, f"once and in order: {sent}, and not {wanted}")
    browser.wait(lambda: browser.text("#connection") == "Live", "the page is live again")
    kept = browser.js("return Object.keys(localStorage).filter((key) => key.startsWith('dragoman:waiting'))")
    scene.expect(not kept, f"nothing is kept for later: {kept}")


def shown(browser):
    return browser.js("return document.getElementById('card')?.dataset.proposal ?? null")
