"""Shared by all scenarios: the server's address, people, the command line, and a browser."""

import json
import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from urllib.parse import urlencode

import chromium
from selenium.common.exceptions import NoSuchElementException, StaleElementReferenceException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By

# The time limit of each step, long enough for a busy machine; tests assert nothing about time.
PATIENCE = 60

IS_LONG = os.environ.get("DRAGOMAN_TORTURE") == "1"


class Scene:
    """The project `shop` behind the built server."""

    def __init__(self):
        self.address = os.environ["ADDRESS"]
        self.tokens = json.loads(os.environ["TOKENS"])
        self.program = os.environ["DRAGOMAN"]
        self.directory = os.environ["PROJECT"]
        self.failures = 0
        self.browsers = []

    def expect(self, is_right, sentence):
        """Records a failure and continues."""
        if not is_right:
            self.failures += 1
            print("FAILED:", sentence, flush=True)
        return is_right

    def report(self, sentence):
        print(sentence, flush=True)

    def dragoman(self, *words, name=None):
        """Runs the command line in the project, as another person if a name is given."""
        environment = {**os.environ, "GIT_AUTHOR_NAME": name} if name else None
        result = subprocess.run(
            [self.program, "-C", self.directory, *words], capture_output=True, text=True, check=False, env=environment
        )
        if result.returncode != 0:
            raise RuntimeError(f"{words}: {result.stdout}{result.stderr}")
        return result.stdout

    def invite(self, name="Nora"):
        """Invites a person who may translate, and returns the link."""
        state = os.path.join(os.environ["TMPDIR"], "state")
        person = ["--name", name, "--email", f"{name.lower()}@example.org", "--scope", "translate", "--project", "shop"]
        return self.dragoman("token", "invite", *person, "--state", state, "--url", self.address).split()[0]

    def events(self):
        """Returns all events of the log, oldest first."""
        lines = self.dragoman("log", "--format", "json", "--limit", "100000")
        return list(reversed(json.loads(lines)))

    def ask(self, path, contents=None, who="Rosa", method=None):
        """Sends a request to the API as another person; returns the status and the answer."""
        request = urllib.request.Request(
            f"{self.address}/api/v1/projects/shop{path}",
            data=None if contents is None else json.dumps(contents).encode(),
            headers={"Authorization": f"Bearer {self.tokens[who]}", "Content-Type": "application/json"},
            method=method,
        )
        try:
            with urllib.request.urlopen(request) as response:
                return response.status, json.load(response)
        except urllib.error.HTTPError as error:
            return error.code, json.loads(error.read() or b"{}")

    def set(self, locale, key, value, section="common", who="Paul"):
        """Sets a text as another person."""
        place = urlencode({"section": section, "key": key})
        self.has_worked(self.ask(f"/text/{locale}?{place}", {"value": value}, who, method="PUT"))

    def propose(self, locale, key, value, section="common", who="Tove"):
        """Proposes a text as another person; returns the proposal's id."""
        contents = {"locale": locale, "section": section, "key": key, "value": value}
        return self.has_worked(self.ask("/proposals", contents, who))["proposal"]

    def accept(self, proposal, who="Paul"):
        self.has_worked(self.ask("/proposals/accept", {"ids": [proposal]}, who))

    def has_worked(self, answer):
        status, contents = answer
        if status >= 300:
            raise RuntimeError(f"{status}: {contents}")
        return contents

    def stored(self, locale, key, section="common"):
        """Returns the text from the command line."""
        return self.dragoman("get", "-s", section, "-l", locale, key).removesuffix("\n")

    def browser(self, who="Rosa", at=None, **options):
        """Returns a browser with a signed-in person, or with nobody signed in if `who=None`."""
        browser = Browser(self, at or self.address, **options)
        self.browsers.append(browser)
        if who:
            browser.sign_in(self.tokens[who])
        return browser

    def end(self):
        for browser in self.browsers:
            browser.driver.quit()


class Browser:
    """One window of one person."""

    def __init__(self, scene, address, **options):
        self.scene = scene
        self.address = address
        self.driver = chromium.start(**options)
        self.runs_scripts = True

    def sign_in(self, token):
        self.driver.get(self.address + "/login")
        self.one("#token").send_keys(token)
        self.one("main button").click()
        self.wait(lambda: "/login" not in self.driver.current_url, "signing in leads away from the login page")

    def stop_scripts(self):
        """Disables scripts of pages from now on."""
        self.cdp("Emulation.setScriptExecutionDisabled", value=True)
        self.runs_scripts = False

    def open(self, path):
        """Opens a page of the project. Waits for its stream if the page has one and scripts run."""
        self.driver.get(path if path.startswith("http") else f"{self.address}/projects/shop{path}")
        if self.runs_scripts and self.js("return Boolean(document.body?.dataset.events)"):
            self.wait_live()

    def wait_live(self):
        self.wait(
            lambda: self.js("return document.getElementById('connection').dataset.state") == "live",
            f"{self.driver.current_url} becomes live",
        )

    def js(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def cdp(self, command, **parameters):
        return self.driver.execute_cdp_cmd(command, parameters)

    def one(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def text(self, selector="main"):
        """Returns the text of an element that may be replaced meanwhile; empty if there is none."""
        return self.js("return document.querySelector(arguments[0])?.textContent.replace(/\\s+/g, ' ').trim() ?? ''", selector)

    def press(self, *keys):
        actions = ActionChains(self.driver, duration=0)
        for key in keys:
            actions.send_keys(key)
        actions.perform()

    def chord(self, modifier, key):
        ActionChains(self.driver, duration=0).key_down(modifier).send_keys(key).key_up(modifier).perform()

    def is_so(self, condition):
        try:
            return condition()
        except (NoSuchElementException, StaleElementReferenceException):
            return False

    def wait(self, condition, sentence, seconds=PATIENCE):
        """Waits for a condition. If it never holds, records a failure and ends the scenario."""
        end = time.monotonic() + seconds
        while not self.is_so(condition):
            if time.monotonic() > end:
                self.scene.expect(False, f"{sentence} (at {self.driver.current_url}: {self.text('body')[:600]})")
                raise GivenUp
            time.sleep(0.02)

    def console(self, allowed=()):
        """Returns unwanted console messages: errors, and refusals of the content security policy."""
        return [
            line["message"]
            for line in self.driver.get_log("browser")
            if line["level"] in ("SEVERE", "WARNING") and not any(word in line["message"] for word in allowed)
        ]

    def network(self, is_offline):
        self.cdp("Network.enable")
        self.cdp(
            "Network.emulateNetworkConditions",
            offline=is_offline,
            latency=0,
            downloadThroughput=-1,
            uploadThroughput=-1,
        )


class GivenUp(Exception):
    """The scenario cannot continue; the reason was reported."""


def string(locale, key, section="common", **more):
    """Returns the address of a string within the project."""
    return f"/languages/{locale}/string?" + urlencode({"section": section, "key": key, **more})
