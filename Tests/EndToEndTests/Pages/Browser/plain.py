"""Scripts are off: propose, accept, edit and accept, reject, comment, undo, bulk work, search, translate."""

from scene import string


def run(scene):
    browser = scene.browser()
    browser.stop_scripts()

    # The list, and a search in it.
    browser.open("/languages/de")
    browser.one(".filter input[type=search]").send_keys("beispiel")
    browser.one(".filter button").click()
    browser.wait(lambda: [row.get_attribute("data-key-of") for row in browser.all("[data-row]")] == ["h1"], "a search finds h1")

    # A proposal.
    browser.one("[data-row] a").click()
    browser.wait(lambda: "/string" in browser.driver.current_url, "a row leads to its string")
    fill(browser, "form[data-submit] textarea", "Ein kleines Beispiel")
    press(scene, browser, "form[data-submit] .primary", "a proposal is made")
    scene.expect(last(scene)["value"] == "Ein kleines Beispiel", f"the proposal is in the log: {last(scene)}")

    # Accepting, undoing that, editing and accepting.
    browser.open(string("de", "to-client-page"))
    press(scene, browser, "article form[action$='/accept']:not(.panel) button", "a proposal is accepted")
    scene.expect(scene.stored("de", "to-client-page") == "Zur Client-Seite", "the accepted text is stored")
    press(scene, browser, "#alerts form button", "the acceptance is taken back")
    scene.expect(browser.all("article"), "the proposal is open again")
    browser.one("article [data-key~=e]").click()
    fill(browser, "article details[open] textarea", "Zur Seite des Clients")
    press(scene, browser, "article details[open] .primary", "an edited proposal is accepted")
    scene.expect(scene.stored("de", "to-client-page") == "Zur Seite des Clients", "the edited text is stored")

    # Rejecting with a reason, and without one.
    browser.open(string("de", "description", "client-page"))
    browser.one("article [data-key~=n]").click()
    browser.one("article details[open] .primary").click()
    browser.wait(lambda: browser.all("#alerts .banner.bad, .banner.bad"), "a rejection without a reason is refused")
    scene.expect(last(scene)["type"] != "proposal.rejected", "and nothing is rejected")
    if not browser.all("article details[open]"):
        browser.one("article [data-key~=n]").click()
    browser.one("article details[open] [value=style]").find_element("xpath", "..").click()
    fill(browser, "article details[open] textarea", "Too long")
    press(scene, browser, "article details[open] .primary", "a proposal is rejected")
    scene.expect(
        (last(scene)["type"], last(scene).get("code"), last(scene).get("reason")) == ("proposal.rejected", "style", "Too long"),
        f"the rejection has its reason: {last(scene)}",
    )
    browser.one(".decided summary").click()
    scene.expect("Too long" in browser.text(".decided"), "the page shows the reason")
    press(scene, browser, ".decided form button", "a rejected proposal is opened again")
    scene.expect(last(scene)["type"] == "proposal.reopened", f"reopened: {last(scene)}")

    # A remark.
    fill(browser, ".inline-form [name=comment]", "Who wrote the source?")
    press(scene, browser, ".inline-form button", "a comment is made")
    scene.expect("Who wrote the source?" in browser.text(".talk"), "the page shows the comment")

    signing_in_again(scene, browser)
    review(scene, browser)
    bulk(scene, browser)
    translate(scene, browser)
    invitation(scene)


def invitation(scene):
    """A link that signs in once, even if a browser opened it before."""
    link = scene.invite()
    invited, other = scene.browser(who=None), scene.browser(who=None)
    for browser in (invited, other):
        browser.stop_scripts()
        browser.open(link)
        scene.expect("You are invited, Nora" in browser.text(), "the page names the invited person")
    invited.one("main button").click()
    invited.wait(lambda: "/projects/shop" in invited.driver.current_url, "the button signs in and leads to the project")
    other.one("main button").click()
    other.wait(lambda: "already used" in other.text(), "the next person is told that the invitation was used")
    invited.open("/people")
    scene.expect("Signed in by invitation" in invited.text(), "the people's page shows who was invited")
    maintain(scene)
    release(scene)


def release(scene):
    """A maintainer points a channel to an earlier release, adds a channel and removes it."""
    browser = scene.browser(who="Ada")
    browser.stop_scripts()
    browser.open("/releases")
    browser.one("#channel-stable > .button").click()
    browser.wait(lambda: browser.all("#point-to"), "a channel leads to its form")
    fill(browser, "#point-to", "v1.4")
    fill(browser, "#point-versions", ">=2")
    browser.one("#point .primary").click()
    browser.wait(lambda: "What apps would get" in browser.text(), "the form shows first what apps would get")
    press(scene, browser, "form[method=post] .primary", "a channel is pointed")
    scene.expect("stable points to v1.4 now." in browser.text("#alerts"), f"the page says so: {browser.text('#alerts')}")
    browser.open("/releases/point?channel=stable&to=v1.3")
    scene.expect("Rolling back is pointing to it" in browser.text(), "an earlier release is called so")
    press(scene, browser, "form[method=post] .primary", "a channel is rolled back")
    scene.expect(last(scene)["value"]["sequence"] == 3, f"with a higher number: {last(scene)}")
    browser.open("/releases/point")
    fill(browser, "#point-channel", "beta")
    fill(browser, "#point-to", "v1.4")
    browser.one("#point .primary").click()
    browser.wait(lambda: "with sequence number 1." in browser.text(), "a new channel begins with number 1")
    press(scene, browser, "form[method=post] .primary", "a channel is added")
    browser.open("/releases/remove?channel=beta")
    press(scene, browser, "main form .primary", "a channel is removed")
    scene.expect(last(scene)["name"] == "channel.beta" and not last(scene).get("value"), f"removed: {last(scene)}")
    browser.open(string("de", "h1"))
    browser.one(".said button").click()
    browser.wait(lambda: "pointed to" in browser.text(".said + .card"), "the page of a string says what the app said")


