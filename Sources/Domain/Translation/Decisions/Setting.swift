public import JSON
public import Texts

/// A project setting: its name, purpose and valid values.
public struct Setting: Sendable {
    /// The stored name, such as `open-proposals`.
    public let name: String
    /// The setting's purpose, in one line.
    public let summary: String
    /// The default value, or nil if the setting has no value by default.
    public let defaultValue: JSONValue?
    /// Returns a one-sentence description of the error in a value, or nil if it is valid.
    let fault: @Sendable (JSONValue) -> String?

    /// All settings, sorted by name.
    public static let all: [Setting] = [
        .acceptedLosses, .blockingChecks, .description, .emptyFiles, .exportProfiles, .frozen,
        .i18nextContexts,
        .inherit, .maintainers, .names, .openProposals, .placeholders, .retention, .reviewers,
        .selfReview, .servers, .signed, .signers, .strict, .translators,
    ]

    /// The checks whose findings block an acceptance.
    public static let blockingChecks = Setting(
        name: "blocking-checks",
        summary: "Checks whose findings block an acceptance; an array of names.",
        defaultValue: .array(
            [CheckInfo.placeholders, .messageFormat, .markup, .plurals].map { .string($0.name) })
    ) { value in
        if let fault = arrayOfTexts(value) { return fault }
        let known = CheckInfo.all.filter { $0.scope == .text }.map(\.name)
        let unknown = (value.arrayValue ?? []).compactMap(\.stringValue).first { name in
            !known.contains { $0.hasSameBytes(as: name) }
        }
        return unknown.map {
            "“\($0)” is not a check for texts. Valid names: \(known.joined(separator: ", "))."
        }
    }

    /// The description of the project, for its page and the list of projects.
    public static let description = Setting(
        name: "description",
        summary:
            "A description for the project's page and the list of projects, in at most 500 characters.",
        defaultValue: nil
    ) { value in
        guard let text = value.stringValue else { return "The value must be a string." }
        return text.count <= 500 ? nil : "The text has \(text.count) characters; the limit is 500."
    }

    /// The languages whose texts cannot be changed.
    public static let frozen = Setting(
        name: "frozen", summary: "Languages whose texts cannot be changed; an array of tags.",
        defaultValue: .array([]), fault: arrayOfTexts)

    /// The words that are contexts in i18next keys, such as `guest` in `friend_guest`.
    public static let i18nextContexts = Setting(
        name: "i18next-contexts",
        summary:
            "Words that are contexts in i18next keys, such as “guest” in friend_guest; an array of words.",
        defaultValue: .array([])
    ) { value in
        arrayOfTexts(value)
            ?? (value.arrayValue?.contains { $0.stringValue?.isEmpty ?? true } ?? false
                ? "A word must not be empty." : nil)
    }

    /// True if exports fill missing texts of a regional language from its fallback chain.
    public static let inherit = Setting(
        name: "inherit",
        summary:
            "Whether exports fill missing texts of a regional language from its fallback chain.",
        defaultValue: .bool(true), fault: flag)

    /// The maximum number of open proposals for one text.
    ///
    /// Reviewers would not read more proposals. A flood of proposals for one text should not hide
    /// the proposals for other texts.
    public static let openProposals = Setting(
        name: "open-proposals",
        summary: "Maximum number of open proposals for one text: 1 to 10000.",
        defaultValue: .integer(200)
    ) { value in
        guard let number = value.integerValue else { return "The value must be a whole number." }
        return (1...10_000).contains(number) ? nil : "The value must be between 1 and 10000."
    }

    /// The age in days at which a new beginning of the log leaves out testers' proposals that were
    /// rejected or superseded.
    public static let retention = Setting(
        name: "retention",
        summary:
            "Days after which a new beginning leaves out testers' rejected and superseded proposals: 1 to 36500; by default, everything is kept.",
        defaultValue: nil
    ) { value in
        guard let number = value.integerValue else { return "The value must be a whole number." }
        return (1...36_500).contains(number) ? nil : "The value must be between 1 and 36500."
    }

    /// Placeholder notations that the checks recognize, in addition to those always in use.
    public static let placeholders = Setting(
        name: "placeholders",
        summary:
            "Placeholder notations, such as [\"symfony\",\"/#[a-z]+#/\"]; by default, each applies if the source text uses it.",
        defaultValue: nil
    ) { value in
        if let fault = arrayOfTexts(value) { return fault }
        do throws(NotationPattern.Failure) {
            _ = try PlaceholderNotations(
                words: (value.arrayValue ?? []).compactMap(\.stringValue))
            return nil
        } catch {
            return error.reason
        }
    }

    /// The people who may accept and reject proposals, by language.
    public static let reviewers = Setting(
        name: "reviewers",
        summary:
            "Who may accept and reject: {\"fr\":[\"mail@…\"],\"*\":[…]}; unlisted languages are open to all.",
        defaultValue: nil, fault: peopleByLanguage)

    /// True if people may accept their own proposals.
    public static let selfReview = Setting(
        name: "self-review", summary: "Whether people may accept their own proposals.",
        defaultValue: .bool(true), fault: flag)

    /// True if texts with findings from blocking checks cannot be set or proposed.
    public static let strict = Setting(
        name: "strict",
        summary:
            "Whether `set` and `propose` reject texts with findings from blocking checks.",
        defaultValue: .bool(false), fault: flag)

    static let arrayOfTexts: @Sendable (JSONValue) -> String? = { value in
        value.arrayValue?.allSatisfy { $0.stringValue != nil } ?? false
            ? nil : "The value must be an array of strings."
    }

    static let flag: @Sendable (JSONValue) -> String? = { value in
        value.boolValue == nil ? "The value must be true or false." : nil
    }
}

extension PlaceholderNotations {
    /// Reads the value of the setting ``Setting/placeholders``.
    ///
    /// If there is no valid value, each notation applies if the source text uses it.
    public init(stored value: JSONValue?) {
        let words = value?.arrayValue?.compactMap(\.stringValue)
        self = words.flatMap { try? PlaceholderNotations(words: $0) } ?? .implied
    }
}
