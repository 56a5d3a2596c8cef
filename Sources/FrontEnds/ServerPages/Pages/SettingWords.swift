import Translation

/// The titles and explanations of settings on their page.
enum SettingWords {
    /// The groups of settings, in the order of the page.
    static let groups: [(id: String, title: TextKey, settings: [String])] = [
        ("project", "settings.project", ["description"]),
        (
            "people", "people.title",
            ["reviewers", "translators", "maintainers", "self-review", "names"]
        ),
        (
            "texts", "activity.texts",
            [
                "frozen", "strict", "blocking-checks", "open-proposals", "retention",
                "placeholders",
            ]
        ),
        (
            "files", "activity.files",
            ["inherit", "export-profiles", "accepted-losses", "empty-files", "i18next-contexts"]
        ),
        ("pushes", "settings.pushes", ["servers", "signed", "signers"]),
    ]

    /// Returns the title and the explanation of a setting.
    static func words(_ setting: Setting, _ wording: Wording) -> (title: String, help: String) {
        guard let (title, help) = known[setting.name] else {
            return (setting.name, wording.isolated(setting.summary))
        }
        return (
            wording(title), wording(help, ["byLanguage": wording("settings.byLanguage")])
        )
    }

    private static let known: [String: (title: TextKey, help: TextKey)] = [
        "description": ("settings.description", "settings.descriptionHelp"),
        "reviewers": ("settings.reviewers", "settings.reviewersHelp"),
        "translators": ("settings.translators", "settings.translatorsHelp"),
        "maintainers": ("settings.maintainers", "settings.maintainersHelp"),
        "self-review": ("settings.selfReview", "settings.selfReviewHelp"),
        "names": ("settings.names", "settings.namesHelp"),
        "frozen": ("settings.frozen", "settings.frozenHelp"),
        "strict": ("settings.strict", "settings.strictHelp"),
        "blocking-checks": ("settings.blockingChecks", "settings.blockingChecksHelp"),
        "open-proposals": ("settings.openProposals", "settings.openProposalsHelp"),
        "retention": ("settings.retention", "settings.retentionHelp"),
        "placeholders": ("settings.placeholders", "settings.placeholdersHelp"),
        "inherit": ("settings.inherit", "settings.inheritHelp"),
        "export-profiles": ("settings.exportProfiles", "settings.exportProfilesHelp"),
        "accepted-losses": ("settings.acceptedLosses", "settings.acceptedLossesHelp"),
        "empty-files": ("settings.emptyFiles", "settings.emptyFilesHelp"),
        "i18next-contexts": ("settings.i18nextContexts", "settings.i18nextContextsHelp"),
        "servers": ("settings.servers", "settings.serversHelp"),
        "signed": ("settings.signed", "settings.signedHelp"),
        "signers": ("settings.signers", "settings.signersHelp"),
    ]
}