def maintain(scene):
    """A maintainer adds a language by its own name, and changes, renames and removes a source string."""
    browser = scene.browser(who="Ada")
    browser.stop_scripts()
    browser.open("/languages/new")
    fill(browser, "#language-name", "italiano")
    browser.one("main form .primary").click()
    browser.wait(lambda: browser.all("[name=locale]"), "a language is found by its own name")
    press(scene, browser, "main form[method=post] .primary", "a language is added")
    scene.expect((last(scene)["type"], last(scene)["locale"]) == ("locale.added", "it"), f"Italian is added: {last(scene)}")

    browser.open("/strings/edit?section=common&key=change-locale")
    fill(browser, "#string-value", "Change the language")
    browser.one("main form .primary").click()
    browser.wait(lambda: browser.all("[name=confirmed]"), "a new source text shows first what becomes stale")
    scene.expect("becomes stale" in browser.text(), f"the page shows stale translations: {browser.text()}")
    press(scene, browser, "main form .primary", "a source text is changed")
    scene.expect(scene.stored("en", "change-locale") == "Change the language", "the new source text is stored")

    browser.open("/strings/rename?section=common&key=change-locale")
    fill(browser, "#string-key", "change-language")
    press(scene, browser, "main form .primary", "a string is renamed")
    scene.expect(scene.stored("fr", "change-language") == "Changer de langue", "a renamed string keeps its texts")

    browser.open("/strings/remove?section=common&key=change-language")
    press(scene, browser, "main form .primary", "a string is removed")
    scene.expect(last(scene)["type"] == "string.removed", f"removed: {last(scene)}")
    press(scene, browser, "#alerts form button", "the removal is taken back")
    scene.expect(scene.stored("fr", "change-language") == "Changer de langue", "and the texts are back")


def signing_in_again(scene, browser):
    """The session ends while somebody types six forms."""
    forms = {"zero": "لا عناصر", "one": "عنصر", "two": "عنصران", "few": "{{count}} عناصر", "many": "{{count}} عنصرًا",
             "other": "{{count}} عنصر"}
    browser.open("/languages/ar/translate?show=missing&at=client-page%2Fitems")
    for form, text in forms.items():
        fill(browser, f"[name='value.{form}']", text)
    browser.driver.delete_all_cookies()
    before = len(scene.events())
    browser.one("[data-primary]").click()
    browser.wait(lambda: browser.all("#token"), "the page asks to sign in")
    browser.one("#token").send_keys(scene.tokens["Rosa"])
    browser.one("main button").click()
    browser.wait(lambda: browser.all("textarea[name='value.few']"), "the form is back")
    typed = {form: browser.one(f"[name='value.{form}']").get_attribute("value") for form in forms}
    scene.expect(typed == forms, f"with every letter: {typed}")
    scene.expect(len(scene.events()) == before, "nothing is saved by signing in")
    press(scene, browser, "[data-primary]", "the button saves")
    scene.expect(all(text in str(last(scene)["value"]) for text in forms.values()), f"all forms are stored: {last(scene)}")


def review(scene, browser):
    """The walk, in which each decision leads to the next card."""
    browser.open("/languages/fr/review")
    card = browser.one("#card").get_attribute("data-proposal")
    press(scene, browser, "#card .walk-bar form[data-act=accept] button", "the walk accepts")
    scene.expect(browser.one("#card").get_attribute("data-proposal") != card, "the walk goes on to the next card")
    browser.one("#card [data-key~=n]").click()
    fill(browser, "#panel-reject textarea", "The placeholder is wrong")
    press(scene, browser, "#panel-reject .primary", "the walk rejects")
    scene.expect("Nothing to review in French" in browser.text(), "the walk ends")


def bulk(scene, browser):
    """Many strings: the page lists the included and the excluded ones."""
    browser.open("/languages/de?show=proposed")
    for box in browser.all("[data-row] input:enabled"):
        box.click()
    press(scene, browser, "[name=act][value=accept]", "proposals are accepted together")
    said = browser.text("#alerts")
    scene.expect("Accepted" in said and "skipped" in said, f"the page says what was skipped: {said}")
    browser.open("/languages/de?show=proposed")
    for box in browser.all("[data-row] input:enabled"):
        box.click()
    browser.one("[name=act][value=reject]").click()
    browser.wait(lambda: browser.all("#bulk-reason"), "rejecting many asks first")
    fill(browser, "#bulk-reason", "We start anew")
    press(scene, browser, "main form .primary", "proposals are rejected together")
    scene.expect(last(scene)["type"] == "proposal.rejected", f"rejected together: {last(scene)}")


def translate(scene, browser):
    browser.open("/languages/ja/translate?show=missing")
    place = browser.text("#card h2")
    fill(browser, "[data-field]", "言語を変更")
    press(scene, browser, "[data-primary]", "a text is saved")
    scene.expect(browser.text("#card h2") != place, "the walk goes on to the next missing text")
    scene.expect(last(scene)["value"] == "言語を変更", f"the text is in the log: {last(scene)}")


def fill(browser, selector, text):
    field = browser.one(selector)
    field.clear()
    field.send_keys(text)


def press(scene, browser, selector, sentence):
    """Presses a button that sends a form, and waits for the event and the next page."""
    before = len(scene.events())
    button = browser.one(selector)
    button.click()
    browser.wait(lambda: browser.js("return document.readyState") == "complete" and len(scene.events()) > before, sentence)


def last(scene):
    return scene.events()[-1]
