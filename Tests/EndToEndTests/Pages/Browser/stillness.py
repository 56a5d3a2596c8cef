"""Nothing moves unexpectedly: while a page loads, when others work, or while the user types, opens forms and selects."""

import states
from scene import string

# Shifts directly after a key or a click are intended, and Chromium marks them.
WATCH = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const shift of list.getEntries()) {
    if (shift.hadRecentInput) continue;
    const places = shift.sources.map((source) => source.node?.id || source.node?.getAttribute?.('class') || source.node?.nodeName);
    window.shifts.push(`${shift.value.toFixed(4)} ${places.join(' ')}`);
  }
}).observe({ type: 'layout-shift', buffered: true });
"""


def run(scene):
    for width in [1280, 360]:
        browser = scene.browser(width=width)
        browser.cdp("Page.addScriptToEvaluateOnNewDocument", source=WATCH)
        for name, open_state in states.still(browser):
            open_state()
            judge(scene, browser, f"{name} at {width} px, loading")
        live(scene, browser, width)
        by_hand(scene, browser, width)


def live(scene, browser, width):
    """Others propose, set and accept while somebody looks."""
    number = 0
    for path, sign in [
        ("", "[data-count]"),
        ("/languages/de", "[data-row][data-changed]"),
        (string("de", "to-client-page"), "article ~ article, [data-banner=changed]"),
        ("/languages/de/review", "#card"),
        ("/languages/de/translate?at=common%2Fto-client-page", "[data-banner=changed]"),
    ]:
        browser.open(path)
        number += 1
        scene.propose("de", "to-client-page", f"Vorschlag {width} {number}")
        scene.set("de", "to-client-page", f"Text {width} {number}")
        browser.wait(lambda sign=sign: browser.all(sign), f"{path} shows what others do")
        settle(browser)
        judge(scene, browser, f"“{path}” at {width} px, when others work")


def by_hand(scene, browser, width):
    browser.open(string("fr", "error-with-status"))
    for key in "enc":
        browser.one("h1").click()
        browser.press(key)
        browser.wait(lambda: browser.one("article details[open] textarea").is_displayed(), f"{key} opens a form")
        settle(browser)
    browser.one("form[data-submit] textarea").send_keys("Une erreur")
    browser.wait(lambda: browser.all("form[data-submit] .finding"), "what is typed is checked")
    settle(browser)
    judge(scene, browser, f"a string at {width} px, typing and opening forms")
    browser.open("/languages/de")
    for box in browser.all("[data-row] input:enabled")[:3]:
        # The selection bar floats above lower rows, which a person would scroll into view.
        browser.js("arguments[0].click()", box)
    settle(browser)
    judge(scene, browser, f"strings at {width} px, selecting")


def settle(browser):
    """Waits for pending updates: the page reloads itself a second after an event."""
    browser.driver.execute_async_script("setTimeout(arguments[0], 1500)")


def judge(scene, browser, place):
    browser.driver.execute_async_script("const done = arguments[0]; requestAnimationFrame(() => setTimeout(done, 50))")
    shifts = browser.js("return window.shifts")
    scene.expect(not shifts, f"{place}: {shifts[:5]}")
