"""Pages that are hard for the in-context editor: large, strict, changing, hostile, or on another origin."""

import base64
import hashlib
import json
import urllib.request

from app import App, png
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

SHOW = "const show = () => { for (const element of document.querySelectorAll('[data-text]')) element.textContent = i18next.t(element.dataset.text); };"
SHOW += "i18next.on('languageChanged', show); show();"

# Everything of the host that the editor could change: elements, attributes, texts, and computed styles.
HOST = """
const seen = [];
const look = (node) => {
  if (node.localName === 'dragoman-in-context') return;
  if (node.nodeType === Node.ELEMENT_NODE) {
    seen.push(node.localName, [...node.attributes].map(({ name, value }) => `${name}=${value}`).join());
    for (const pseudo of [null, '::before', '::after']) {
      const style = getComputedStyle(node, pseudo);
      seen.push([...style].map((name) => style.getPropertyValue(name)).join());
    }
    if (node.shadowRoot) look(node.shadowRoot);
  } else if (node.nodeType === Node.TEXT_NODE) seen.push(node.data);
  node.childNodes.forEach(look);
};
look(document.documentElement);
return seen.join('\\n');
"""


def run(scene):
    app = App(scene)
    leave_no_trace(scene, app)
    obey_a_strict_policy(scene, app)
    pin_the_script(scene, app)
    hold_no_elements(scene, app)
    show_many_texts(scene, app)
    follow_changes(scene, app)
    find_texts(scene, app)
    go_above_dialogs(scene, app)
    work_without_i18next(scene, app)
    work_without_storage(scene, app)
    stay_off(scene, app)


def leave_no_trace(scene, app):
    editor = app.open()
    before = editor.browser.js(HOST)
    editor.enter()
    during = editor.browser.js(HOST)
    editor.open_text("Ihr Warenkorb")
    popover = editor.browser.js(HOST)
    editor.browser.press(Keys.ESCAPE)
    editor.leave()
    editor.wait(lambda: editor.has(".toast"), "the toast comes")
    editor.wait(lambda: editor.browser.js("return document.querySelector('dragoman-in-context')") is None, "and goes")
    after = editor.browser.js(HOST)
    scene.expect(len(before) > 100_000, "the page has elements and styles")
    for name, seen in [("in the mode", during), ("beside the popover", popover), ("afterwards", after)]:
        scene.expect(seen == before, f"the host is the same {name}: {difference(before, seen)}")
    html = editor.browser.js("return document.documentElement.lastElementChild.localName")
    scene.expect(html == "body", f"no element is left: {html}")


def difference(one, other):
    return [pair for pair in zip(one.split("\n"), other.split("\n")) if pair[0] != pair[1]][:2]


def obey_a_strict_policy(scene, app):
    app.headers["Content-Security-Policy"] = (
        f"default-src 'self' {scene.address}; img-src 'self' data:; require-trusted-types-for 'script'; trusted-types 'none'"
    )
    app.add("strict", "<h1 data-text=close></h1>", SHOW, "{ close: 'Schließen' }")
    editor = app.open("strict.html")
    editor.enter()
    editor.open_text("Schließen")
    color = editor.js("return getComputedStyle(root.querySelector('.primary')).backgroundColor")
    scene.expect(color == "rgb(59, 76, 184)", f"the style sheet works: {color}")
    editor.write("Zumachen")
    scene.expect(editor.attach(png()), "a picture is shown")
    editor.propose("Zumachen")
    scene.expect(editor.shown("h1") == "Zumachen", "the whole flow works under a strict policy")
    editor.one(".panel .bad").click()
    editor.wait(lambda: editor.shown("h1") == "Schließen", "deleting, too")
    for line in editor.browser.console():
        scene.expect(False, f"a strict policy is violated: {line}")
    app.headers.clear()


