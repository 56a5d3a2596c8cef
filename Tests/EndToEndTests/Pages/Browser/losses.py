"""A translator loses the session and the connection, and loses no letter."""

from scene import string
from selenium.webdriver.common.keys import Keys

ITEMS = "/languages/ar/translate?show=missing&at=client-page%2Fitems"
# The Arabic plural forms.
FORMS = {
    "zero": "لا عناصر",
    "one": "عنصر واحد",
    "two": "عنصران",
    "few": "{{count}} عناصر",
    "many": "{{count}} عنصرًا",
    "other": "{{count}} عنصر",
}

# Returns the number of the next cards that are stored in the tab.
AHEAD = """
const names = Object.keys(sessionStorage);
const links = [...document.querySelectorAll('#next a')];
return links.filter((link) => names.some((name) => name.endsWith(link.getAttribute('href')))).length;
"""


def run(scene):
    browser = scene.browser()
    editing(scene, browser)
    drafts(scene, browser)
    session_while_typing(scene, browser)
    session_when_saving(scene, browser)
    undoing(scene, browser)
    connection(scene, browser)
    scene.expect(not browser.console(allowed=["401", "ERR_INTERNET_DISCONNECTED", "422"]), f"console: {browser.console()}")


def editing(scene, browser):
    """Edit opens the present text."""
    browser.open(string("fr", "change-locale"))
    browser.one("details[name=current] summary").click()
    browser.wait(lambda: browser.js("return document.activeElement.id") == "edit-value", "the field has the focus")
    scene.expect(value(browser, "#edit-value") == "Changer de langue", "the field has the present text")
    browser.press(" ici")
    browser.chord(Keys.CONTROL, Keys.ENTER)
    browser.wait(lambda: "Saved" in browser.text("#alerts"), "Ctrl Enter saves")
    scene.expect(scene.stored("fr", "change-locale") == "Changer de langue ici", "the edited text is stored")


def drafts(scene, browser):
    """What was typed yesterday is in the field, or beside it."""
    address = string("fr", "h1")
    browser.open(address)
    browser.one("#new-value").send_keys("Un exemple")
    browser.open(address)
    scene.expect(value(browser, "#new-value") == "Un exemple", "what was typed is in the field again")
    browser.one("#new-value").send_keys("s")
    browser.open(address)
    scene.expect(value(browser, "#new-value") == "Un exemples", "one more letter adds to it")
    browser.one("[data-kept] button").click()
    scene.expect(value(browser, "#new-value") == "", "it can be discarded")

    # A text that somebody else set meanwhile: both are kept.
    address = string("fr", "error-with-status")
    browser.open(address)
    browser.one("details[name=current] summary").click()
    browser.one("#edit-value").send_keys(" hier")
    scene.set("fr", "error-with-status", "Erreur {{statusCode}}")
    for _ in range(2):
        browser.open(address)
        browser.wait(lambda: browser.one("#edit-value").is_displayed(), "the form is open again")
        scene.expect(value(browser, "#edit-value").startswith("Erreur {{statusCode}}"), "the field has the new text")
        scene.expect("The text has changed since" in browser.text("details[name=current]"), "the page offers what was typed")
        browser.one("#edit-value").send_keys("!")
    offers = [button for button in browser.all("details[name=current] [data-kept] button") if "Use" in button.text]
    offers[-1].click()
    scene.expect(value(browser, "#edit-value") == "Une erreur {{statusCode}} est survenue hier", "and it is still there")
    browser.js("localStorage.clear()")


def session_while_typing(scene, browser):
    """The session ends between two letters."""
    browser.open(ITEMS)
    typing(browser)
    browser.driver.delete_all_cookies()
    browser.one("[name='value.other']").send_keys("ًا")
    browser.wait(lambda: "You were signed out" in browser.text("[data-banner=session]"), "the page says it")
    browser.one("[data-banner=session] a").click()
    sign_in(scene, browser)
    expected = {**FORMS, "other": FORMS["other"] + "ًا"}
    browser.wait(lambda: typed(browser) == expected, f"all forms are back: {expected}")
    scene.expect("client-page:items" in browser.text("#card h2"), "at their place")
    browser.open(ITEMS)
    browser.js("localStorage.clear()")


