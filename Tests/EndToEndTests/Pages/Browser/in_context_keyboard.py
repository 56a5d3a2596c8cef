"""The in-context editor with only the keyboard, and for programs that read the page aloud."""

import accessibility
from app import App
from axe_core_python.selenium import Axe
from selenium.webdriver.common.keys import Keys

FOCUSED = "return root?.activeElement?.ariaLabel || root?.activeElement?.innerText || root?.activeElement?.id || ''"


def run(scene):
    app = App(scene)
    editor = app.open()
    use_keys(scene, editor)
    keep_own_keys(scene, app)
    be_accessible(scene, editor)


def use_keys(scene, editor):
    editor.browser.js("document.querySelector('#more').focus()")
    editor.enter()
    order = []
    while len(order) < 40:
        editor.browser.press(Keys.TAB)
        order.append(editor.js(FOCUSED))
        # The rows of the list, which shows others as it is scrolled.
        editor.browser.driver.execute_async_script("requestAnimationFrame(() => requestAnimationFrame(arguments[0]))")
    texts = [name.removeprefix("Propose for: ") for name in order]
    rows = [f"Bestellung {number}" for number in range(1, 22)]
    scene.expect(texts[:4] == ["My proposals, 0", "DoneEsc", "Ihr Warenkorb", "Im Laden suchen"], f"Tab begins with the bar: {texts}")
    scene.expect(texts[17:38] == rows, f"and reaches all marks in order, also those that only scrolling shows: {texts}")
    tab_to(editor, "Propose for: Wechseln Locale", is_back=True)
    outline = editor.js("return getComputedStyle(root.activeElement).outlineStyle")
    scene.expect(outline == "solid", "the focus can be seen")
    editor.browser.press(Keys.ENTER)
    editor.wait(lambda: editor.js("return root.activeElement?.localName") == "textarea", "Enter opens the popover, with the focus in its field")
    editor.browser.chord(Keys.CONTROL, "a")
    editor.browser.press("Sprache wechseln")
    tab_to(editor, "Propose")
    editor.browser.press(Keys.ENTER)
    editor.wait(lambda: editor.shown("#language") == "Sprache wechseln", "the button proposes")
    editor.browser.press(Keys.ESCAPE)
    editor.wait(lambda: "Sprache wechseln" in editor.js(FOCUSED), f"the focus is on the mark again: {editor.js(FOCUSED)}")
    tab_to(editor, "My proposals, 1", is_back=True)
    editor.browser.press(Keys.ENTER)
    editor.wait(lambda: editor.has(".list .own"), "the list opens")
    tab_to(editor, "Delete “Sprache wechseln”")
    editor.browser.press(Keys.DELETE)
    editor.wait(lambda: editor.shown("#language") == "Wechseln Locale", "the Delete key deletes")
    editor.wait(lambda: not editor.has(".list .own"), "its row is gone")
    scene.expect(editor.js("return root.activeElement !== null"), "the focus is not lost")
    tab_to(editor, "Undo")
    editor.browser.press(Keys.ENTER)
    editor.wait(lambda: editor.shown("#language") == "Sprache wechseln", "and Undo proposes it again")
    editor.browser.press(Keys.ESCAPE)
    editor.wait(lambda: not editor.has(".list"), "Escape closes the list")
    editor.browser.press(Keys.ESCAPE)
    editor.wait(lambda: not editor.has(".bar"), "Escape leaves the mode")
    scene.expect(editor.browser.js("return document.activeElement.id") == "more", "the app has its focus again")


def tab_to(editor, name, is_back=False):
    """Presses Tab, or Shift Tab, so that the rows of the endless list are not passed."""
    for _ in range(60):
        if editor.js(FOCUSED).startswith(name):
            return
        editor.browser.chord(Keys.SHIFT, Keys.TAB) if is_back else editor.browser.press(Keys.TAB)
        editor.browser.driver.execute_async_script("requestAnimationFrame(() => requestAnimationFrame(arguments[0]))")
    editor.expect(False, f"Tab reaches {name}; the focus is on {editor.js(FOCUSED)}")


def keep_own_keys(scene, app):
    script = "document.addEventListener('keydown', ({ key }) => (document.body.dataset.keys = (document.body.dataset.keys ?? '') + key));"
    app.add("keys", "<p id=greeting></p>", script + "document.querySelector('#greeting').textContent = i18next.t('common:close');",
            "{ close: 'Schließen' }")
    editor = app.open("keys.html")
    editor.browser.press("x")
    editor.enter()
    editor.open_text("Schließen")
    editor.browser.press("abc")
    keys = editor.browser.js("return document.body.dataset.keys")
    scene.expect(keys == "xControlShift", f"the app's shortcuts do not see what is typed: {keys}")


def be_accessible(scene, editor):
    axe = Axe()
    states = [
        ("marks", lambda: editor.enter()),
        ("popover", lambda: editor.open_text("3 Dinge im Wagen")),
        ("findings", lambda: editor.write("Sachen")),
        ("list", lambda: (editor.browser.press(Keys.ESCAPE), editor.one(".bar .mine").click())),
        ("toast", lambda: (editor.browser.press(Keys.ESCAPE), editor.leave())),
    ]
    for name, reach in states:
        accessibility.look(editor.browser, "light", 1280)
        reach()
        expected = {"marks": ".mark", "popover": "textarea", "findings": ".findings .bad", "list": ".list .own", "toast": ".toast"}[name]
        editor.wait(lambda: editor.has(expected), f"{name} can be seen")
        if name == "toast":
            editor.one(".toast button").send_keys("")
            editor.js("root.querySelector('.toast button').focus()")
        for scheme, width in [("light", 1280), ("dark", 1280), ("dark", 360), ("light", 360)]:
            accessibility.look(editor.browser, scheme, width)
            accessibility.judge(scene, editor.browser, axe, f"in context: {name}, {scheme}, {width} px")