def pin_the_script(scene, app):
    """The hash of an import map, as in the guide."""
    with urllib.request.urlopen(f"{scene.address}/in-context.js") as response:
        script = response.read()
    for contents, is_right in [(script, True), (script + b" ", False)]:
        digest = base64.b64encode(hashlib.sha384(contents).digest()).decode()
        pins = json.dumps({"integrity": {f"{scene.address}/in-context.js": f"sha384-{digest}"}})
        app.add("pinned", "<p data-text=close></p>", SHOW, "{ close: 'Schließen' }", head=f"<script type=importmap>{pins}</script>")
        editor = app.open("pinned.html" if is_right else "")
        if not is_right:
            editor.browser.driver.get(f"{app.address}/pinned.html")
            lines = []

            def refused():
                lines.extend(editor.browser.console())
                return any("integrity" in line for line in lines)

            editor.wait(refused, f"another script is refused: {lines}")
        ready = editor.browser.js("return document.documentElement.matches('[data-ready]')")
        scene.expect(ready == is_right, f"the script is loaded only if its hash is right: {ready}, {is_right}")


def hold_no_elements(scene, app):
    app.add("heap", "<main></main><p data-text=close></p>", SHOW, "{ close: 'Schließen' }")
    editor = app.open("heap.html")
    browser = editor.browser
    browser.cdp("HeapProfiler.enable")

    def measure():
        browser.driver.execute_async_script("requestAnimationFrame(() => requestAnimationFrame(arguments[0]))")
        browser.cdp("HeapProfiler.collectGarbage")
        return {metric["name"]: metric["value"] for metric in browser.cdp("Performance.getMetrics")["metrics"]}

    browser.cdp("Performance.enable")
    churn = """
      const main = document.querySelector('main');
      for (let index = 0; index < 10_000; index++) {
        const element = document.createElement('p');
        element.title = i18next.t('close');
        element.append(i18next.t('close'));
        main.append(element);
      }
    """
    # The first round fills caches.
    for round in range(2):
        editor.enter()
        before = measure()
        browser.js(churn)
        editor.wait(lambda: editor.js("return root.querySelectorAll('.mark').length") == 20_001, "10,000 new elements have marks")
        browser.js("document.querySelector('main').replaceChildren()")
        editor.wait(lambda: editor.js("return root.querySelectorAll('.mark').length") == 1, "removed elements lose theirs")
        after = measure()
        editor.leave()
    grown = after["Nodes"] - before["Nodes"]
    scene.expect(grown < 1_000, f"no removed element is held: {grown} nodes more")
    grown = after["JSHeapUsedSize"] - before["JSHeapUsedSize"]
    scene.expect(grown < 2_000_000, f"the heap is as before: {grown} bytes more")
    left = measure()
    scene.expect(left["Nodes"] <= before["Nodes"] + 100, f"leaving frees the marks: {left['Nodes']} nodes, {before['Nodes']} before")


def show_many_texts(scene, app):
    app.add(
        "many", "<main></main>",
        "const main = document.querySelector('main');"
        "for (let index = 0; index < 5000; index++) main.append(Object.assign(document.createElement('p'),"
        " { textContent: i18next.t('row', { index }) }));",
        "{ row: 'Der Text {{index}}' }",
    )
    editor = app.open("many.html")
    editor.enter()
    editor.wait(lambda: "5000 texts on this page" in editor.text(".bar"), f"5,000 texts are found: {editor.text('.bar')}")
    editor.browser.js("scrollTo(0, document.documentElement.scrollHeight)")
    editor.wait(lambda: "Propose for: Der Text 4999" in editor.marks(), "the last has a mark")
    editor.mark("Der Text 4990").click()
    editor.wait(lambda: editor.text(".panel header code") == "common:row", "and opens its string")


