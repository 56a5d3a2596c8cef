"""The idea of the beginning, sentence by sentence: a person proposes a better text inside a web app."""

from app import App
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys


def run(scene):
    app = App(scene)
    editor = app.open("?token=secret#private")
    enter(scene, editor)
    see_proposals(scene, editor)
    propose(scene, editor)
    others_see_nothing(scene, app)
    propose_forms(scene, editor)
    find_inside(scene, editor)
    delete(scene, editor)
    leave(scene, editor)
    come_again(scene, app, editor)
    a_reviewer_accepts(scene, app, editor)
    for line in editor.browser.console(allowed=["status of 409"]):
        scene.expect(False, f"the console says {line}")


def enter(scene, editor):
    scene.expect(editor.browser.js("return document.querySelector('dragoman-in-context')") is None, "nothing is there before")
    editor.enter()
    names = editor.marks()
    for text in [
        "Ihr Warenkorb", "Hallo, Ada", "3 Dinge im Wagen", "Noch eins", "Für mehr drücken Sie „Noch eins“.",
        "Zahlen Sie in dreißig Minuten, oder wir legen die Dinge zurück.", "Im Laden suchen", "Suchen", "Ein Korb mit drei Äpfeln",
        "Frühere Bestellungen", "Bestellung 1", "Mit Sorgfalt gemacht, und mit i18next",
    ]:
        scene.expect(f"Propose for: {text}" in names, f"“{text}” is marked: {names}")
    for text in ["Reviews", "Close", "Schließen", "Die Bedingungen dieses Ladens"]:
        scene.expect(f"Propose for: {text}" not in names, f"“{text}” is not: it is from elsewhere, or not visible")
    number = editor.js("return root.querySelectorAll('.mark').length")
    scene.expect(f"{number} texts on this page" in editor.text(".bar"), f"the bar counts them: {editor.text('.bar')}")
    misplaced = editor.js(
        """
        const texts = { '#greeting': 'Hallo, Ada', '#count': '3 Dinge im Wagen', h1: 'Ihr Warenkorb', '#more': 'Noch eins' };
        return Object.entries(texts).filter(([selector, text]) => {
          const place = document.querySelector(selector);
          const box = place.getBoundingClientRect();
          return ![...root.querySelectorAll('.mark')].some((mark) => {
            const { left, top, bottom } = mark.getBoundingClientRect();
            return mark.ariaLabel.endsWith(text) && left <= box.left && top <= box.top + 1 && bottom >= box.bottom - 1;
          });
        })
        """
    )
    scene.expect(not misplaced, f"marks are over their texts: {misplaced}")
    # The app's link does not fire.
    editor.open_text("Bedingungen lesen")
    scene.expect(not editor.browser.js("return document.querySelector('#terms').open"), "a mark keeps clicks from the app")
    editor.browser.press(Keys.ESCAPE)
    editor.wait(lambda: not editor.has(".panel"), "Escape closes the popover")
    scene.expect(editor.has(".bar"), "and stays in the mode")


def see_proposals(scene, editor):
    editor.open_text("Wechseln Locale")
    panel = editor.text(".panel")
    for words in ["common:language", "de", "Source Change locale", "Released Wechseln Locale", "1 proposal", "Sprache ändern Ines"]:
        scene.expect(words in panel, f"the popover says “{words}”: {panel}")
    scene.expect(editor.one("textarea").get_attribute("value") == "Wechseln Locale", "the field has the stored text")
    scene.expect(editor.js("return root.activeElement === root.querySelector('textarea')"), "and the focus")
    sent = editor.one(".note").get_attribute("value")
    scene.expect(sent == f"{editor.browser.address}/ (button)", f"what goes along can be seen: {sent}")


def propose(scene, editor):
    editor.one(".panel .primary").click()
    editor.wait(lambda: "The text says this already." in editor.text(".findings"), "the released text cannot be proposed")
    editor.propose("Sprache wechseln")
    scene.expect(editor.shown("#language") == "Sprache wechseln", "the page shows the text at once")
    scene.expect("2 proposals Sprache wechseln yours, shown here" in editor.text(".panel"), f"so does the popover: {editor.text('.panel')}")
    scene.expect(editor.mark("Sprache wechseln").get_attribute("class") == "mark own", "its mark is solid")
    scene.expect(editor.text(".mark.own b") == "1", "with the number of proposals")
    [stored] = [each for each in scene.ask("/proposals?locale=de")[1] if each["value"] == "Sprache wechseln"]
    scene.expect(stored["note"] == f"{editor.browser.address}/ (button)", f"the note has neither query nor fragment: {stored}")
    scene.expect(editor.guid() not in str(scene.events()), "the log does not have the guid")

    editor.one(".panel .primary").click()
    editor.wait(lambda: "You proposed this text already." in editor.text(".findings"), "the same text again is refused")
    editor.propose("Sprache umschalten")
    values = [each["value"] for each in scene.ask("/proposals?locale=de")[1] if each["key"] == "language"]
    scene.expect(sorted(values) == ["Sprache umschalten", "Sprache ändern"], f"another text replaces it: {values}")
    scene.expect(editor.shown("#language") == "Sprache umschalten", "in the page, too")
    editor.browser.press(Keys.ESCAPE)
    name = "return root.activeElement.ariaLabel"
    scene.expect("Sprache umschalten" in editor.js(name), f"the focus is on its mark again: {editor.js(name)}")


