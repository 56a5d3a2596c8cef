"""The pages in German and Arabic: axe-core, console, direction, widths, and no English words."""

import accessibility
import chromium
import layout
from axe_core_python.selenium import Axe
from scene import string

# The pages, and what to press on them. States of the English pages are tested elsewhere.
PAGES = [
    ("project", "", None),
    ("what waits", "/review", None),
    ("changes", "/changes?from=main~1&show=added&show=changed&show=removed&show=proposals", None),
    ("releases", "/releases", ".releases details.menu summary"),
    ("a release", "/releases", ".releases h3 a"),
    ("point a channel", "/releases/point?channel=production&to=v1.3", None),
    ("point a channel, wrong", "/releases/point?channel=production&to=v1.33", None),
    ("new channel", "/releases/point", None),
    ("remove a channel", "/releases/remove?channel=stable", None),
    ("what the app said", string("de", "h1", channel="production", at="today"), None),
    ("activity", "/activity", None),
    ("people", "/people", None),
    ("settings", "/settings", None),
    ("search", "/search?q=server", None),
    ("replace", "/replace?q=Fehler&with=Irrtum", None),
    ("strings", "/languages/de", "[data-row] input:enabled"),
    ("strings, nothing found", "/languages/de?q=locael", None),
    ("a string", string("fr", "error-with-status"), "article [data-key~=n]"),
    ("a string in conflict", string("de", "terms", "client-page"), None),
    ("no such string", string("de", "chnage-locale"), None),
    ("review", "/languages/de/review", "#card [data-key~=n]"),
    ("translate a plural", "/languages/ar/translate?at=client-page%2Fitems&from=client-page%2Fterms", None),
    ("import", "/languages/de/import", None),
    ("download", "/languages/de/download", None),
    ("edit a string", "/strings/edit?section=common&key=error-with-status", None),
    ("new language", "/languages/new?name=Urdu", None),
    ("settings of a language", "/languages/ar/settings", None),
    ("shortcuts", "", ".foot a"),
]

# English words of the page itself: outside of texts, names, keys and refusals, which have a language
# or a direction of their own, and outside of the names of checks, which settings offer as boxes.
ENGLISH = """
const words = new RegExp('(?<![-\\\\w.])(the|and|of|with|strings?|proposals?|languages?|changes?|texts?|reviewed|missing|search'
  + '|settings)(?![-\\\\w])');
const own = 'bdi, code, pre, textarea, input, datalist, kbd, .tag, .key, .own, .crumbs, [translate], [dir="auto"], '
  + '[lang]:not(html), option, .boxes label';
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
const found = [];
for (let node = walker.nextNode(); node; node = walker.nextNode()) {
  if (words.test(node.data) && !node.parentElement.closest(own)) found.push(node.data.trim());
}
for (const element of document.querySelectorAll('[aria-label], [placeholder]')) {
  if (element.closest('[lang]:not(html)')) continue;
  for (const name of ['aria-label', 'placeholder']) {
    const text = element.getAttribute(name) ?? '';
    if (words.test(text)) found.push(`${name}=${text}`);
  }
}
return found;
"""


def run(scene):
    for tag, direction in [("de", "ltr"), ("ar", "rtl")]:
        browser = scene.browser(who="Ada")
        choose(browser, tag)
        axe = Axe()
        for name, path, press in PAGES:
            place = f"{name} in {tag}"
            accessibility.look(browser, "light", 1280)
            browser.open(path)
            if press:
                browser.one(press).click()
            html = browser.js("return [document.documentElement.lang, getComputedStyle(document.documentElement).direction]")
            scene.expect(html == [tag, direction], f"{place}: {html}")
            for line in browser.console(allowed=accessibility.ANSWERS):
                scene.expect(False, f"{place}: the console says {line}")
            english = browser.js(ENGLISH)
            scene.expect(not english, f"{place}: English words: {english}")
            texts = browser.js(layout.UNDIRECTED)
            scene.expect(not texts, f"{place}: no language or direction: {texts}")
            accessibility.judge(scene, browser, axe, f"{place}, 1280 px")
            for width in layout.WIDTHS[:4] + [1280]:
                chromium.resize(browser.driver, width)
                beyond = browser.js(layout.BEYOND)
                scene.expect(beyond is None, f"{place} at {width} px scrolls sideways: {beyond}")
    signed_out(scene)


def choose(browser, tag):
    """Chooses the language on the account page."""
    browser.open(browser.address + "/account")
    browser.js("document.getElementById('language').value = arguments[0]", tag)
    browser.one("form[action$='/account'] .primary").click()
    browser.wait(lambda: browser.js("return document.documentElement.lang") == tag, f"the pages are in {tag}")


def signed_out(scene):
    """Without a choice, the browser's languages decide."""
    browser = scene.browser(who=None)
    browser.cdp("Network.enable")
    browser.cdp("Network.setExtraHTTPHeaders", headers={"Accept-Language": "ar-EG,ar;q=0.9,en;q=0.5"})
    browser.open(browser.address + "/login")
    scene.expect(browser.js("return document.documentElement.dir") == "rtl", "the sign-in page is in Arabic")
    browser.one("#token").send_keys("dgp_wrong")
    browser.one("main button").click()
    browser.wait(lambda: browser.one("#token-error").is_displayed(), "a wrong token is refused")
    scene.expect(not browser.js(ENGLISH), f"the sign-in page has English words: {browser.js(ENGLISH)}")
