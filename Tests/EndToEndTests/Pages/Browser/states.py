"""The pages of the project of BrowserTests, in every state that is reachable without a decision."""

import os
import time

from scene import string

FRENCH = string("fr", "error-with-status")
ARABIC = string("ar", "error-with-status")


def all_of(browser):
    """Returns the names of states, and functions that open them."""

    def opens(path, words=""):
        def open_page():
            browser.open(path)
            browser.scene.expect(words in browser.text(), f"{path} says “{words}”")

        return open_page

    def press(path, selector, waits_for):
        def open_state():
            browser.open(path)
            browser.one(selector).click()
            browser.wait(lambda: browser.one(waits_for).is_displayed(), f"{selector} on {path} shows {waits_for}")

        return open_state

    return [
        ("projects", opens(browser.address + "/")),
        ("project", opens("")),
        ("what waits", opens("/review")),
        ("changes", opens("/changes?from=main~1&show=added&show=changed&show=removed&show=proposals")),
        ("changes, unknown", opens("/changes?from=mian", "There is no commit mian.")),
        ("releases", opens("/releases", "All releases")),
        ("releases, more", press("/releases", ".releases details.menu summary", ".releases .sheet")),
        ("a release", lambda: open_release(browser)),
        ("what the app said", opens(string("de", "h1", channel="production", at="today"), "pointed to v1.4")),
        ("what the app said, too early", opens(string("de", "h1", channel="production", at="2001-01-01"), "did not exist yet")),
        ("activity", opens("/activity")),
        ("activity, filtered", opens("/activity?kind=texts&since=today")),
        ("activity, wrong time", opens("/activity?since=sometime", "is not a valid time")),
        ("strings", opens("/languages/de")),
        ("strings, one selected", press("/languages/de", "[data-row] input:enabled", ".bulk")),
        ("strings with findings", opens("/languages/de?show=findings")),
        ("strings, menu", press("/languages/de", "main details.menu summary", "main details.menu ul")),
        ("strings, nothing found", opens("/languages/de?q=locael", "Clear the filter")),
        ("strings, a hit", opens("/languages/de?q=fehler")),
        ("rejecting many", lambda: reject_many(browser)),
        ("a string", opens(FRENCH)),
        ("a string, edit", press(FRENCH, "article [data-key~=e]", "article details[open] textarea")),
        ("a string, reject", press(FRENCH, "article [data-key~=n]", "article details[open] textarea")),
        ("a string, comment", press(FRENCH, "article [data-key~=c]", "article details[open] textarea")),
        ("a string, flag", press(string("de", "change-locale"), ".part details.menu summary", "#flag-reason")),
        ("a flagged string", opens(string("de", "error-without-status"), "Two spaces")),
        ("a stale string", opens(string("de", "title"), "Stale")),
        ("two texts in conflict", opens(string("de", "terms", "client-page"), "Two texts are in conflict.")),
        ("conflicts", opens("/languages/de?show=conflicts", "Conflict")),
        ("a frozen language", opens("/languages/fr-CA", "is frozen.")),
        ("a string of a frozen language", opens(string("fr-CA", "change-locale"), "from fr")),
        ("a plural", opens(string("de", "items", "client-page"))),
        ("an Arabic string", opens(ARABIC)),
        ("a Japanese string", opens(string("ja", "h1"))),
        ("a conflict", lambda: conflict(browser)),
        ("no such string", opens(string("de", "chnage-locale"), "404")),
        ("no such page", opens(browser.address + "/nothing")),
        ("no right", opens("/strings/new", "403")),
        ("review", opens("/languages/de/review")),
        ("review, edit", press("/languages/de/review", "#card [data-key~=e]", "#panel-edit textarea")),
        ("review, reject", press("/languages/de/review", "#card [data-key~=n]", "#panel-reject textarea")),
        ("review, French", opens("/languages/fr/review")),
        ("review, Arabic", opens("/languages/ar/review")),
        ("review, nothing", opens("/languages/ja/review", "Nothing to review")),
        ("translate", opens("/languages/de/translate?show=stale")),
        ("translate a plural", opens("/languages/ar/translate?at=client-page%2Fitems&from=client-page%2Fterms")),
        ("translate, refused", lambda: refuse(browser)),
        ("translate, nothing", opens("/languages/fr/translate?show=flagged", "Nothing")),
        ("import", opens("/languages/de/import")),
        ("import, what would change", lambda: import_file(browser)),
        ("download", opens("/languages/de/download")),
        ("people", opens("/people", "By language")),
        ("account", opens(browser.address + "/account")),
        ("shortcuts", press("", ".foot a", "dialog[open]")),
    ]


def signed_out(browser):
    """The page for a user who is not signed in."""

    def refuse_token():
        browser.driver.get(browser.address + "/login")
        browser.one("#token").send_keys("dgp_wrong")
        browser.one("main button").click()
        browser.wait(lambda: browser.one("#token-error").is_displayed(), "a wrong token is refused")

    def open_page(path):
        return lambda: browser.open(path)

    return [
        ("login", open_page(browser.address + "/login")),
        ("login, refused", refuse_token),
        ("invitation", lambda: browser.open(browser.scene.invite())),
        ("invitation, incomplete", open_page(browser.address + "/invitations/dgi_x")),
        ("people, signed out", open_page("/people")),
        ("project, signed out", open_page("")),
        ("strings, signed out", open_page("/languages/de")),
        ("a string, signed out", open_page(FRENCH)),
        ("review, signed out", open_page("/languages/de/review")),
        ("translate, signed out", open_page("/languages/de/translate")),
    ]


