import Interchange
public import Texts
import Translation

/// The number of texts by origin.
public struct OriginCounts: Sendable, Equatable, Codable {
    /// The number of texts that people wrote and somebody reviewed.
    public var people = 0
    /// The number of reviewed texts that nobody edited, by the machine that wrote them.
    public var machines: [String: Int] = [:]
    /// The number of reviewed texts that a person edited when accepting a machine's text.
    public var edited = 0
    /// The number of texts that nobody has reviewed, or that were flagged since.
    public var unreviewed = 0

    /// Creates counts of zero.
    public init() {}

    /// The number of all texts.
    public var total: Int { people + machines.values.reduce(0, +) + edited + unreviewed }

    /// The machines and their counts, sorted by name.
    public var sortedMachines: [(name: String, count: Int)] {
        machines.map { ($0.key, $0.value) }.sorted { $0.0.precedesInBytes($1.0) }
    }

    /// Adds other counts.
    public mutating func add(_ other: OriginCounts) {
        people += other.people
        edited += other.edited
        unreviewed += other.unreviewed
        machines.merge(other.machines, uniquingKeysWith: +)
    }

    mutating func add(_ text: Attribution) {
        switch text.authorship {
        case _ where !text.isReviewed: unreviewed += 1
        case .people: people += 1
        case .machine(let name): machines[name, default: 0] += 1
        case .edited: edited += 1
        }
    }
}

/// The texts in the files of an export, counted by language and origin.
///
/// A text in several files of a language counts once. An inherited text counts in the language that
/// inherits it.
public struct ShippedTexts: Sendable {
    private var counts: [LanguageTag: OriginCounts] = [:]
    /// The events of the texts that were counted.
    private var events: [LanguageTag: Set<EventID>] = [:]

    /// Returns the counts of a language.
    public subscript(locale: LanguageTag) -> OriginCounts { counts[locale] ?? OriginCounts() }

    /// Counts the texts of a language, except for the strings that were left out.
    mutating func add(_ language: LanguageEntries, except leftOut: Set<StringID>) {
        var events = self.events.removeValue(forKey: language.language) ?? []
        var counts = self[language.language]
        for entry in language.entries where entry.value != nil {
            guard let text = entry.attribution, !leftOut.contains(entry.string),
                events.insert(text.event).inserted
            else { continue }
            counts.add(text)
        }
        self.events[language.language] = events
        self.counts[language.language] = counts
    }
}
