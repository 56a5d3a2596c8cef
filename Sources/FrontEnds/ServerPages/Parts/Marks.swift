import Translation
import Workspace

/// A pill: an icon and a word.
struct Pill: Template {
    static let template = "pill"

    let icon: String?
    let word: String
    let kind: String

    /// The visual styles of pills and banners.
    enum Kind: String, Sendable {
        case ok, warn, bad, info, accent, hold, plain, dashed
    }

    init(_ icon: String?, _ word: String, _ kind: Kind) {
        self.icon = icon
        self.word = word
        self.kind = kind.rawValue
    }

    /// Creates a pill for a finding's check.
    init(_ finding: Finding) {
        switch finding.severity {
        case .error: self.init("error", finding.check, .bad)
        case .warning: self.init("warning", finding.check, .warn)
        case .info: self.init("info", finding.check, .info)
        }
    }
}

/// A time: in words, in full, and in machine-readable form.
struct TimeMark: Template {
    static let template = "when"

    let datetime: String
    let full: String
    let words: String

    init(_ at: String, now: Int64, _ wording: Wording) {
        datetime = at
        full = wording.fullTime(at)
        words = wording.time(at, now: now)
    }

    /// Creates the mark of a state's first day, such as `since 3 November`.
    init(since at: String, now: Int64, _ wording: Wording) {
        datetime = at
        full = wording.fullTime(at)
        words = wording.since(at, now: now)
    }
}

/// The author of an event, or an app's tester.
struct PersonMark: Template {
    static let template = "person"

    let name: String
    let initials: String
    let isTester: Bool

    init(_ actor: Actor?, guid: HashedGuid? = nil, by people: People) {
        name = Marks.name(actor, guid: guid, by: people)
        initials = actor.map { Marks.initials(of: $0.name) } ?? (guid == nil ? "?" : "")
        isTester = actor == nil && guid != nil
    }
}

struct FindingItem: Template {
    static let template = "finding"

    let severity: String
    let check: String
    /// The plural form with the finding, if the text has several.
    let form: String?
    let message: [TextRun]
    /// The language of the message, if it is not the page's.
    let lang: String?
    let blocks: Bool

    /// Creates an item; `mayBlock` is false for a text that is already accepted.
    init(_ finding: Finding, _ wording: Wording, mayBlock: Bool = true) {
        lang = wording.languageOfRefusals
        severity = finding.severity.rawValue
        check = finding.check
        form = finding.path.isEmpty ? nil : finding.path.joined(separator: " ")
        message = TextRuns().runs(finding.message, source: finding.message)
        blocks = mayBlock && finding.severity == .error
    }
}

/// Short labels and names shared by all pages.
enum Marks {
    /// Returns the name of a person or tester for use in a sentence.
    static func name(_ actor: Actor?, guid: HashedGuid? = nil, by people: People) -> String {
        people.name(of: actor, or: guid) ?? people.words.unknown
    }

    /// Returns the end of an event's id, which differs between events with the same time.
    static func short(_ id: EventID) -> String { String(id.description.suffix(6)) }

    static func initials(of name: String) -> String {
        let words = name.split(whereSeparator: \.isWhitespace)
        let letters = [words.first, words.count > 1 ? words.last : nil].compactMap { $0?.first }
        return String(letters).uppercased()
    }
}