def others_see_nothing(scene, app):
    other = app.open()
    scene.expect(other.shown("#language") == "Wechseln Locale", "other people see the released text")
    other.enter()
    other.open_text("Wechseln Locale")
    scene.expect("Sprache umschalten tester" in other.text(".panel"), f"and the proposal: {other.text('.panel')}")
    scene.expect(not other.has(".panel li .bad"), "which they cannot delete")


def propose_forms(scene, editor):
    editor.open_text("3 Dinge im Wagen")
    pressed = "return root.querySelector('[aria-pressed=true]').innerText"
    scene.expect(editor.js(pressed) == "other · 3", f"the form in use is named with its number: {editor.js(pressed)}")
    scene.expect(editor.one("textarea").get_attribute("value") == "{{count}} Dinge im Wagen", "the field has its stored text")
    editor.write("{{cuont}} Sachen im Wagen")
    editor.wait(lambda: "lacks “{{count}}”" in editor.text(".findings .bad"), "a finding names the lost placeholder")
    editor.one("textarea").clear()
    editor.one(".chip").click()
    editor.one("textarea").send_keys(" Sachen im Wagen")
    scene.expect(editor.one("textarea").get_attribute("value") == "{{count}} Sachen im Wagen", "a chip inserts it")
    editor.js("root.querySelector('[aria-label=Forms] button').click()")
    scene.expect(editor.one("textarea").get_attribute("value") == "{{count}} Ding im Wagen", "there is a way to the other form")
    editor.propose("{{count}} Sache im Wagen")
    scene.expect(editor.shown("#count") == "3 Sachen im Wagen", "both forms are proposed")
    editor.browser.js("document.querySelector('#less').click(); document.querySelector('#less').click()")
    scene.expect(editor.shown("#count") == "1 Sache im Wagen", "and shown for their numbers")


def find_inside(scene, editor):
    editor.open_text("Für mehr drücken Sie")
    scene.expect("shop:cart.nested" in editor.text(".panel header"), "a text with another one inside is found")
    editor.js("root.querySelector('.panel > div .action').click()")
    editor.wait(lambda: "Which text?" in editor.text(".panel"), "the popover asks which")
    scene.expect("shop:cart.more Inside of this text" in editor.text(".panel"), f"and lists both: {editor.text('.panel')}")
    editor.js("root.querySelectorAll('.which button')[1].click()")
    editor.wait(lambda: editor.has("textarea"), "a choice opens it")
    editor.propose("Eins mehr")
    scene.expect(editor.shown("#nested") == "Für mehr drücken Sie „Eins mehr“.", "the page shows the text inside of the other")
    scene.expect(editor.shown("#more") == "Eins mehr", "and where it stands alone")
    editor.browser.press(Keys.ESCAPE)


def delete(scene, editor):
    editor.one(".bar .mine").click()
    editor.wait(lambda: "On this page, 4" in editor.text(".list"), f"the list has all proposals: {editor.text('.list')}")
    colors = editor.js(
        "return [...root.querySelectorAll('.list li')].map((row) => [row.className, getComputedStyle(row.querySelector('.text')).color])"
    )
    own = {color for name, color in colors if name == "own"}
    scene.expect(own == {"rgb(59, 76, 184)"} and len(colors) == 4, f"one's own are blue: {colors}")
    scene.expect(("", "rgb(27, 28, 31)") in [tuple(each) for each in colors], f"the others are black: {colors}")
    scene.expect("common:language Sprache umschalten open · was “Wechseln Locale”" in editor.text(".list"), editor.text(".list"))

    # By its button, with Undo.
    editor.js("return [...root.querySelectorAll('.list .icon')].find((button) => button.ariaLabel.includes('umschalten'))").click()
    editor.wait(lambda: editor.shown("#language") == "Wechseln Locale", "deleting shows the released text again")
    editor.wait(lambda: "Deleted." in editor.text(".toast"), "and offers to undo it")
    editor.one(".toast button").click()
    editor.wait(lambda: editor.shown("#language") == "Sprache umschalten", "which proposes the text again")

    # By the key.
    editor.wait(lambda: "Sprache umschalten" in editor.text(".list"), "the list has it again")
    editor.js("[...root.querySelectorAll('.list .icon')].find((button) => button.ariaLabel.includes('Eins mehr')).focus()")
    editor.browser.press(Keys.DELETE)
    editor.wait(lambda: editor.shown("#more") == "Noch eins", "the Delete key deletes")

    # By a swipe from right to left; a short one does nothing.
    editor.wait(lambda: "Eins mehr" not in editor.text(".list"), "the row is gone")
    for distance in [-40, -150]:
        row = editor.js("return [...root.querySelectorAll('.list .own .row')].find((row) => row.innerText.includes('Sache im Wagen'))")
        scene.expect(row is not None, f"{distance}: the row is there before")
        ActionChains(editor.browser.driver, duration=20).click_and_hold(row).move_by_offset(distance, 0).release().perform()
    editor.wait(lambda: editor.shown("#count") == "1 Ding im Wagen", "a swipe deletes")
    values = sorted(str(each["value"]) for each in scene.ask("/proposals?locale=de")[1])
    scene.expect(values == ["Sprache umschalten", "Sprache ändern"], f"the server has what is left: {values}")
    editor.browser.press(Keys.ESCAPE)
    editor.wait(lambda: not editor.has(".list"), "Escape closes the list")


