"""The in-context editor loses nothing: while requests run or fail, after refusals, and when the language changes."""

import json
import re

from app import App, png
from selenium.webdriver.common.keys import Keys

SHOW = "const show = () => { for (const element of document.querySelectorAll('[data-text]')) element.textContent = i18next.t(element.dataset.text); };"
SHOW += "i18next.on('languageChanged', show); show();"

# Delays the next proposal until `release` is called.
HOLD = """
const { fetch } = window;
window.release = null;
window.fetch = (address, request) => request.method === 'POST' && address.endsWith('/proposals')
  ? new Promise((resolve) => {
    window.fetch = fetch;
    window.release = () => resolve(fetch(address, request));
  })
  : fetch(address, request);
"""
# Records the paths of what is sent.
RECORD = """
window.sent = [];
const { fetch } = window;
window.fetch = (address, request) => {
  const path = new URL(address).pathname.match(/\\/(?:pictures|proposals)$/)?.[0];
  if (request.method === 'POST' && path) sent.push(path);
  return fetch(address, request);
};
"""
# Refuses the next proposal.
REFUSE = """
const { fetch } = window;
window.fetch = async (address, request) => {
  if (!address.endsWith('/proposals')) return fetch(address, request);
  window.fetch = fetch;
  sent.push('/proposals');
  return new Response('{"code": "invalid-value", "detail": "Send the picture first."}', { status: 400 });
};
"""
WAITING = "return Object.entries(localStorage).filter(([name]) => name.includes('unsent')).map(([, text]) => JSON.parse(text).value)"


def run(scene):
    app = App(scene)
    type_while_sending(scene, app)
    delete_while_sending(scene, app)
    be_refused(scene, app)
    be_decided(scene, app)
    share_the_guid(scene, app)
    keep_the_note(scene, app)
    change_the_language(scene, app)
    propose_some_forms(scene, app)
    attach_a_picture(scene, app)
    keep_proposals(scene, app)
    lose_the_server(scene, app)


def hold(editor):
    """Presses Propose, and returns when its request is held."""
    editor.browser.js(HOLD)
    editor.one(".panel .primary").click()
    editor.wait(lambda: editor.browser.js("return window.release !== null"), "the request is held")


def values(scene, key, section="shop"):
    return [each["value"] for each in scene.ask("/proposals?locale=de")[1] if (each["section"], each["key"]) == (section, key)]


def type_while_sending(scene, app):
    editor = app.open()
    editor.enter()
    editor.open_text("Noch eins")
    editor.write("Eins mehr")
    hold(editor)
    scene.expect(editor.browser.js(WAITING) == ["Eins mehr"], "a proposal is kept before the server has answered")
    editor.one("textarea").send_keys(" bitte")
    editor.browser.js("release()")
    editor.wait(lambda: "Saved." in editor.text(".findings"), "the server answers")
    typed = editor.one("textarea").get_attribute("value")
    scene.expect(typed == "Eins mehr bitte", f"what was typed meanwhile is still there: {typed}")
    scene.expect(editor.shown("#more") == "Eins mehr", "the page shows what was sent")
    scene.expect(editor.browser.js(WAITING) == [], "nothing waits anymore")


def delete_while_sending(scene, app):
    editor = app.open()
    editor.enter()
    editor.open_text("Noch eins")
    editor.propose("Eins dazu")
    editor.write("Eins obendrauf")
    hold(editor)
    editor.one(".panel li .bad").click()
    editor.browser.js("release()")
    editor.wait(lambda: editor.shown("#more") == "Noch eins", "deleting waits for the proposal that is being sent")
    editor.wait(lambda: "Deleted." in editor.text(".toast"), "and says so")
    scene.expect(values(scene, "cart.more") == ["Eins mehr"], f"the server has only the one of another person: {values(scene, 'cart.more')}")
    editor.one(".toast button").click()
    editor.wait(lambda: editor.shown("#more") == "Eins obendrauf", f"Undo proposes what was deleted: {editor.shown('#more')}")


def be_refused(scene, app):
    editor = app.open()
    editor.enter()
    editor.open_text("Noch eins")
    hold(editor)
    editor.browser.press(Keys.ESCAPE)
    editor.wait(lambda: not editor.has(".panel"), "the popover is closed while the request runs")
    editor.browser.js("release()")
    words = "shop:cart.more: The text says this already."
    editor.wait(lambda: words in editor.text(".toast"), f"the refusal is in the toast: {editor.text('.toast')}")
    scene.expect(editor.browser.js(WAITING) == [], "a refused proposal is not sent again")

    # A proposal that is refused when the connection is back can be proposed again.
    editor.browser.cdp("Network.enable")
    editor.open_text("Noch eins")
    editor.browser.cdp("Network.setBlockedURLs", urls=[f"{scene.address}/*"])
    editor.write("Noch eins mehr")
    editor.one(".panel .primary").click()
    editor.wait(lambda: "Not sent" in editor.text(".findings"), "without a server, the proposal is kept")
    editor.browser.cdp("Network.setBlockedURLs", urls=[])
    scene.set("de", "cart.more", "Noch eins mehr", section="shop")
    editor.browser.js("dispatchEvent(new Event('online'))")
    editor.close_popover()
    editor.one(".bar .mine").click()
    editor.wait(lambda: "refused: The text says this already." in editor.text(".list"), f"the list says so: {editor.text('.list')}")
    editor.browser.press(Keys.ESCAPE)
    scene.set("de", "cart.more", "Noch eins", section="shop")
    editor.open_text("Noch eins mehr")
    editor.one(".panel .primary").click()
    editor.wait(lambda: "Saved." in editor.text(".findings"), f"the same text can be proposed again: {editor.text('.panel')}")


