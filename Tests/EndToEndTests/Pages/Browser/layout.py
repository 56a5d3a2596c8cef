"""Widths and large text; forced colors; the languages and directions of texts."""

import chromium
import states
from selenium.webdriver.common.keys import Keys

WIDTHS = [320, 360, 640, 768, 1024, 1280, 1440]

# Elements that extend beyond the page's side, outside of boxes that scroll or clip, if the page
# scrolls.
BEYOND = """
const width = document.documentElement.clientWidth;
if (document.documentElement.scrollWidth <= width) return null;
const isClipped = (element) => {
  for (let box = element.parentElement; box && box !== document.body; box = box.parentElement) {
    if (getComputedStyle(box).overflowX !== 'visible') return true;
  }
  return false;
};
const found = [...document.querySelectorAll('body *')].filter((element) => {
  const box = element.getBoundingClientRect();
  return box.width > 0 && (box.right > width + 1 || box.left < -1) && !isClipped(element);
});
const places = found.map((element) => `${element.localName}.${element.getAttribute('class')}`);
return `${document.documentElement.scrollWidth} px wide: ${places.slice(-4).join(', ')}`;
"""

# Texts of translations without a language or a direction, or with the wrong one.
UNDIRECTED = """
const isRightToLeft = (tag) => /^(ar|fa|he|ur)(-|$)/.test(tag);
return [...document.querySelectorAll('bdi[translate], textarea[data-field]')]
  .filter((text) => !text.lang || text.dir !== (isRightToLeft(text.lang) ? 'rtl' : 'ltr'))
  .map((text) => text.outerHTML.slice(0, 200));
"""

# Buttons and fields that cannot be distinguished from the page. Of a field for a file, the button is
# what people see.
INVISIBLE = """
return [...document.querySelectorAll('a.button, button.button, summary.button, input, select, textarea')]
  .filter((control) => control.checkVisibility() && control.type !== 'hidden' && !control.matches('.quiet, [type=checkbox], [type=radio]'))
  .filter((control) => {
    const style = getComputedStyle(control, control.type === 'file' ? '::file-selector-button' : null);
    return style.borderBlockStartStyle === 'none' || parseFloat(style.borderBlockStartWidth) < 1
      || style.borderBlockStartColor === style.backgroundColor && style.backgroundColor === getComputedStyle(document.body).backgroundColor;
  })
  .map((control) => control.outerHTML.slice(0, 120));
"""

# The focused element, if its focus is invisible: it has no outline, or another element covers it.
UNSEEN_FOCUS = """
const element = document.activeElement;
if (!element || element === document.body) return null;
const style = getComputedStyle(element);
// A row's link and its box have the focus drawn around the whole row.
const shown = [element, element.closest('[data-row], li, label')].filter(Boolean)
  .some((box) => getComputedStyle(box).outlineStyle !== 'none' && parseFloat(getComputedStyle(box).outlineWidth) >= 1
    || getComputedStyle(box, '::after').outlineStyle !== 'none' && parseFloat(getComputedStyle(box, '::after').outlineWidth) >= 1);
if (!shown) return `no outline: ${element.outerHTML.slice(0, 160)}`;
const box = element.getBoundingClientRect();
if (box.width < 3) return null;
const top = document.elementFromPoint(box.left + box.width / 2, box.top + Math.min(box.height / 2, 200));
const isCovered = top && !element.contains(top) && !top.contains(element) && !(top.labels ?? top.closest('label'));
return isCovered ? `${top.outerHTML.slice(0, 80)} covers ${element.outerHTML.slice(0, 160)}` : null;
"""



# The part of the window's height that the bar at its end takes.
BAR = """
const bar = [...document.querySelectorAll('.walk-bar, .bulk')].find((bar) => bar.checkVisibility({ visibilityProperty: true }));
return bar ? bar.getBoundingClientRect().height / innerHeight : 0;
"""


def judge(scene, browser, place, directions):
    """Looks at a page at all widths."""
    for direction in directions:
        browser.js("document.documentElement.dir = arguments[0]", direction)
        for width in WIDTHS if direction == "ltr" else WIDTHS[::3]:
            chromium.resize(browser.driver, width)
            beyond = browser.js(BEYOND)
            scene.expect(beyond is None, f"{place}, {direction} at {width} px scrolls sideways: {beyond}")


def run(scene):
    large = scene.browser(font_size=32)
    for name, open_state in states.still(large):
        open_state()
        judge(scene, large, f"{name}, text of 200 %", ["ltr"])
    large = scene.browser(who="Ada", font_size=32)
    for name, open_state in states.still(large, states.of_admin):
        open_state()
        judge(scene, large, f"{name}, text of 200 %", ["ltr"])
        chromium.resize(large.driver, 640)
        part = large.js(BAR)
        scene.expect(part < 0.34, f"{name}, text of 200 % at 640 px: the bar takes {part:.0%} of the height")
    browser = scene.browser()
    chromium.emulate(browser.driver, "light", forced_colors="active", prefers_reduced_motion="reduce")
    for name, open_state in states.all_of(browser):
        if name in ("project", "strings, one selected", "a string", "review, reject", "translate a plural"):
            open_state()
            judge_forced(scene, browser, name)
    browser = scene.browser(who="Ada")
    chromium.emulate(browser.driver, "light", forced_colors="active", prefers_reduced_motion="reduce")
    for name, open_state in states.of_admin(browser):
        if name in ("edit a string", "rename a string, refused", "remove a string", "new language, found", "channels, a conflict",
                    "point a channel, back"):
            open_state()
            judge_forced(scene, browser, name)


def judge_forced(scene, browser, name):
    """Controls are visible in forced colors, and so is the focus, which Tab moves to each of them."""
    controls = browser.js(INVISIBLE)
    scene.expect(not controls, f"{name}, forced colours: cannot be seen: {controls}")
    browser.js("document.activeElement.blur(); scrollTo(0, 0)")
    for _ in range(25):
        browser.press(Keys.TAB)
        unseen = browser.js(UNSEEN_FOCUS)
        scene.expect(unseen is None, f"{name}, forced colours, focus: {unseen}")