def follow_changes(scene, app):
    app.add(
        "changes",
        "<style>#box { height: 120px; overflow: auto } #box p { height: 60px; margin: 0 }</style>"
        "<main><h1 data-text=close></h1></main><div id=box><p data-text=a></p><p data-text=b></p><p data-text=c></p></div>",
        SHOW, "{ close: 'Schließen', a: 'Erster Text', b: 'Zweiter Text', c: 'Dritter Text', lost: 'Nur hier' }",
    )
    editor = app.open("changes.html")
    editor.enter()
    scene.expect("Propose for: Dritter Text" not in editor.marks(), f"a text that is scrolled away has no visible mark: {editor.marks()}")
    # In the frame of the scrolling itself.
    lag = editor.browser.driver.execute_async_script(
        """
        const [done] = arguments;
        const root = document.querySelector('dragoman-in-context').shadowRoot;
        const text = document.querySelector('[data-text=b]');
        const mark = [...root.querySelectorAll('.mark')].find((mark) => mark.ariaLabel.endsWith('Zweiter Text'));
        const lag = () => {
          const range = new Range();
          range.selectNodeContents(text);
          return Math.round(mark.getBoundingClientRect().top - range.getBoundingClientRect().top);
        };
        const before = lag();
        document.querySelector('#box').addEventListener('scroll', () => requestAnimationFrame(() => setTimeout(() => done([before, lag()]))));
        document.querySelector('#box').scrollTop = 31;
        """
    )
    scene.expect(lag[0] == lag[1], f"marks follow scrolling: {lag}")
    editor.browser.js("document.body.style.paddingTop = '77px'")
    editor.wait(lambda: top(editor, "h1") == top(editor, None), "marks follow the layout")
    editor.browser.js("document.body.style.paddingTop = ''")

    # The page changes while the popover is open.
    editor.open_text("Schließen")
    editor.write("Was ich gerade schreibe")
    editor.browser.js("document.querySelector('main').remove()")
    editor.wait(lambda: editor.mark("Schließen") is None, "the text is gone")
    scene.expect(editor.one("textarea").get_attribute("value") == "Was ich gerade schreibe", "what is typed stays")
    editor.propose("Was ich gerade schreibe, und mehr")
    editor.browser.press(Keys.ESCAPE)
    scene.expect(editor.js("return root.activeElement !== null"), "the focus is not lost")


def top(editor, selector):
    if selector is None:
        return editor.js("return Math.round(root.querySelector('.mark').getBoundingClientRect().top) + 4")
    return editor.browser.js(
        "const range = new Range(); range.selectNodeContents(document.querySelector(arguments[0])); return Math.round(range.getBoundingClientRect().top)",
        selector,
    )


def find_texts(scene, app):
    app.add(
        "texts",
        """
        <p id=two data-text=close></p> <p id=cut></p> <p id=part></p> <p id=rich></p> <p id=filled></p> <p id=lacking data-text=nowhere></p>
        <p id=chance>Somebody else wrote Schließen here</p> <div data-dragoman-ignore><p data-text=close></p></div>
        <p contenteditable data-text=close></p> <textarea>Schließen</textarea> <select><option>Schließen</select>
        <h2>Kasse von <b contenteditable>Ada</b><textarea>Lovelace</textarea><i data-dragoman-ignore>Byron</i> heute</h2>
        <p id=marked data-dragoman-key=common:language>Ganz anders</p>
        """,
        SHOW + """
        i18next.t('shop:terms.close');
        document.querySelector('#cut').textContent = i18next.t('long').slice(0, 20) + '…';
        document.querySelector('#part').textContent = `${i18next.t('greeting', { name: 'Ada' })}: 12`;
        document.querySelector('textarea').placeholder = document.querySelector('select').title = i18next.t('wish');
        i18next.t('rich');
        document.querySelector('#rich').innerHTML = 'Lies <a href="#">die Seite</a> bald';
        i18next.t('hole', { interpolation: { prefix: '#$?', suffix: '?$#' } });
        document.querySelector('#filled').innerHTML = 'Von <b>Ada Lovelace</b> gemacht';
        """,
        json.dumps({
            "close": "Schließen", "long": "Ein sehr langer Text, der nicht passt", "greeting": "Hallo, {{name}}", "nowhere": "Nirgends",
            "wish": "Ihr Wunsch", "rich": "Lies <1>die Seite</1> bald", "hole": "Von <1>{{name}}</1> gemacht",
        }),
    )
    # The app's texts of the section shop are in the same place.
    app.added["texts.js"] = app.added["texts.js"].replace(
        "resources: { de: {", "resources: { de: { shop: { terms: { close: 'Schließen' } },"
    )
    editor = app.open("texts.html")
    editor.enter()
    names = editor.marks()
    for text in ["Ein sehr langer Text…", "Hallo, Ada", "Lies die Seite bald", "Von Ada Lovelace gemacht", "Ganz anders", "Nirgends"]:
        scene.expect(any(text.rstrip("…") in name for name in names), f"“{text}” is found: {names}")
    scene.expect(len([name for name in names if "Schließen" in name]) == 1, f"other sources are left alone: {names}")
    scene.expect(len([name for name in names if "Ihr Wunsch" in name]) == 2, f"fields have texts in their attributes: {names}")
    editor.browser.js("document.querySelector('option').firstChild.data = 'Hallo, Ada'; document.querySelector('#chance').textContent = 'Ihr Wunsch'")
    editor.wait(lambda: len([name for name in editor.marks() if "Ihr Wunsch" in name]) == 3, "the page changes")
    scene.expect(len([name for name in editor.marks() if "Hallo, Ada" in name]) == 1, f"contents of fields stay ignored: {editor.marks()}")

    editor.mark("Schließen").click()
    editor.wait(lambda: "Which text?" in editor.text(".panel"), "two keys with one text: the popover asks")
    scene.expect("common:close This text shop:terms.close This text" in editor.text(".panel"), editor.text(".panel"))
    editor.js("root.querySelectorAll('.which button')[1].click()")
    editor.wait(lambda: "shop:terms.close" in editor.text(".panel header"), "the second can be chosen")
    editor.browser.press(Keys.ESCAPE)

    editor.mark("Nirgends").click()
    editor.wait(lambda: "There is no string" in editor.text(".panel"), f"a key that the server lacks: {editor.text('.panel')}")
    scene.expect(not editor.has("textarea"), "nothing can be proposed for it")
    editor.browser.press(Keys.ESCAPE)
    editor.open_text("Ganz anders")
    scene.expect(editor.text(".panel header code") == "common:language", "an element can name its string")
    sent = editor.one(".note").get_attribute("value")
    scene.expect(sent.endswith("/texts.html (heading “Kasse von heute”)"), f"contents of fields are not sent: {sent}")
    editor.write("Ein Entwurf")
    editor.browser.press(Keys.ESCAPE)
    editor.open_text("Ganz anders")
    scene.expect(editor.one("textarea").get_attribute("value") == "Ein Entwurf", "what was typed is kept after Escape")