def be_decided(scene, app):
    editor = app.open()
    editor.enter()
    editor.open_text("Wechseln Locale")
    editor.propose("Sprache wechseln")
    [proposal] = [each["id"] for each in scene.ask("/proposals?locale=de")[1] if each["value"] == "Sprache wechseln"]
    scene.has_worked(scene.ask("/proposals/reject", {"ids": [proposal], "code": "style", "reason": "Too short"}))
    editor.one(".panel li .bad").click()
    editor.wait(lambda: "already decided" in editor.text(".toast"), f"deleting a decided proposal says so: {editor.text('.toast')}")
    scene.expect(editor.shown("#language") == "Wechseln Locale", "and shows the released text again")


def share_the_guid(scene, app):
    editor = app.open()
    first = editor.browser.driver.current_window_handle
    editor.browser.driver.switch_to.new_window("tab")
    editor.open()
    editor.enter()
    guid = editor.guid()
    editor.browser.driver.switch_to.window(first)
    editor.enter()
    scene.expect(guid is not None and editor.guid() == guid, f"a second tab keeps the guid of the first: {guid}, {editor.guid()}")


def keep_the_note(scene, app):
    editor = app.open()
    editor.enter()
    editor.open_text("Ihr Warenkorb")
    note = editor.one(".note")
    note.clear()
    note.send_keys("Am Anfang der Seite")
    editor.browser.press(Keys.ESCAPE)
    editor.open_text("Noch eins")
    scene.expect(editor.one(".note").get_attribute("value") != "Am Anfang der Seite", "another text has its own note")
    editor.open_text("Ihr Warenkorb")
    kept = editor.one(".note").get_attribute("value")
    scene.expect(kept == "Am Anfang der Seite", f"an edited note is kept: {kept}")


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


def propose_some_forms(scene, app):
    scene.set("ar", "cart.count", {"by": "plural", "cases": {"one": "منتج", "other": "{{count}} منتج"}}, section="shop")
    app.add("forms", "<p></p>", "document.querySelector('p').textContent = i18next.t('shop:cart.count', { count: 3 });")
    texts = json.dumps({"shop": {"cart": {"count_few": "{{count}} منتج"}}})
    app.added["forms.js"] = app.added["forms.js"].replace("lng: 'de'", "lng: 'ar'").replace("{ de: { common: {} } }", f"{{ ar: {texts} }}")
    editor = app.open("forms.html")
    editor.enter()
    editor.open_text("3 منتج")
    scene.expect(editor.js("return root.querySelectorAll('[aria-label=Forms] button').length") == 6, "all forms of the language are offered")
    editor.propose("{{count}} منتجات")
    [proposal] = [each for each in scene.ask("/proposals?locale=ar")[1] if each["key"] == "cart.count"]
    forms = proposal["value"]["cases"]
    scene.expect(sorted(forms) == ["few", "one", "other"], f"only stored and typed forms are sent: {forms}")
    scene.expect(forms["few"] == "{{count}} منتجات", f"with what was typed: {forms}")


