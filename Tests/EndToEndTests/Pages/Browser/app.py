"""The demonstration's app, served from an origin of its own, and the in-context editor in its pages."""

import os
import struct
import tempfile
import threading
import zlib
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from scene import Browser
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

FILES = os.path.normpath(os.path.join(os.path.dirname(__file__), *[".."] * 4, "docs", "demo", "in-context"))
I18NEXT = "/usr/share/nodejs/i18next/dist/esm/i18next.bundled.js"
TYPES = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}


def png(width=8, height=8):
    """Returns the bytes of a red picture."""

    def chunk(kind, contents):
        return struct.pack(">I", len(contents)) + kind + contents + struct.pack(">I", zlib.crc32(kind + contents))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    rows = zlib.compress((b"\0" + b"\xff\0\0" * width) * height)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


class App:
    """A web server with the app's files, and with pages that a scenario adds."""

    def __init__(self, scene, port=None):
        self.scene = scene
        self.added = {}
        self.headers = {}
        self.environment = "staging"
        app = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                path = self.path.split("?")[0].lstrip("/") or "index.html"
                contents = app.contents(path)
                self.send_response(404 if contents is None else 200)
                self.send_header("Content-Type", f"{TYPES.get(os.path.splitext(path)[1], 'text/plain')}; charset=utf-8")
                self.send_header("Cache-Control", "no-store")
                for name, value in app.headers.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(contents or b"")

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", int(os.environ["APP_PORT"] if port is None else port)), Handler)
        self.server.daemon_threads = True
        # A browser may end before it has read everything.
        self.server.handle_error = lambda *_: None
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def contents(self, path):
        if path in self.added:
            return self.added[path].encode()
        if path == "config.js":
            values = {"server": self.scene.address, "project": "shop", "environment": self.environment}
            return "".join(f"export const {name} = '{value}';\n" for name, value in values.items()).encode()
        file = I18NEXT if path == "i18next.js" else os.path.join(FILES, path)
        if not os.path.isfile(file):
            return None
        with open(file, "rb") as opened:
            return opened.read()

    def add(self, name, body, script, texts="{}", options="{}", head=""):
        """Adds a page that has i18next with texts of the namespace `common`, and the editor."""
        self.added[f"{name}.js"] = f"""
            import i18next from './i18next.js';
            import {{ environment, project, server }} from './config.js';
            const {{ inContext }} = await import(`${{server}}/in-context.js`);
            const editor = inContext({{ server, project, environment, ...{options} }});
            i18next.use(editor).init({{
              lng: 'de', fallbackLng: 'en', ns: ['common', 'shop'], defaultNS: 'common', initImmediate: false, initAsync: false,
              interpolation: {{ escapeValue: false }}, resources: {{ de: {{ common: {texts} }} }},
            }});
            Object.assign(window, {{ editor, i18next }});
            {script}
            document.documentElement.dataset.ready = '';
        """
        self.added[f"{name}.html"] = (
            f"<!doctype html><html lang=de><head><meta charset=utf-8><title>{name}</title>{head}"
            f"<link rel=icon href=data:,><script type=module src={name}.js></script></head><body>{body}</body></html>"
        )

    def open(self, path="", **options):
        """Opens a page in a browser of its own, and returns its editor."""
        browser = Browser(self.scene, self.address, **options)
        self.scene.browsers.append(browser)
        editor = Editor(browser)
        editor.open(path)
        return editor


class Editor:
    """The editor in a window, seen through its shadow root."""

    def __init__(self, browser):
        self.browser = browser
        self.wait = browser.wait
        self.expect = browser.scene.expect
        # The browser reads files when it sends them.
        self.folder = tempfile.TemporaryDirectory()

    def open(self, path=""):
        self.browser.driver.get(f"{self.browser.address}/{path}")
        loaded = "return document.documentElement.matches('[data-ready]') || Boolean(document.querySelector('#greeting')?.textContent)"
        self.wait(lambda: self.browser.js(loaded), f"{path} shows its texts")

    def js(self, script, *arguments):
        """Runs a script for which `root` is the shadow root."""
        return self.browser.js(f"const root = document.querySelector('dragoman-in-context')?.shadowRoot; {script}", *arguments)

    def one(self, selector):
        return self.js("return root?.querySelector(arguments[0]) ?? null", selector)

    def has(self, selector):
        return self.js("return Boolean(root?.querySelector(arguments[0])?.checkVisibility())", selector)

    def text(self, selector):
        """Returns the text of an element; empty if there is none."""
        return self.js("return root?.querySelector(arguments[0])?.innerText.replace(/\\s+/g, ' ').trim() ?? ''", selector)

    def press_shortcut(self):
        chord = ActionChains(self.browser.driver, duration=0).key_down(Keys.CONTROL).key_down(Keys.SHIFT).send_keys(".")
        chord.key_up(Keys.SHIFT).key_up(Keys.CONTROL).perform()

    def enter(self):
        self.press_shortcut()
        self.wait(lambda: self.has(".bar .done"), "the shortcut enters the mode")

    def leave(self):
        self.press_shortcut()
        self.wait(lambda: not self.has(".bar"), "the shortcut leaves the mode")

    def marks(self):
        """Returns the names of all marks that can be seen."""
        return self.js(
            "return [...root.querySelectorAll('.mark:not(.away)')].filter((mark) => mark.checkVisibility()).map((mark) => mark.ariaLabel)"
        )

    def mark(self, text):
        """Returns the first mark for a text."""
        return self.js("return [...root.querySelectorAll('.mark')].find((mark) => mark.ariaLabel.includes(arguments[0])) ?? null", text)

    def close_popover(self):
        if self.has(".panel"):
            self.one(".panel header .icon").click()

    def open_text(self, text):
        self.close_popover()
        self.wait(lambda: self.mark(text) is not None, f"“{text}” has a mark among {self.marks()}")
        self.mark(text).click()
        self.wait(lambda: self.has(".panel textarea"), f"the mark of “{text}” opens the popover: {self.text('.panel')}")

    def write(self, text):
        field = self.one("textarea")
        field.clear()
        field.send_keys(text)

    def choose(self, contents, ending):
        """Chooses a file as the picture of the text in the open popover, and returns its name."""
        name = f"{len(contents)}.{ending}"
        file = os.path.join(self.folder.name, name)
        with open(file, "wb") as opened:
            opened.write(contents)
        self.one("input[type=file]").send_keys(file)
        return name

    def attach(self, contents, ending="png"):
        """Attaches a file to the text in the open popover, and returns whether the editor takes it."""
        self.js("root.querySelector('.findings').replaceChildren()")
        shown = f"canvas[aria-label='{self.choose(contents, ending)}']"
        self.wait(lambda: self.has(shown) or "1 MiB" in self.text(".findings"), "the picture is shown or refused")
        return self.has(shown)

    def propose(self, text):
        """Proposes a text in the open popover."""
        self.write(text)
        self.one(".panel .primary").click()
        self.wait(lambda: "Saved." in self.text(".findings"), f"“{text}” is saved: {self.text('.panel')}")

    def shown(self, selector):
        """Returns the text of an element of the page."""
        return self.browser.text(selector)

    def guid(self):
        return self.browser.js("return localStorage.getItem('dragoman:guid')")