def go_above_dialogs(scene, app):
    editor = app.open()
    editor.enter()
    # With Alt, a click reaches the app.
    ActionChains(editor.browser.driver, duration=0).key_down(Keys.ALT).click(editor.mark("Bedingungen lesen")).key_up(Keys.ALT).perform()
    editor.wait(lambda: editor.browser.js("return document.querySelector('#terms').open"), "Alt-click goes through to the page")
    editor.wait(lambda: "Propose for: Die Bedingungen dieses Ladens" in editor.marks(), f"the dialog has marks: {editor.marks()}")
    scene.expect("Propose for: Noch eins" not in editor.marks(), "what it blocks has none")
    editor.open_text("Die Bedingungen dieses Ladens")
    editor.propose("Bedingungen")
    scene.expect(editor.shown("#terms-title") == "Bedingungen", "proposing works above a modal dialog")
    editor.one(".panel li .bad").click()
    editor.wait(lambda: editor.shown("#terms-title") == "Die Bedingungen dieses Ladens", "deleting, too")
    editor.browser.press(Keys.ESCAPE)
    editor.one(".bar .done").click()
    editor.wait(lambda: not editor.has(".bar"), "so does Done")
    scene.expect(editor.browser.js("return document.querySelector('#terms').matches(':modal')"), "the app's dialog is still open")
    editor.browser.js("document.querySelector('#close').click()")
    editor.enter()
    scene.expect("Propose for: Noch eins" in editor.marks(), "afterwards, the page has marks again")


