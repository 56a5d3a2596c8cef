"""Every page and state: axe-core, console, directions, widths, mirrored."""

import chromium
import layout
import states
from axe_core_python.selenium import Axe

# The console messages that error pages always cause.
ANSWERS = ["the server responded with a status of"]

# Findings in a closed `details` are ignored: axe-core 4.4 treats its contents as visible.
IS_SHOWN = "return document.querySelector(arguments[0])?.checkVisibility({visibilityProperty: true}) ?? true"


def run(scene):
    browser = scene.browser()
    look_at(scene, browser, states.all_of(browser))
    browser = scene.browser(who="Ada")
    look_at(scene, browser, states.of_admin(browser))
    browser = scene.browser(who=None)
    look_at(scene, browser, states.signed_out(browser))


def look_at(scene, browser, all_states):
    axe = Axe()
    for name, open_state in all_states:
        look(browser, "light", 1280)
        open_state()
        for line in browser.console(allowed=ANSWERS):
            scene.expect(False, f"{name}: the console says {line}")
        texts = browser.js(layout.UNDIRECTED)
        scene.expect(not texts, f"{name}: no language or direction: {texts}")
        for scheme, width in [("light", 1280), ("dark", 1280), ("dark", 360), ("light", 360)]:
            look(browser, scheme, width)
            judge(scene, browser, axe, f"{name}, {scheme}, {width} px")
        layout.judge(scene, browser, name, ["ltr", "rtl"])


def look(browser, scheme, width):
    chromium.emulate(browser.driver, scheme, prefers_reduced_motion="reduce")
    chromium.resize(browser.driver, width)


def judge(scene, browser, axe, place):
    found = axe.run(browser.driver, options={"resultTypes": ["violations"]})
    for violation in found["violations"]:
        if violation["impact"] not in ("serious", "critical") and violation["id"] != "color-contrast":
            continue
        nodes = [node for node in violation["nodes"] if browser.js(IS_SHOWN, node["target"][-1])]
        said = [f"{node['html'][:200]} ({node['failureSummary'][:200]})" for node in nodes[:3]]
        scene.expect(not said, f"{place}: {violation['id']}, {violation['impact']}: {said}")
