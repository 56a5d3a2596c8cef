"""From the project to decisions with only the keyboard; the focus is always visible and never lost."""

import layout
from scene import string
from selenium.webdriver.common.keys import Keys


def run(scene):
    browser = scene.browser()
    browser.open("")
    tab_to(scene, browser, "main a[href$='/languages/de']")
    browser.press(Keys.ENTER)
    browser.wait(lambda: browser.driver.current_url.endswith("/languages/de"), "Enter opens the language")

    # The list: a row by Tab, the next one by j; x selects, Enter opens.
    tab_to(scene, browser, "[data-row] a")
    browser.press("j", "x")
    scene.expect(browser.text("[data-selected]") == "1 selected", "x selects the row in focus")
    browser.press("x")
    browser.press(Keys.ENTER)
    browser.wait(lambda: "/string" in browser.driver.current_url, "Enter opens the string")

    # The string: Tab to its button, and Enter.
    browser.open(string("de", "to-client-page"))
    tab_to(scene, browser, "article form[action$='/accept'] button")
    browser.press(Keys.ENTER)
    browser.wait(lambda: "Accepted" in browser.text("#alerts"), "Enter accepts")
    scene.expect(scene.stored("de", "to-client-page") == "Zur Client-Seite", "the accepted text is stored")
    judge_focus(scene, browser, "after accepting")
    scene.expect(
        browser.js("return document.activeElement.closest('#alerts, main') !== null"),
        f"after a decision the focus is where it is told: {focus(browser)}",
    )

    # A form opened by a key has the focus, and Escape returns it.
    browser.open(string("fr", "error-with-status"))
    browser.press("n")
    browser.wait(lambda: browser.js("return document.activeElement.closest('article details[open]') !== null"), "n opens the reasons")
    judge_focus(scene, browser, "rejecting")
    browser.press(Keys.ESCAPE)
    browser.wait(lambda: browser.js("return document.activeElement.localName") == "summary", "Escape closes them")
    browser.press("?")
    browser.wait(lambda: browser.one("#shortcuts").is_displayed(), "? shows the keys")
    browser.press(Keys.ESCAPE)
    browser.wait(lambda: not browser.one("#shortcuts").is_displayed(), "Escape closes them")

    # The walk: each decision keeps the focus in the card.
    browser.open("/languages/fr/review")
    walk(scene, browser)

    # Translating: the first field has the focus.
    browser.open("/languages/ja/translate")
    scene.expect(browser.js("return document.activeElement.matches('[data-field]')"), f"the field has the focus: {focus(browser)}")
    place = browser.driver.current_url
    browser.press("言語を変更")
    browser.chord(Keys.CONTROL, Keys.ENTER)
    browser.wait(lambda: browser.driver.current_url != place, "Ctrl Enter saves and goes on")
    browser.wait(lambda: browser.js("return document.activeElement.matches('[data-field]')"), "the next field has the focus")
    scene.expect(scene.events()[-1]["value"] == "言語を変更", "the text is in the log")

    # Pointing a channel.
    browser = scene.browser(who="Ada")
    browser.open("/releases")
    tab_to(scene, browser, "#channel-stable > .button")
    browser.press(Keys.ENTER)
    browser.wait(lambda: browser.all("#point-to"), "Enter opens the form of the channel")
    tab_to(scene, browser, "#point-to")
    browser.press("v1.4")
    browser.press(Keys.ENTER)
    browser.wait(lambda: "What apps would get" in browser.text(), "Enter shows what apps would get")
    tab_to(scene, browser, "form[method=post] .primary")
    browser.press(Keys.ENTER)
    browser.wait(lambda: "stable points to v1.4 now." in browser.text("#alerts"), "Enter points the channel")
    judge_focus(scene, browser, "after pointing a channel")


def walk(scene, browser):
    card = browser.one("#card").get_attribute("data-proposal")
    browser.press("y")
    browser.wait(lambda: browser.one("#card").get_attribute("data-proposal") != card, "y accepts")
    in_card(scene, browser, "after y")
    browser.press("n")
    browser.wait(lambda: browser.js("return document.activeElement.closest('#panel-reject') !== null"), "n opens the reasons")
    browser.press("1")
    browser.chord(Keys.CONTROL, Keys.ENTER)
    browser.wait(lambda: "Nothing to review" in browser.text(), "the walk ends")
    scene.expect(
        browser.js("return document.activeElement.closest('main') !== null"), f"at the end the focus is there: {focus(browser)}"
    )
    judge_focus(scene, browser, "at the end of the walk")


def in_card(scene, browser, when):
    scene.expect(browser.js("return document.activeElement.closest('#card') !== null"), f"{when} the focus is in the card: {focus(browser)}")
    judge_focus(scene, browser, when)


def tab_to(scene, browser, selector):
    """Presses Tab until a matching element has the focus, which must be visible at every step."""
    for _ in range(60):
        browser.press(Keys.TAB)
        judge_focus(scene, browser, f"on the way to {selector}")
        if browser.js("return document.activeElement.matches(arguments[0])", selector):
            return
    scene.expect(False, f"Tab leads to {selector}: {focus(browser)}")


def judge_focus(scene, browser, when):
    unseen = browser.js(layout.UNSEEN_FOCUS)
    scene.expect(unseen is None, f"{when}: {unseen}")


def focus(browser):
    return browser.js("return document.activeElement.outerHTML.slice(0, 200)")