def work_without_i18next(scene, app):
    app.add("plain", "<h1 data-dragoman-key=shop:cart.title>Ihr Warenkorb</h1><input data-dragoman-key='[placeholder]common:search.placeholder'"
            " placeholder='Im Laden suchen'><p data-dragoman-key=common:greeting>Hallo, Ada</p><hr data-dragoman-key=[title]shop:cart.title>", "")
    app.added["plain.js"] = """
        import { environment, project, server } from './config.js';
        const { inContext } = await import(`${server}/in-context.js`);
        inContext({ server, project, environment }).start();
        document.documentElement.dataset.ready = '';
    """
    editor = app.open("plain.html")
    editor.enter()
    scene.expect(len(editor.marks()) == 4, f"elements with keys have marks: {editor.marks()}")
    editor.open_text("Ihr Warenkorb")
    editor.propose("Warenkorb")
    scene.expect(editor.shown("h1") == "Warenkorb", "the text is shown")
    title = "return document.querySelector('hr').getAttribute('title')"
    scene.expect(editor.browser.js(title) == "Warenkorb", "also in an attribute that did not exist")
    editor.browser.press(Keys.ESCAPE)
    editor.open_text("Im Laden suchen")
    editor.propose("Suchwort")
    scene.expect(editor.browser.one("input").get_attribute("placeholder") == "Suchwort", "so is the one of an attribute")
    editor.browser.press(Keys.ESCAPE)
    editor.open_text("Hallo, Ada")
    editor.propose("Guten Tag, {{name}}")
    scene.expect(editor.shown("p") == "Hallo, Ada", "only the app can fill placeholders")
    editor.open("plain.html")
    editor.wait(lambda: editor.shown("h1") == "Warenkorb", "the page shows it again")
    editor.enter()
    editor.one(".bar .mine").click()
    # The app shows another language, with a text of its own in one of the elements.
    editor.browser.js("document.documentElement.lang = 'en'; document.querySelector('h1').textContent = 'Your cart'")
    for left in [3, 2, 1]:
        number = "return root.querySelectorAll('.list .own').length"
        editor.wait(lambda left=left: editor.js(number) == left, f"the list has {left} proposals")
        editor.js("root.querySelector('.list .own .icon').click()")
    placeholder = "return document.querySelector('input').placeholder"
    editor.wait(lambda: editor.browser.js(placeholder) == "Im Laden suchen", "deleting shows the released text")
    scene.expect(editor.browser.js(title) is None, f"or removes the attribute: {editor.browser.js(title)}")
    scene.expect(editor.shown("h1") == "Your cart", f"but not in the place of a text that the app has shown since: {editor.shown('h1')}")


def work_without_storage(scene, app):
    app.add("forgetful", "<p data-text=close></p>", SHOW, "{ close: 'Schließen' }",
            head="<script>Storage.prototype.getItem = Storage.prototype.setItem = () => { throw new Error('disabled'); };</script>")
    editor = app.open("forgetful.html")
    editor.enter()
    editor.open_text("Schließen")
    editor.propose("Zu")
    scene.expect(editor.shown("p") == "Zu", "proposing works in a browser that stores nothing")
    editor.one(".panel .bad").click()
    editor.wait(lambda: editor.shown("p") == "Schließen", "deleting, too")


def stay_off(scene, app):
    app.environment = "production"
    app.add("off", "<p data-text=close></p>", SHOW, "{ close: 'Schließen' }")
    editor = app.open("off.html")
    editor.press_shortcut()
    lines = editor.browser.console()
    scene.expect(len(lines) == 1 and "this page is in production" in lines[0], f"one console line says why: {lines}")
    scene.expect(editor.browser.js("return document.querySelector('dragoman-in-context')") is None, "production has no editor")
    app.environment = "staging"

    # A page of an origin that the server does not list.
    other = App(scene, port=0)
    other.add("off", "<p data-text=close></p>", SHOW, "{ close: 'Schließen' }")
    other.added["in-context.js"] = editor.browser.driver.execute_async_script(
        "fetch(arguments[0]).then((answer) => answer.text()).then(arguments[1])", f"{scene.address}/in-context.js"
    )
    other.added["off.js"] = other.added["off.js"].replace("`${server}/in-context.js`", "'./in-context.js'")
    editor = other.open("off.html")
    editor.press_shortcut()
    lines = []

    def console():
        lines.extend(line for line in editor.browser.console(allowed=["Access to fetch", "net::ERR_FAILED"]))
        return lines

    editor.wait(lambda: any("does not list" in line for line in console()), f"a copy on another origin stays off: {lines}")
    scene.expect(editor.browser.js("return document.querySelector('dragoman-in-context')") is None, "and shows nothing")
