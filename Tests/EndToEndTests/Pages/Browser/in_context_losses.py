"""The in-context editor loses nothing: while requests run, after refusals, and when the language changes."""

from app import App
from selenium.webdriver.common.keys import Keys

SHOW = "const show = () => { for (const element of document.querySelectorAll('[data-text]')) element.textContent = i18next.t(element.dataset.text); };"
SHOW += "i18next.on('languageChanged', show); show();"


def run(scene):
    app = App(scene)
    change_the_language(scene, app)
    keep_proposals(scene, app)


def change_the_language(scene, app):
    app.add("spelling", "<p data-text=close></p>", SHOW, "{ close: 'Schließen' }")
    # The app spells its language in another way than the project.
    script = app.added["spelling.js"].replace("lng: 'de'", "lng: 'DE'").replace("resources: { de:", "resources: { DE:")
    app.added["spelling.js"] = script
    editor = app.open("spelling.html")
    editor.enter()
    editor.open_text("Schließen")
    editor.propose("Zu")
    scene.expect(editor.shown("p") == "Zu", "the page shows the proposal")
    editor.browser.press(Keys.ESCAPE)
    editor.browser.js("i18next.changeLanguage('en')")
    editor.wait(lambda: editor.shown("p") == "close", "the app changes to a language without texts")
    editor.one(".bar .mine").click()
    editor.wait(lambda: editor.has(".list .own .icon"), "the list has the proposal")
    editor.one(".list .own .icon").click()
    editor.wait(lambda: "Deleted." in editor.text(".toast"), "which is deleted in the other language")
    editor.browser.js("i18next.changeLanguage('DE')")
    editor.wait(lambda: editor.shown("p") == "Schließen", f"the app has its own text again: {editor.shown('p')}")


def keep_proposals(scene, app):
    editor = app.open()
    editor.enter()
    editor.open_text("Noch eins")
    before = len(scene.events())
    editor.browser.cdp("Network.enable")
    editor.browser.cdp("Network.setBlockedURLs", urls=[f"{scene.address}/*"])
    editor.write("Eins mehr")
    editor.one(".panel .primary").click()
    editor.wait(lambda: "Not sent" in editor.text(".findings"), f"without a server, the proposal is kept: {editor.text('.panel')}")
    scene.expect(editor.shown("#more") == "Eins mehr", "and shown")
    scene.expect("yours, shown here · not sent" in editor.text(".panel"), editor.text(".panel"))
    editor.browser.press(Keys.ESCAPE)
    editor.one(".bar .mine").click()
    editor.wait(lambda: "not sent" in editor.text(".list"), f"the list says so: {editor.text('.list')}")
    scene.expect("No connection to the server." in editor.text(".list"), "and why it is short")
    scene.expect(len(scene.events()) == before, "nothing has arrived")
    editor.browser.cdp("Network.setBlockedURLs", urls=[])
    # The page is opened again before the proposal was sent.
    editor.open()
    editor.wait(lambda: len(scene.events()) > before, "it is sent when the server is back")
    editor.wait(lambda: editor.shown("#more") == "Eins mehr", "the page still shows it")
    editor.wait(lambda: editor.browser.js("return Object.keys(localStorage).length") == 1, "nothing waits anymore")
    events = scene.events()[before:]
    scene.expect([event["value"] for event in events] == ["Eins mehr"], f"once: {events}")
