"""The in-context editor on a phone: a sheet from below, large controls, and fingers."""

from app import App


def run(scene):
    app = App(scene)
    editor = app.open(width=360, height=740)
    browser = editor.browser
    browser.cdp("Emulation.setDeviceMetricsOverride", width=360, height=740, deviceScaleFactor=2, mobile=True)
    browser.cdp("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=1)
    app.add("handle", "<p id=greeting></p>", "document.querySelector('#greeting').textContent = i18next.t('close');",
            "{ close: 'Schließen' }", "{ handle: true }")
    editor.open("handle.html")
    tap(editor, ".handle")
    editor.wait(lambda: editor.has(".bar"), "a tap on the handle enters the mode")
    editor.open()
    editor.enter()
    small = editor.js("return [...root.querySelectorAll('.bar button')].filter((button) => button.offsetHeight < 44).length")
    scene.expect(small == 0, "the bar's buttons are large enough for fingers")
    scene.expect("texts Mine, 0" in editor.text(".bar"), f"the bar is short: {editor.text('.bar')}")

    tap_text(editor, "Wechseln Locale")
    editor.wait(lambda: editor.has(".panel textarea"), "a tap on a text opens the sheet")
    sheet = editor.js("const { left, right, bottom } = root.querySelector('.panel').getBoundingClientRect(); return [left, right, bottom]")
    scene.expect(sheet == [0, 360, 740], f"it fills the bottom: {sheet}")
    small = editor.js("return [...root.querySelectorAll('.panel button')].filter((button) => button.offsetHeight < 44).length")
    scene.expect(small == 0, "its buttons are large enough")
    editor.write("Sprache wechseln")
    tap(editor, ".panel .primary")
    editor.wait(lambda: editor.shown("#language") == "Sprache wechseln", "the page shows the proposal at once")
    tap(editor, ".panel header .icon")

    tap(editor, ".bar .mine")
    editor.wait(lambda: editor.has(".list .own"), "the list opens")
    scene.expect(editor.js("return root.querySelector('.list .own .icon').offsetHeight") >= 44, "its buttons are large enough")
    wide = "return document.documentElement.scrollWidth <= 360 && root.querySelector('.list').scrollWidth <= 360"
    scene.expect(editor.js(wide), "nothing is wider than the screen")
    swipe(editor, ".list .own .row", -60)
    scene.expect(editor.has(".list .own"), "a short swipe changes nothing")
    swipe(editor, ".list .own .row", 150)
    scene.expect(editor.has(".list .own"), "nor does one to the other side")
    swipe(editor, ".list .own .row", -150)
    editor.wait(lambda: editor.shown("#language") == "Wechseln Locale", "a swipe from right to left deletes")
    editor.wait(lambda: editor.has(".toast button"), "and can be undone")
    tap(editor, ".toast button")
    editor.wait(lambda: editor.shown("#language") == "Sprache wechseln", "by a tap")

    shake(editor)
    editor.wait(lambda: editor.has(".bar"), "a shake does nothing unless the app enables it")
    app.add("shake", "<p id=greeting></p>", "document.querySelector('#greeting').textContent = i18next.t('close');",
            "{ close: 'Schließen' }", "{ shake: true }")
    editor.open("shake.html")
    shake(editor)
    editor.wait(lambda: editor.has(".bar"), "a shake enters the mode")
    shake(editor)
    editor.wait(lambda: not editor.has(".bar"), "a shake leaves it")


def point(editor, element):
    box = "const { left, top, width, height } = arguments[0].getBoundingClientRect(); return [left + width / 2, top + height / 2]"
    return editor.browser.js(box, element)


def touch(editor, kind, *points):
    editor.browser.cdp("Input.dispatchTouchEvent", type=kind, touchPoints=[{"x": x, "y": y} for x, y in points])


def tap_at(editor, place):
    touch(editor, "touchStart", place)
    touch(editor, "touchEnd")


def tap(editor, selector):
    editor.wait(lambda: editor.has(selector), f"{selector} is there")
    tap_at(editor, point(editor, editor.one(selector)))


def tap_text(editor, text):
    tap_at(editor, point(editor, editor.mark(text)))


def swipe(editor, selector, distance):
    x, y = point(editor, editor.one(selector))
    x -= 60
    touch(editor, "touchStart", (x, y))
    for step in range(1, 11):
        touch(editor, "touchMove", (x + distance * step / 10, y))
    # The finger rests before it is lifted. After a fling, the next tap would only stop it.
    for _ in range(10):
        editor.browser.driver.execute_async_script("requestAnimationFrame(() => requestAnimationFrame(arguments[0]))")
        touch(editor, "touchMove", (x + distance, y))
    touch(editor, "touchEnd")


def shake(editor):
    editor.browser.js(
        """
        for (const x of [20, -20, 20]) {
          dispatchEvent(new DeviceMotionEvent('devicemotion', { acceleration: { x, y: 0, z: 0 } }));
        }
        """
    )