def of_admin(browser):
    """Returns the states of the forms for source strings and languages, which only admins see."""

    def opens(path, words):
        def open_page():
            browser.open(path)
            browser.scene.expect(words in browser.text(), f"{path} says “{words}”")

        return open_page

    def of(act, key="error-with-status"):
        return f"/strings/{act}?section=common&key={key}&in=ar"

    def stale():
        browser.open(of("edit"))
        browser.one("#string-value").send_keys(" again")
        browser.one("main form .primary").click()
        browser.wait(lambda: browser.all("[name=confirmed]"), "a new source text shows first what becomes stale")

    def refused():
        browser.open(of("rename"))
        field = browser.one("#string-key")
        field.clear()
        field.send_keys("h1")
        browser.one("main form .primary").click()
        browser.wait(lambda: browser.all(".field-error"), "a rename to a key that exists is refused")

    return [
        ("new string", opens("/strings/new", "Comment for translators")),
        ("new plural", opens("/strings/new?plural=1", "other")),
        ("edit a string", opens(of("edit"), "Maximum length")),
        ("edit a string, stale", stale),
        ("edit a plural", opens("/strings/edit?section=client-page&key=items", "one")),
        ("rename a string", opens(of("rename"), "These move with the string")),
        ("rename a string, refused", refused),
        ("remove a string", opens(of("remove"), "This hides")),
        ("a string, menu", lambda: open_menu(browser)),
        ("new language", opens("/languages/new", "Find")),
        ("new language, found", opens("/languages/new?name=Urdu", "right to left")),
        ("new language, several", opens("/languages/new?name=Chin", "Choose a language")),
        ("new language, nothing", opens("/languages/new?name=qqqqqqqq", "No language is called")),
        ("settings of a language", opens("/languages/ar/settings", "Remove the language…")),
        ("remove a language", opens("/languages/fr/remove", "missing texts from this language")),
        ("a planned language", opens("/languages/sv", "planned")),
        ("download all", opens("/download", "own formats")),
        ("channels, a conflict", opens("/releases", "Point to this one…")),
        ("point a channel", opens("/releases/point?channel=production", "App versions")),
        ("point a channel, what apps get", opens("/releases/point?channel=stable&to=v1.4", "What apps would get")),
        ("point a channel, back", opens("/releases/point?channel=production&to=v1.3", "This is an earlier release.")),
        ("point a channel, wrong", opens("/releases/point?channel=production&to=v1.33", "The nearest one is v1.3")),
        ("point a channel, no version", opens("/releases/point?channel=production&to=v1.3&versions=%3E5+%3C3", "No app version")),
        ("point a channel, refused", lambda: refuse_pointing(browser)),
        ("new channel", opens("/releases/point", "New channel")),
        ("remove a channel", opens("/releases/remove?channel=stable", "get no new ones")),
    ]


def open_release(browser):
    browser.open("/releases")
    browser.one(".releases h3 a").click()
    browser.wait(lambda: "/releases/at/" in browser.driver.current_url, "a release has a page")


def refuse_pointing(browser):
    """The signature is none, and nobody else has pointed the channel."""
    browser.open("/releases/point?channel=stable&to=v1.4")
    browser.one("#point-signature").send_keys("no signature")
    browser.one("form[method=post] .primary").click()
    browser.wait(lambda: browser.all("#point-signature-error"), "a text that is no signature is refused at its field")


def open_menu(browser):
    browser.open(FRENCH)
    browser.one(".title-line details.menu summary").click()
    browser.wait(lambda: browser.one(".title-line details.menu ul").is_displayed(), "the menu of a string opens")


def still(browser, states=all_of):
    """Returns the states that only need an address."""
    return [(name, open_state) for name, open_state in states(browser) if open_state.__name__ == "open_page"]


def reject_many(browser):
    browser.open("/languages/de")
    browser.one("[data-row] input:enabled").click()
    browser.one("[name=act][value=reject]").click()
    browser.wait(lambda: browser.one("#bulk-reason").is_displayed(), "rejecting many asks for a reason")


def conflict(browser):
    browser.open(string("ja", "title"))
    browser.one("form[data-submit] textarea").send_keys("ホーム")
    browser.scene.set("ja", "title", f"別の {time.time()}")
    submit = browser.one("form[data-submit] [formaction$='/set']")
    browser.js("arguments[0].disabled = false", submit)
    submit.click()
    browser.wait(lambda: "You saw" in browser.text(), "a text that changed meanwhile is shown beside what was seen")


def refuse(browser):
    browser.open("/languages/fr/translate?at=client-page%2Fterms")
    browser.one("[data-field]").send_keys("Lisez les <b>conditions de {{shop}}.")
    browser.one("[data-primary]").click()
    browser.wait(lambda: browser.all("main .banner") or browser.all(".finding"), "a text with faults is refused or warned of")


def import_file(browser):
    path = os.path.join(os.environ["TMPDIR"], "de.json")
    with open(path, "w", encoding="utf-8") as file:
        file.write('{"h1": "Ein anderes Beispiel", "nothing": "Nichts"}')
    browser.open("/languages/de/import")
    browser.one("#file").send_keys(path)
    browser.one("#import-section").send_keys("common")
    browser.one("main form .primary").click()
    browser.wait(lambda: browser.all("[name=confirmed]"), "an import shows first what would change")