def attach_a_picture(scene, app):
    editor = app.open()
    editor.enter()
    editor.open_text("Ihr Warenkorb")
    editor.write("Dein Warenkorb")
    scene.expect(not editor.attach(b"no picture"), "a file that is no picture is refused")
    scene.expect(editor.one("textarea").get_attribute("aria-invalid") != "true", "which says nothing about the text")
    scene.expect(not editor.attach(png(), "gif"), "a file of another type is refused")
    scene.expect(not editor.attach(png() + bytes(1024 * 1024)), "a large picture is refused")
    scene.expect(not editor.attach(png(5000, 4000)), "a picture with many pixels is refused")
    scene.expect(editor.attach(png(1600, 1200)), "a picture is shown before it is sent")
    scene.expect(editor.js("return root.querySelector('canvas').width") < 700, "as a small preview")
    editor.one(".chips canvas + button").click()
    # The picture is decoded while the popover shows the text again.
    editor.browser.js("window.decode = createImageBitmap; window.createImageBitmap = (file) => new Promise((resolve) => { window.release = () => resolve(decode(file)); })")
    editor.choose(png(), "png")
    editor.browser.press(Keys.ESCAPE)
    editor.open_text("Ihr Warenkorb")
    editor.browser.js("window.createImageBitmap = decode; release()")
    editor.browser.driver.execute_async_script("setTimeout(arguments[0], 300)")
    editor.browser.press(Keys.ESCAPE)
    editor.open_text("Ihr Warenkorb")
    scene.expect(not editor.has("canvas"), "a picture that was not shown is not sent")
    scene.expect(editor.attach(png()), "it can be chosen again")
    editor.browser.press(Keys.ESCAPE)
    editor.open_text("Noch eins")
    scene.expect(not editor.has("canvas"), "another text has no picture")
    editor.open_text("Ihr Warenkorb")
    scene.expect(editor.has("canvas"), "a picture is kept while the popover is closed")
    editor.one(".chips canvas + button").click()
    editor.wait(lambda: not editor.has("canvas"), "it can be removed")
    scene.expect(editor.js("return root.activeElement.textContent") == "Attach a picture", "the focus stays at its button")
    scene.expect(editor.attach(png(16)), "and replaced")

    editor.browser.cdp("Network.enable")
    editor.browser.cdp("Network.setBlockedURLs", urls=[f"{scene.address}/*"])
    editor.one(".panel .primary").click()
    editor.wait(lambda: "No connection to the server." in editor.text(".findings"), f"a failure says why: {editor.text('.findings')}")
    scene.expect(editor.one("textarea").get_attribute("value") == "Dein Warenkorb" and editor.has("canvas"), "nothing is lost")
    editor.browser.cdp("Network.setBlockedURLs", urls=[])
    editor.one(".panel .primary").click()
    editor.wait(lambda: "Saved." in editor.text(".findings"), f"it is sent when the server is back: {editor.text('.findings')}")
    scene.expect("yours, shown here, with a picture" in editor.text(".panel") and not editor.has("canvas"), editor.text(".panel"))
    [proposal] = [each for each in scene.ask("/proposals?locale=de")[1] if each["value"] == "Dein Warenkorb"]
    scene.expect(re.fullmatch(r"pictures/[0-9a-f]{64}\.png", proposal.get("picture", "")), f"the proposal has it: {proposal}")

    # The same text is proposed again only with another picture.
    editor.browser.js(RECORD)
    editor.one(".panel .primary").click()
    editor.wait(lambda: "You proposed this text already." in editor.text(".findings"), f"it says so: {editor.text('.findings')}")
    scene.expect(editor.browser.js("return sent") == [], "nothing was sent")
    scene.expect(editor.attach(png(24)), "another picture is attached")
    editor.one(".panel .primary").click()
    editor.wait(lambda: "Saved." in editor.text(".findings"), f"it replaces the first one: {editor.text('.findings')}")
    proposals = [each["picture"] for each in scene.ask("/proposals?locale=de")[1] if each["value"] == "Dein Warenkorb"]
    scene.expect(len(proposals) == 1 and proposals != [proposal["picture"]], f"the proposal has the new one: {proposals}")
    scene.expect(editor.attach(png(20)), "a third picture is attached")

    # A picture that was removed meanwhile is sent again with the next attempt.
    editor.write("Dein Korb")
    editor.browser.js(REFUSE)
    editor.one(".panel .primary").click()
    editor.wait(lambda: "Send the picture" in editor.text(".findings"), f"the server refuses it: {editor.text('.findings')}")
    editor.one(".panel .primary").click()
    editor.wait(lambda: "Saved." in editor.text(".findings"), f"the next attempt succeeds: {editor.text('.findings')}")
    scene.expect(editor.browser.js("return sent") == ["/pictures", "/proposals"] * 3, "with the picture")

    # The connection breaks after the picture, and the waiting proposal is refused later.
    editor.browser.cdp("Network.setBlockedURLs", urls=[f"{scene.address}/*/proposals"])
    editor.write("Dein Wagen")
    scene.expect(editor.attach(png(32)), "a fourth picture is attached")
    editor.one(".panel .primary").click()
    editor.wait(lambda: "Not sent" in editor.text(".findings"), f"the proposal waits: {editor.text('.findings')}")
    scene.expect(editor.has("canvas"), "its picture is still there")
    editor.browser.cdp("Network.setBlockedURLs", urls=[])
    editor.browser.js(REFUSE)
    editor.browser.js("dispatchEvent(new Event('online'))")
    editor.wait(lambda: editor.browser.js("return sent.length") == 9, "it is sent, and refused")
    editor.one(".panel .primary").click()
    editor.wait(lambda: "Saved." in editor.text(".findings"), f"the next attempt succeeds: {editor.text('.findings')}")
    scene.expect(editor.browser.js("return sent.slice(-2)") == ["/pictures", "/proposals"], "with the picture")
    scene.expect(not editor.has("canvas"), "which is sent")


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


def lose_the_server(scene, app):
    editor = app.open()
    editor.browser.cdp("Network.enable")
    editor.browser.cdp("Network.setBlockedURLs", urls=[f"{scene.address}/*"])
    # Waits until the app shows something: its keys, because the demonstration's texts are from the same server.
    editor.open()
    scene.expect("cart.more" in editor.shown("#more"), f"an app works without its editor: {editor.shown('#more')}")