def session_when_saving(scene, browser):
    """The session ends, and the person notices when saving."""
    before = len(scene.events())
    browser.open(ITEMS)
    typing(browser)
    browser.js("localStorage.clear()")
    browser.driver.delete_all_cookies()
    browser.js("document.querySelector('#card form').requestSubmit(document.querySelector('[data-primary]'))")
    browser.wait(lambda: browser.all("#token"), "the page asks to sign in")
    scene.expect("what you typed is still here" in browser.text("#alerts"), "and says that nothing is lost")
    sign_in(scene, browser)
    browser.wait(lambda: typed(browser) == FORMS, f"all forms are back, and not {typed(browser)}")
    scene.expect("You are signed in as Rosa now" in browser.text("main"), "the page says who is signed in")
    scene.expect(len(scene.events()) == before, "nothing is saved by signing in")
    browser.one("[data-primary]").click()
    browser.wait(lambda: len(scene.events()) > before, "the button saves")
    stored = scene.events()[-1]["value"]
    scene.expect(all(text in str(stored) for text in FORMS.values()), f"all forms are stored: {stored}")


def undoing(scene, browser):
    browser.open("/languages/ja/translate?show=missing")
    place = browser.text("#card h2")
    top = browser.js("return document.getElementById('card').getBoundingClientRect().top")
    browser.one("[data-field]").send_keys("言語")
    scene.expect("1 of " in browser.text("#place"), f"the walk says where it is: {browser.text('#place')}")
    browser.one("[data-primary]").click()
    browser.wait(lambda: "Saved" in browser.text(".saved") and browser.text("#card h2") != place, "the next card comes")
    scene.expect("2 of " in browser.text("#place"), f"the place moves on: {browser.text('#place')}")
    now = browser.js("return document.getElementById('card').getBoundingClientRect().top")
    scene.expect(now == top, f"the message moves nothing: {top} and {now}")
    browser.one(".saved button").click()
    browser.wait(lambda: browser.text("#card h2") == place, "undo goes back to the string")
    scene.expect("1 of " in browser.text("#place"), f"and to its place: {browser.text('#place')}")


def connection(scene, browser):
    """Five texts wait for the connection."""
    browser.open("/languages/ar/translate?show=missing")
    browser.wait(lambda: browser.js(AHEAD) == 5, "the next five cards are fetched ahead")
    before = len(scene.events())
    browser.network(is_offline=True)
    keys = []
    for number in range(5):
        place = browser.text("#card h2")
        keys.append(place.split()[0].split(":")[-1])
        browser.one("[data-copy-source]").click()
        for field in browser.all("#card [data-field]"):
            field.send_keys(f" ع{number}")
        browser.chord(Keys.CONTROL, Keys.ENTER)
        browser.wait(lambda place=place: browser.text("#card h2") != place, f"card {number + 2} comes without a connection")
    browser.wait(lambda: "5 texts are stored here" in browser.text("[data-banner=offline]"), "the page says what waits")
    scene.expect("6 of " in browser.text("#place"), f"the place moves on: {browser.text('#place')}")
    buttons = browser.all("[data-banner=offline] button")
    next(button for button in buttons if button.text == "Close").click()
    browser.one("[data-field]").send_keys("ب")
    scene.expect(not browser.all("[data-banner=offline]"), "the banner can be dismissed")
    scene.expect(len(scene.events()) == before, "nothing arrives before the connection is back")
    browser.network(is_offline=False)
    browser.wait(lambda: "The connection is back. 5 waiting changes" in browser.text("[data-banner=back]"), "the page says when it is back")
    sent = [event["key"] for event in scene.events()[before:]]
    scene.expect(sent == keys, f"once and in order: {sent}, and not {keys}")
    for number, key in enumerate(keys):
        scene.expect(f" ع{number}" in str(scene.events()[before + number]["value"]), f"{key} has all its letters")
    kept = browser.js("return Object.keys(localStorage).filter((name) => name.startsWith('dragoman:waiting'))")
    scene.expect(not kept, f"nothing waits any more: {kept}")


def typing(browser):
    for form, text in FORMS.items():
        field = browser.one(f"[name='value.{form}']")
        field.clear()
        field.send_keys(text)


def typed(browser):
    return {form: value(browser, f"[name='value.{form}']") for form in FORMS}


def value(browser, selector):
    return browser.js("return document.querySelector(arguments[0])?.value", selector)


def sign_in(scene, browser):
    browser.wait(lambda: browser.all("#token"), "the page asks for a token")
    browser.one("#token").send_keys(scene.tokens["Rosa"])
    browser.one("main button").click()
    browser.wait(lambda: not browser.all("#token"), "signing in leads back")
