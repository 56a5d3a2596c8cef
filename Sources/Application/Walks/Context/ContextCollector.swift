import Checks
import Interchange
package import Memory
import ReadModel
package import Suggestions
package import Texts
package import Translation
package import Workspace

/// Collects the facts that help engines and agents to translate a language's strings.
///
/// It may only be used inside the closure that received the snapshot. It keeps the sections that it
/// has read, so that many strings cost little more than one.
package struct ContextCollector {
    private let snapshot: Snapshot
    private let locale: LanguageTag
    private let memory: TranslationMemory?
    private let glossary: Glossary
    private let related: [LanguageTag]
    private var sections: [Value.Text: Section] = [:]

    /// The strings of a section, in order.
    private struct Section {
        let entries: [Entry]
        let places: [StringID: Int]
    }

    /// The maximum number of strings before a string, and of strings after it.
    private static let neighbours = 2
    /// The maximum number of other languages.
    private static let languages = 3
    /// The maximum number of similar texts, and the lowest similarity in percent.
    private static let similar = (count: 3, minimum: 50)
    /// The maximum number of rejected texts; the newest are kept.
    private static let rejected = 10

    /// Creates a collector.
    ///
    /// Without a memory, contexts contain no similar texts.
    package init(
        for locale: LanguageTag, in snapshot: Snapshot, memory: TranslationMemory?
    ) throws {
        self.snapshot = snapshot
        self.locale = locale
        self.memory = memory
        glossary = try snapshot.glossary(in: locale)
        related = try snapshot.languages(relatedTo: locale)
    }

    /// Returns the context of a string, or of one form of its text; nil if the string does not
    /// exist.
    ///
    /// If the text has several forms and none is given, the facts are those of its form `other`.
    /// Cost: reads the string in each language up to the third that has a text. The first string of
    /// a section reads the section.
    package mutating func context(
        of string: StringID, form: TextForms.Form? = nil
    ) throws -> TranslationContext? {
        let section = try section(of: string)
        guard let place = section.places[string] else { return nil }
        let definition = section.entries[place].definition
        let source = Self.text(of: definition.value, form)
        let unit = try snapshot.model.unit(locale, string)
        var context = TranslationContext(
            comment: definition.comment, meaning: GettextKey.context(of: string.key))
        context.key = string.key
        context.section = string.section
        context.lengthLimit = definition.maximumLength.map {
            .init(count: $0.count, unit: $0.unit.rawValue)
        }
        context.form = form.flatMap { form in
            form.name.map { .init(name: $0, numbers: form.numbers) }
        }
        context.previousSource = Self.previousSource(of: unit).flatMap { Self.text(of: $0, form) }
        let range = max(0, place - Self.neighbours)...(place + Self.neighbours)
        context.neighbours = section.entries[range.clamped(to: 0...(section.entries.count - 1))]
            .filter { $0.string != string }.compactMap { entry in
                Self.text(of: entry.definition.value, nil).map {
                    .init(key: entry.string.key, text: $0)
                }
            }
        if !string.isTerm {
            context.terms = glossary.terms(in: source.map { Value($0) } ?? definition.value).map {
                .init(source: $0.source, target: $0.target)
            }
        }
        context.otherLanguages = try translations(of: string, form)
        if let source, let memory {
            context.similarTexts = try memory.matches(
                for: source, source: snapshot.project.source, target: locale,
                section: string.section, key: string.key, minimum: Self.similar.minimum,
                limit: Self.similar.count
            ).map { .init(percent: min($0.percent, 100), source: $0.source, target: $0.target) }
        }
        context.rejectedTexts = Self.rejectedTexts(of: unit, form)
        return context
    }

    private mutating func section(of string: StringID) throws -> Section {
        let name = Value.Text(string.section)
        if let known = sections[name] { return known }
        let entries = try snapshot.model.entries(
            locale: locale, chain: [], filter: EntryFilter(section: string.section))
        let places = entries.enumerated().map { ($0.element.string, $0.offset) }
        let section = Section(
            entries: entries, places: Dictionary(places, uniquingKeysWith: { first, _ in first }))
        sections[name] = section
        return section
    }

    /// Returns the string's current texts in the first languages that have one.
    private func translations(
        of string: StringID, _ form: TextForms.Form?
    ) throws -> [TranslationContext.Translation] {
        var found: [TranslationContext.Translation] = []
        for tag in related {
            guard found.count < Self.languages else { break }
            guard let text = try snapshot.model.unit(tag, string, by: .nobody).text,
                !text.isStale, !text.isFlagged, let own = Self.text(of: text.value, form)
            else { continue }
            found.append(.init(locale: tag.rawValue, text: own))
        }
        return found
    }

    private static func previousSource(of unit: Unit) -> Value? {
        guard let text = unit.text, text.isStale else { return nil }
        return text.event.source.flatMap { unit.definitions[$0]?.value }
    }

    private static func rejectedTexts(
        of unit: Unit, _ form: TextForms.Form?
    ) -> [TranslationContext.RejectedText] {
        var seen: Set<Value.Text> = []
        return unit.proposals.filter { $0.state == .rejected }.reversed().compactMap { proposal in
            guard let text = text(of: proposal.proposed.value, form),
                seen.insert(Value.Text(text)).inserted
            else { return nil }
            return TranslationContext.RejectedText(text: text, reason: proposal.rejectionReason)
        }.prefix(rejected).reversed()
    }

    /// Returns the text of a value for a form, or its form `other`; nil for trees of texts.
    private static func text(of value: Value, _ form: TextForms.Form?) -> String? {
        if let text = value.plainText { return text }
        guard case .choice(let choice) = value else { return nil }
        return (form?.name.flatMap { choice[$0] } ?? choice["other"])?.plainText
    }
}

extension Proposal {
    /// The reason for the rejection, such as `style: too formal`; nil if none was given.
    package var rejectionReason: String? {
        guard case .proposalRejected(let verdict)? = decision?.payload else { return nil }
        let parts = [verdict.code?.rawValue, verdict.reason].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: ": ")
    }
}
