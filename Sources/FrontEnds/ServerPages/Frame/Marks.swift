import Translation
import Workspace

/// The small parts that all pages are made of, as values of their templates.
enum Marks {
    /// The looks of a pill.
    enum PillKind: String, Sendable {
        case ok, warn, bad, info, accent, hold, plain, dashed
    }

    /// A pill: an icon and a word.
    static func pill(_ icon: String?, _ word: String, _ kind: PillKind) -> PageValues {
        var values: PageValues = ["word": word, "kind": kind.rawValue]
        values.set("icon", icon)
        return values
    }

    /// A time: in words, in full, and for programs.
    static func when(_ at: String, now: Int64) -> PageValues {
        ["datetime": at, "full": PageTime.full(at), "words": PageTime.words(at, now: now)]
    }

    /// Somebody who wrote, proposed or decided.
    static func person(_ actor: Actor?, guid: HashedGuid? = nil, by people: People) -> PageValues {
        if let actor {
            return [
                "name": people.name(of: actor), "initials": initials(of: actor.name),
                "isTester": false,
                "short": false,
            ]
        }
        guard let guid else {
            return ["name": "Unknown", "initials": "?", "isTester": false, "short": false]
        }
        let short = short(guid)
        return [
            "name": "App tester \(short)", "initials": "", "isTester": true, "short": short,
        ]
    }

    /// The name of somebody in a sentence.
    static func name(_ actor: Actor?, guid: HashedGuid? = nil, by people: People) -> String {
        actor.map(people.name) ?? guid.map { "App tester \(short($0))" } ?? "Unknown"
    }

    /// The beginning of a guid's hash, as people can tell testers apart by it.
    static func short(_ guid: HashedGuid) -> String {
        guid.rawValue.prefix(6).uppercased()
    }

    /// The end of an event's id, which differs between events of one moment.
    static func short(_ id: EventID) -> String { String(id.description.suffix(6)) }

    static func initials(of name: String) -> String {
        let words = name.split(whereSeparator: \.isWhitespace)
        let letters = [words.first, words.count > 1 ? words.last : nil].compactMap { $0?.first }
        return String(letters).uppercased()
    }

    /// The check of a finding as a pill.
    static func pill(_ finding: Finding) -> PageValues {
        switch finding.severity {
        case .error: pill("error", finding.check, .bad)
        case .warning: pill("warning", finding.check, .warn)
        case .info: pill("info", finding.check, .info)
        }
    }

    /// A finding of a check.
    ///
    /// `path` is named if a value has several forms.
    static func finding(_ finding: Finding) -> PageValues {
        var values: PageValues = [
            "severity": finding.severity.rawValue, "icon": finding.severity.rawValue,
            "check": finding.check,
            "message": TextRuns().values(finding.message, source: finding.message),
            "blocks": finding.severity == .error,
        ]
        values.set("form", finding.path.isEmpty ? nil : finding.path.joined(separator: " "))
        return values
    }

    /// A banner above the content; one that tells what became of a form has the focus.
    static func banner(
        _ kind: PillKind, icon: String, _ strong: String, _ rest: String? = nil,
        action: PageValues? = nil, hasFocus: Bool = false
    ) -> PageValues {
        var values: PageValues = [
            "kind": kind.rawValue, "icon": icon, "strong": strong, "hasFocus": hasFocus,
        ]
        values.set("rest", rest)
        values.set("action", action)
        return values
    }
}

/// Counts with their noun.
func counted(_ count: Int, _ noun: String, plural: String? = nil) -> String {
    "\(grouped(count)) \(count == 1 ? noun : plural ?? noun + "s")"
}

/// A number with a comma every three digits.
func grouped(_ count: Int) -> String {
    var digits = Array(String(count.magnitude))
    var index = digits.count - 3
    while index > 0 {
        digits.insert(",", at: index)
        index -= 3
    }
    return (count < 0 ? "−" : "") + String(digits)
}
