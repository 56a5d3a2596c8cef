"""Takes screenshots of the in-context editor: in-context-screenshots.py APP-ADDRESS DIRECTORY."""

import sys
from pathlib import Path

import chromium
from selenium.webdriver.support.ui import WebDriverWait

ROOT = "const root = document.querySelector('dragoman-in-context')?.shadowRoot;"


class Editor:
    def __init__(self, driver, directory, width):
        self.driver = driver
        self.directory = directory
        self.width = width

    def js(self, script, *arguments):
        return self.driver.execute_script(ROOT + script, *arguments)

    def wait(self, selector):
        WebDriverWait(self.driver, 10).until(lambda _: self.js("return root?.querySelector(arguments[0]) != null", selector))

    def click(self, selector, text=""):
        script = "[...root.querySelectorAll(arguments[0])].find((each) => (each.ariaLabel ?? '').includes(arguments[1])).click()"
        self.js(script, selector, text)

    def open(self, address):
        self.driver.get(address)
        WebDriverWait(self.driver, 10).until(lambda _: self.js("return document.querySelector('#greeting').textContent"))
        keys = "{ code: 'Period', ctrlKey: true, shiftKey: true }"
        self.js(f"dispatchEvent(new KeyboardEvent('keydown', {keys}))")
        self.wait(".bar .done")

    def propose(self, text, better):
        self.click(".mark", text)
        self.wait("textarea")
        self.js("root.querySelector('textarea').value = arguments[0];", better)
        self.js("root.querySelector('textarea').dispatchEvent(new Event('input'))")
        self.click(".primary")
        self.wait(".panel .own")

    def save(self, name):
        # Two frames, so that the marks follow a new layout.
        self.driver.execute_async_script("requestAnimationFrame(() => requestAnimationFrame(arguments[0]))")
        self.driver.save_screenshot(str(Path(self.directory) / f"{name}-{self.width}-light.png"))


def main(address, directory):
    for width in [1280, 360]:
        driver = chromium.start(width, 760)
        try:
            editor = Editor(driver, directory, width)
            editor.open(address)
            editor.propose("Eins weniger", "Eins zurück")
            editor.propose("Wechseln Locale", "Sprache wechseln")
            editor.save("popover")
            editor.click(".panel header .icon")
            editor.click(".done")
            editor.wait(".toast button")
            if width == 360:
                editor.save("toast")
            editor.click(".toast button")
            editor.wait(".list li")
            editor.save("list")
            for _ in range(2):
                rows = editor.js("return root.querySelectorAll('.list .own').length")
                editor.click(".list .own .icon")
                WebDriverWait(driver, 10).until(lambda _, rows=rows: editor.js("return root.querySelectorAll('.list .own').length") < rows)
        finally:
            driver.quit()


if __name__ == "__main__":
    main(*sys.argv[1:])
