"""Debian's Chromium without a window, controlled by its driver over the loopback."""

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service

PROGRAM = "/usr/bin/chromium"
DRIVER = "/usr/bin/chromedriver"


def start(width=1280, height=800, scheme="light", font_size=16):
    """Starts a browser with a separate profile; `quit()` ends it."""
    options = Options()
    options.binary_location = PROGRAM
    for argument in [
        "--headless=new",
        "--no-sandbox",
        "--hide-scrollbars",
        "--disable-dev-shm-usage",
        "--disable-background-networking",
        "--disable-component-update",
        "--no-first-run",
        # No host name is resolved, whatever a page or the browser itself requests.
        "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    ]:
        options.add_argument(argument)
    options.add_experimental_option("prefs", {"webkit.webprefs.default_font_size": font_size})
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(service=Service(DRIVER), options=options)
    emulate(driver, scheme)
    resize(driver, width, height)
    return driver


def emulate(driver, scheme, **features):
    """Sets the results of media queries about colors: `forced_colors="active"`."""
    wanted = {"prefers-color-scheme": scheme}
    wanted.update({name.replace("_", "-"): value for name, value in features.items()})
    driver.execute_cdp_cmd(
        "Emulation.setEmulatedMedia",
        {"features": [{"name": name, "value": value} for name, value in wanted.items()]},
    )


def resize(driver, width, height=800):
    driver.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False},
    )
