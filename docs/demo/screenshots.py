"""Takes screenshots of a server's pages: screenshots.py PROJECT-ADDRESS TOKEN DIRECTORY."""

import sys
from pathlib import Path
from urllib.parse import urlsplit

import chromium
from chromium import resize
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

PAGES = {
    "project": "",
    "language": "/languages/de",
    "string": "/languages/fr/string?section=common&key=error-with-status",
    "string-ar": "/languages/ar/string?section=common&key=error-with-status",
    "review": "/languages/de/review",
    "changes": "/changes?from=v1.3",
    "releases": "/releases",
    "translate": "/languages/ar/translate?at=client-page%2Fitems",
}
VIEWS = [(1280, "light"), (1280, "dark"), (360, "light"), (360, "dark")]
# Pages that are also shown on a phone in the dark.
DARK_ON_PHONES = ["releases"]


def main(address, token, directory):
    origin = "{0.scheme}://{0.netloc}".format(urlsplit(address))
    for width, scheme in VIEWS:
        driver = chromium.start(width, 800, scheme)
        try:
            driver.get(origin + "/login")
            driver.find_element(By.NAME, "token").send_keys(token)
            driver.find_element(By.CSS_SELECTOR, "main button").click()
            WebDriverWait(driver, 10).until(lambda d: "/login" not in d.current_url)
            for name, path in PAGES.items():
                if (width, scheme) == (360, "dark") and name not in DARK_ON_PHONES:
                    continue
                resize(driver, width, 800)
                driver.get(address + path)
                WebDriverWait(driver, 10).until(
                    lambda d: d.find_element(By.ID, "connection").get_attribute("data-state") == "live"
                )
                height = driver.execute_script("return document.documentElement.scrollHeight")
                resize(driver, width, max(800, min(height, 2400)))
                driver.save_screenshot(str(Path(directory) / f"{name}-{width}-{scheme}.png"))
        finally:
            driver.quit()


if __name__ == "__main__":
    main(*sys.argv[1:])