def leave(scene, editor):
    editor.browser.press(Keys.ESCAPE)
    editor.wait(lambda: not editor.has(".bar"), "Escape leaves the mode")
    words = "2 proposals for this app, 1 of them yours. Show list"
    editor.wait(lambda: editor.text(".toast") == words, f"the toast says how many there are: {editor.text('.toast')}")
    region = "return root.querySelector('.toast').parentElement.role"
    scene.expect(editor.js(region) == "status", "and screen readers are told")
    seconds = "return getComputedStyle(root.querySelector('.toast i')).animationDuration"
    scene.expect(editor.js(seconds) == "3s", "it stays for three seconds")
    ActionChains(editor.browser.driver, duration=0).move_to_element(editor.one(".toast")).perform()
    state = "return getComputedStyle(root.querySelector('.toast i')).animationPlayState"
    scene.expect(editor.js(state) == "paused", "the time stands still under the pointer")
    editor.one(".toast button").click()
    editor.wait(lambda: "On this page, 2" in editor.text(".list"), f"Show list opens the list: {editor.text('.list')}")
    editor.one(".list header .icon").click()
    editor.wait(lambda: editor.browser.js("return document.querySelector('dragoman-in-context')") is None, "nothing is left then")
    editor.enter()
    editor.one(".bar .done").click()
    editor.wait(lambda: editor.has(".toast"), "Done leaves the mode, too")
    ActionChains(editor.browser.driver, duration=0).move_by_offset(1, 1).move_to_element(editor.browser.one("h1")).perform()
    editor.wait(lambda: editor.browser.js("return document.querySelector('dragoman-in-context')") is None, "the toast goes by itself")


def come_again(scene, app, editor):
    editor.open()
    editor.wait(lambda: editor.shown("#language") == "Sprache umschalten", "open proposals are shown when the page is opened again")
    editor.browser.js("document.querySelector('#language').click()")
    editor.wait(lambda: editor.browser.js("return document.documentElement.dir") == "rtl", "the app changes to Arabic")
    editor.enter()
    editor.open_text("سلة التسوق")
    field = editor.js("const field = root.querySelector('textarea'); return [field.lang, field.dir]")
    scene.expect(field == ["ar", "rtl"], f"the field has the language's direction: {field}")
    editor.propose("سلتك")
    scene.expect(editor.shown("h1") == "سلتك", "a text from right to left is shown at once")
    editor.browser.press(Keys.ESCAPE, Keys.ESCAPE)
    editor.browser.js("document.querySelector('#language').click()")
    editor.wait(lambda: editor.browser.js("return document.documentElement.lang") == "en", "the app changes to English")
    scene.expect(editor.shown("h1") == "Your cart", "a proposal is for its language only")


def a_reviewer_accepts(scene, app, editor):
    [proposal] = [each["id"] for each in scene.ask("/proposals?locale=de")[1] if each["value"] == "Sprache umschalten"]
    scene.accept(proposal)
    scene.expect(scene.stored("de", "language") == "Sprache umschalten", "the reviewer's acceptance stores it")
    other = app.open()
    other.wait(lambda: other.shown("#language") == "Sprache umschalten", "everybody sees it")
    [rejected] = [each["id"] for each in scene.ask("/proposals?locale=ar")[1]]
    scene.has_worked(scene.ask("/proposals/reject", {"ids": [rejected], "code": "style", "reason": "Too short"}))
    editor.open()
    editor.enter()
    editor.one(".bar .mine").click()
    editor.wait(lambda: "accepted" in editor.text(".list"), f"its author sees that, too: {editor.text('.list')}")
    scene.expect("rejected “style: Too short”" in editor.text(".list"), f"and why another one was rejected: {editor.text('.list')}")
    scene.expect(not editor.has(".list .own"), "decided ones are not blue")
    editor.browser.press(Keys.ESCAPE, Keys.ESCAPE)
