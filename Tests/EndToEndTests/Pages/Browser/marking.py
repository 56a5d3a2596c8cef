"""An admin marks the place of a text in its picture, by dragging and by typing."""

import os

import accessibility
from app import png
from axe_core_python.selenium import Axe
from scene import string
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By

EDIT = "/strings/edit?section=common&key=error-with-status&in=de"
NUMBERS = ["x", "y", "width", "height"]


def run(scene):
    with open(os.path.join(scene.directory, "..", "shot.png"), "wb") as file:
        file.write(png(800, 400))
    scene.dragoman("string", "edit", "-s", "common", "error-with-status", "--screenshot", "../shot.png")
    browser = scene.browser(who="Ada")
    drag(scene, browser)
    type_numbers(scene, browser)
    see_it(scene, browser)
    remove_it(scene, browser)
    for line in browser.console():
        scene.expect(False, f"the console says {line}")


def mark_of(scene):
    """Returns the mark in the newest definition, as numbers."""
    definitions = [event for event in scene.events() if event["type"] == "string.defined"]
    _, _, fragment = definitions[-1]["screenshot"]["url"].partition("#xywh=")
    return [int(number) for number in fragment.split(",") if number]


def typed(browser):
    return [browser.one(f"[data-marking] [name={name}]").get_property("valueAsNumber") for name in NUMBERS]


def drawn(browser):
    rectangles = browser.all("[data-marking] rect")
    return [[float(rectangle.get_attribute(name)) for name in NUMBERS] for rectangle in rectangles]


def save(browser, button="mark"):
    browser.one(f"[data-marking] [name={button}]").click()
    browser.wait(lambda: "/strings/edit" not in browser.driver.current_url, "saving leads to the string")


def drag(scene, browser):
    for width, scheme in [(360, "dark"), (1280, "light")]:
        accessibility.look(browser, scheme, width)
        browser.open(EDIT)
        picture = browser.one("[data-marking] svg")
        browser.js("arguments[0].scrollIntoView({ block: 'center' })", picture)
        size = picture.size
        scale = 800 / size["width"]
        scene.expect(abs(size["height"] * scale - 400) < 4, f"the picture keeps its shape: {size}")
        # From the lower right to the upper left, and beyond the picture.
        right, bottom = round(size["width"] / 4), round(size["height"] / 4)
        actions = ActionChains(browser.driver, duration=0)
        actions.move_to_element_with_offset(picture, right, bottom).click_and_hold()
        actions.move_by_offset(-right, -bottom).move_by_offset(-size["width"] // 2 - 10, 0).release().perform()
        x, y, broad, high = typed(browser)
        scene.expect(x == 0, f"a drag ends at the edge: {typed(browser)}")
        near = [(y, 200), (broad, 600), (high, 100)]
        scene.expect(all(abs(number - wanted) <= 2 * scale for number, wanted in near), f"{width} px: {near}")
        scene.expect(drawn(browser) == [typed(browser)] * 2, f"it is drawn: {drawn(browser)}")
        before = typed(browser)
        ActionChains(browser.driver, duration=0).move_to_element(picture).click().perform()
        scene.expect(typed(browser) == before, "a click changes nothing")
        accessibility.judge(scene, browser, Axe(), f"marking, {scheme}, {width} px")
        save(browser)
        scene.expect(mark_of(scene) == before, f"it is saved: {mark_of(scene)}")


def type_numbers(scene, browser):
    browser.open(EDIT)
    for name, number in zip(NUMBERS, [700, 20, 200, 30]):
        field = browser.one(f"[data-marking] [name={name}]")
        field.clear()
        field.send_keys(str(number))
    scene.expect(drawn(browser) == [[700, 20, 200, 30]] * 2, f"typed numbers are drawn: {drawn(browser)}")
    width = browser.one("[data-marking] [name=width]")
    scene.expect(not width.get_property("validity")["valid"], "the browser refuses a place outside of the picture")
    width.clear()
    width.send_keys("100")
    wanted = typed(browser)
    save(browser)
    scene.expect(mark_of(scene) == wanted, f"typed numbers are saved: {mark_of(scene)}")


def see_it(scene, browser):
    for width, scheme in [(360, "dark"), (1280, "light")]:
        accessibility.look(browser, scheme, width)
        browser.open(string("de", "error-with-status"))
        summary = browser.one(".picture summary")
        small = summary.find_element(By.TAG_NAME, "img").size
        summary.click()
        large = summary.find_element(By.TAG_NAME, "img").size
        scene.expect(large["width"] >= small["width"], f"{width} px: a click enlarges {small} to {large}")
        frame = summary.find_element(By.TAG_NAME, "svg").size
        scene.expect(frame == large, f"the frame covers the picture: {frame}, {large}")
        scene.expect(len(summary.find_elements(By.TAG_NAME, "rect")) == 2, "the place is marked")
        accessibility.judge(scene, browser, Axe(), f"a marked picture, {scheme}, {width} px")


def remove_it(scene, browser):
    browser.open(EDIT)
    save(browser, "unmark")
    scene.expect(mark_of(scene) == [], "the mark is removed, and the picture stays")
