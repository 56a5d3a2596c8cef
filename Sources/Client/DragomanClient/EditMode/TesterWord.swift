import JSON

/// The texts that the library itself shows to testers.
///
/// Each text is looked up in the app's section `dragoman`. If the app lacks a text, the English
/// text is used. To translate them, import ``file`` into the project, and load its namespace along
/// with the others.
public enum TesterWord: String, Sendable, Hashable, CaseIterable {
    // Buttons and titles
    case propose, cancel, delete, done, edit, dismiss, proposals, showProposals, textsOnScreen
    case notSent, refusedTitle, refusedValue, summary
    // Error messages
    case errorDisabled, errorProduction, errorNoLanguage, errorNotDeletable, errorTooLong
    case errorTooManyKept, errorDuplicate, errorUnchanged, errorAlreadyDecided, errorRefused
    case errorRefusedBecause, errorInvalidGuid, errorUnauthorized, errorForbidden, errorNotFound
    case errorBusy, errorBusyFor, errorUnavailable, errorUnexpectedStatus, errorRedirected
    case errorAnswerTooLarge, errorMalformedAnswer, errorTimedOut, errorUnreachable, errorBrokenOff
    case errorCancelled

    /// The section that contains these texts.
    public static let section = "dragoman"

    /// The identifier of the text in the app.
    public var identifier: TextIdentifier {
        TextIdentifier(section: Self.section, key: rawValue)
    }

    /// The English texts by key.
    ///
    /// Each plural form has its own key.
    static let english: KeyValuePairs = [
        "propose": "Propose", "cancel": "Cancel", "delete": "Delete", "done": "Done",
        "edit": "Edit", "dismiss": "Dismiss", "proposals": "Proposals",
        "showProposals": "Show proposals", "textsOnScreen": "Texts on this screen",
        "notSent": "not sent yet", "refusedTitle": "Proposal refused",
        "refusedValue": "{{text}}: “{{value}}”",
        "summary_one": "{{count}} proposal, {{own}} of them yours. Show it",
        "summary_other": "{{count}} proposals, {{own}} of them yours. Show them",
        "errorDisabled": "Proposals are switched off in this app.",
        "errorProduction": "Proposals are not available in released apps.",
        "errorNoLanguage":
            "The app's language is not known yet. Try again when its texts are loaded.",
        "errorNotDeletable": "Only the installation that made the proposal can delete it.",
        "errorTooLong": "The text is too long. Shorten it.",
        "errorTooManyKept":
            "Too many proposals are waiting to be sent. Connect to the server first.",
        "errorDuplicate": "You already proposed this text.",
        "errorUnchanged": "This is the current text. Change it first.",
        "errorAlreadyDecided": "The proposal was already accepted, rejected or replaced.",
        "errorRefused": "The server refused the proposal.",
        "errorRefusedBecause": "The server refused the proposal: {{reason}}",
        "errorInvalidGuid": "The proposal belongs to another installation.",
        "errorUnauthorized": "The server does not accept the app's key: {{reason}}",
        "errorForbidden": "The project does not accept proposals from this app: {{reason}}",
        "errorNotFound": "The server cannot find the text or the proposal: {{reason}}",
        "errorBusy": "The server is busy. Try again later.",
        "errorBusyFor": "The server is busy. Try again in {{seconds}} seconds.",
        "errorUnavailable": "The server failed with status {{status}}. Try again later.",
        "errorUnexpectedStatus": "The server responded with the unexpected status {{status}}.",
        "errorRedirected": "The server redirects to another address, {{address}}.",
        "errorAnswerTooLarge": "The server's response is too large.",
        "errorMalformedAnswer": "The server's response cannot be read: {{reason}}",
        "errorTimedOut": "The server did not answer in time. Try again later.",
        "errorUnreachable": "The server cannot be reached: {{reason}}",
        "errorBrokenOff": "The connection was interrupted: {{reason}}",
        "errorCancelled": "The request was cancelled.",
    ]

    /// All English texts as an i18next file, to be imported into the app's project as
    /// `en/dragoman.json`.
    public static var file: String {
        let members = english.map { (key: $0.key, value: JSONValue.string($0.value)) }
        let bytes = PrettyJSON.encode(.object(JSONObject(uniqueMembers: members)))
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let texts: I18nextTexts = {
        var options = I18nextOptions()
        options.interpolation.escapesValues = false
        var texts = I18nextTexts(options: options)
        let members = english.map { (key: $0.key, value: JSONValue.string($0.value)) }
        texts.setNamespace(
            section, language: "en", to: .object(JSONObject(uniqueMembers: members)))
        return texts
    }()

    /// Returns the English text with its placeholders filled.
    public func english(with values: TextValues = TextValues()) -> String {
        Self.texts.text(for: identifier, language: "en", with: values) ?? rawValue
    }
}

extension LocalizationWrapper {
    /// Returns a text for testers in the app's language, or in English.
    public func text(of word: TesterWord, with values: TextValues = TextValues()) -> String {
        source.text(for: word.identifier, with: values) ?? word.english(with: values)
    }

    /// Returns an error message in the app's language, or in English.
    public func text(of error: ProposalError) -> String {
        let (word, values) = error.word
        return text(of: word, with: values)
    }

    /// Returns a message about a refused proposal, with its text and value.
    public func text(of refusal: ProposalRefusal) -> String {
        let values = TextValues(arguments: [
            "text": .text(refusal.text.identifier.description),
            "value": .text(refusal.text.value),
        ])
        return text(of: .refusedValue, with: values) + "\n" + text(of: refusal.reason)
    }

    /// Returns the message that summarizes the proposals.
    public func text(of summary: ProposalSummary) -> String {
        text(
            of: .summary,
            with: TextValues(count: summary.all, arguments: ["own": Argument(summary.own)]))
    }
}
