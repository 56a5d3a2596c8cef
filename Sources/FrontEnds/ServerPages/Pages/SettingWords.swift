import Translation

/// The titles and explanations of settings on their page.
enum SettingWords {
    /// The groups of settings, in the order of the page.
    static let groups: [(id: String, title: String, settings: [String])] = [
        ("project", "Project", ["description"]),
        ("people", "People", ["reviewers", "translators", "maintainers", "self-review", "names"]),
        (
            "texts", "Texts",
            ["frozen", "strict", "blocking-checks", "open-proposals", "placeholders"]
        ),
        (
            "files", "Files",
            ["inherit", "export-profiles", "accepted-losses", "empty-files", "i18next-contexts"]
        ),
        ("pushes", "Pushes", ["servers", "signed", "signers"]),
    ]

    /// Returns the title and the explanation of a setting.
    static func words(_ setting: Setting) -> (title: String, help: String) {
        known[setting.name] ?? (setting.name, setting.summary)
    }

    private static let byLanguage =
        "One language per line: “fr: mara@example.org, paul@example.org”. “*” stands for all other languages."

    private static let known: [String: (title: String, help: String)] = [
        "description": ("Description", "A short description, for people who open the project."),
        "reviewers": (
            "Reviewers",
            "People who accept and reject proposals. \(byLanguage) A language without reviewers is open to everyone, or to the maintainers if it has translators."
        ),
        "translators": ("Translators", "People who set texts. \(byLanguage)"),
        "maintainers": (
            "Maintainers",
            "People who change settings, one address per line. By default, the reviewers of all languages (*), otherwise all reviewers, otherwise the translators, otherwise everyone."
        ),
        "self-review": (
            "Reviewing one's own proposals", "Whether people may accept what they proposed."
        ),
        "names": (
            "Reserved names",
            "Names that only one person may use: {\"mara@example.org\": [\"Mara\"]}."
        ),
        "frozen": ("Frozen languages", "Languages whose texts cannot be changed."),
        "strict": (
            "Strict checks",
            "Whether texts with findings of blocking checks can be set or proposed at all."
        ),
        "blocking-checks": ("Blocking checks", "Checks whose findings block an acceptance."),
        "open-proposals": (
            "Open proposals for one text",
            "The maximum number of open proposals for one text, from 1 to 10,000."
        ),
        "placeholders": (
            "Placeholder notations",
            "Notations such as “symfony” or “/#[a-z]+#/”, one per line. By default, each applies if the source text uses it."
        ),
        "inherit": (
            "Inherited texts in exports",
            "Whether exports fill missing texts of a regional language from its fallback chain."
        ),
        "export-profiles": (
            "Export profiles",
            "The files that releases contain, as JSON: [{\"format\": \"i18next-json\"}]."
        ),
        "accepted-losses": (
            "Accepted losses",
            "Strings that exports may omit if a format cannot represent them; one key or pattern per line, such as “cart:*”."
        ),
        "empty-files": (
            "Sections with empty files",
            "Sections with a file for every language, even without texts; one name per line."
        ),
        "i18next-contexts": (
            "i18next contexts",
            "Words that are contexts in keys, such as “guest” in “friend_guest”; one per line."
        ),
        "servers": (
            "Servers", "Servers that may push other people's changes, one address per line."
        ),
        "signed": ("Signed commits", "Whether each commit must be signed with a signer's SSH key."),
        "signers": (
            "Signers",
            "People who may sign commits, with their keys, as JSON: {\"mara@example.org\": [\"ssh-ed25519 AAAA…\"]}."
        ),
    ]
}
