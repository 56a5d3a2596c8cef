package import Languages
package import ReadModel
package import Texts
package import Translation

/// A replacement of a pattern in the texts of several languages.
package struct Replacement: Sendable {
    /// The pattern, and what replaces it.
    package var pattern: TextPattern
    /// The languages whose texts are changed; the source language is not among them.
    package var locales: [LanguageTag]
    /// Only texts of strings in this section.
    package var section: String?
    /// Only texts of this string.
    package var string: StringID?
    /// Only texts whose keys match this pattern.
    package var keyPattern: String?
    /// True to propose the new texts instead of setting them.
    package var isProposal: Bool

    /// Creates a replacement.
    package init(
        _ pattern: TextPattern, in locales: [LanguageTag], section: String? = nil,
        isProposal: Bool = false
    ) {
        self.pattern = pattern
        self.locales = locales
        self.section = section
        self.isProposal = isProposal
    }
}

/// The effects of a replacement in one state: the new texts, and the texts that are left out.
package struct ReplacementPlan: Sendable {
    /// A text to change.
    package struct Part: Sendable {
        /// The string and the language.
        package let unit: UnitID
        /// The source text with its metadata.
        package let definition: Definition
        /// The present text.
        package let old: Value
        /// The text after the replacement.
        package let new: Value
        /// The event with the present text.
        let event: EventID
    }

    /// A text that matches, but cannot be changed.
    package struct LeftOut: Sendable {
        /// The string and the language.
        package let unit: UnitID
        /// The reason, as a sentence.
        package let because: String
    }

    /// The texts to change, by language and in the order of entries.
    package private(set) var parts: [Part] = []
    /// The texts that match and are left out, with the reasons.
    package private(set) var leftOut: [LeftOut] = []
    /// True if the pattern matches every text in the languages, and there are several.
    package let matchesAll: Bool
    private let isProposal: Bool

    /// The maximum number of texts that one replacement may change.
    package static let most = 5_000
    /// The longest time for comparing a regular expression with all texts.
    ///
    /// An expression that stays just below the limit for each text would otherwise take minutes.
    private static let longest = Duration.seconds(10)

    /// Determines the effects of a replacement.
    ///
    /// Leaves out texts in which checks would find new errors, such as broken placeholders, texts
    /// that would become empty, and texts in conflict. Throws a ``Refusal`` if the pattern cannot
    /// be used, if comparing it takes too long, or if it would change more than ``most`` texts.
    /// `now` returns the time of a monotonic clock. Cost: compares the texts that `index` finds, or
    /// all texts for a regular expression.
    package init(
        _ replacement: Replacement, in snapshot: Snapshot, index: SearchIndex?,
        now: () -> ContinuousClock.Instant = { .now }
    ) throws {
        let replacer: TextReplacer
        do throws(TextPattern.Fault) {
            replacer = try TextReplacer(replacement.pattern)
        } catch {
            throw Refusal(error)
        }
        isProposal = replacement.isProposal
        let searched = replacement.pattern.isExpression ? nil : replacement.pattern.pattern
        let context = try snapshot.checkContext()
        var compared = 0
        var comparesAll = true
        var comparing = Duration.zero
        var changed: [(unit: UnitID, entry: Entry, old: EntryText, new: Value)] = []
        for locale in replacement.locales {
            try snapshot.requireLocale(locale)
            guard locale != snapshot.project.source else { throw Self.sourceRefusal }
            var filter = EntryFilter(
                section: replacement.section, string: replacement.string,
                keyPattern: replacement.keyPattern)
            filter.candidates = try snapshot.candidates(for: searched, in: locale, index)
            let entries = try snapshot.model.entries(locale: locale, chain: [], filter: filter)
            for entry in entries {
                guard let text = entry.text else { continue }
                compared += 1
                let new: Value
                let start = now()
                do throws(TextPattern.Fault) {
                    new = try text.value.changingTexts { text throws(TextPattern.Fault) in
                        try replacer.replacing(in: text)
                    }
                } catch {
                    throw Refusal(error)
                }
                if replacement.pattern.isExpression {
                    comparing += start.duration(to: now())
                    guard comparing < Self.longest else { throw Refusal(TextPattern.Fault.slow) }
                }
                guard new != text.value else { continue }
                changed.append((UnitID(locale, entry.string), entry, text, new))
                guard changed.count <= Self.most else { throw Self.tooMany }
            }
            // An index finds only texts that match.
            if filter.candidates != nil { comparesAll = false }
        }
        matchesAll = comparesAll && changed.count > 1 && changed.count == compared
        for (unit, entry, text, new) in changed {
            let silenced = try snapshot.model.silencedChecks(unit.locale, unit.string)
            func errors(_ value: Value) -> [Finding] {
                context.findings(
                    of: value, for: entry.definition, locale: unit.locale, silenced: silenced
                ).filter { $0.severity == .error }
            }
            // A text with an error may have another one of the same check, such as a second lost
            // placeholder.
            var known = errors(text.value)
            let error = errors(new).first { error in
                guard let index = known.firstIndex(of: error) else { return true }
                known.remove(at: index)
                return false
            }
            if entry.hasConflict {
                leftOut.append(LeftOut(unit: unit, because: "It has a conflict."))
            } else if new.saysNothing {
                leftOut.append(LeftOut(unit: unit, because: "The text would be empty."))
            } else if let error {
                leftOut.append(LeftOut(unit: unit, because: error.message))
            } else {
                parts.append(
                    Part(
                        unit: unit, definition: entry.definition, old: text.value, new: new,
                        event: text.id))
            }
        }
    }

    private static var sourceRefusal: Refusal {
        Refusal(
            .contradiction, "Source texts cannot be replaced together with translations.",
            hint: "Edit the source strings one by one.")
    }

    private static var tooMany: Refusal {
        Refusal(
            .invalidValue,
            "More than \(most) texts would change; that is the limit for one replacement.",
            hint: "Choose fewer languages, or a section.")
    }

    /// The action that carries out the plan, in one commit.
    ///
    /// Texts that change before the action is performed are left out of its outcome; see
    /// ``leftOut(of:)``.
    package var action: Action {
        let commands = parts.map { part in
            Command.replaceText(
                part.unit, old: part.event, with: part.new, isProposal: isProposal)
        }
        return Action(.batch(commands), as: isProposal ? .propose : .replace)
    }

    /// Returns the texts that the plan's action left out, with the reasons.
    package func leftOut(of outcome: Outcome) -> [LeftOut] {
        outcome.leftOut.map {
            LeftOut(unit: parts[$0.index].unit, because: $0.refusal.message)
        }
    }

    /// Describes the texts that the plan depends on.
    ///
    /// If a text changes while the differences are shown, the description changes.
    package var seen: String {
        parts.map { "\($0.unit.locale) \($0.event)" }.joined(separator: "\n")
    }
}

extension Refusal {
    fileprivate init(_ fault: TextPattern.Fault) {
        switch fault {
        case .empty:
            self.init(
                .invalidValue, "The pattern is empty.", hint: "Specify the text to replace.")
        case .syntax(let position):
            self.init(
                .invalidValue,
                "The regular expression is invalid at character \(position).",
                hint: "To match a special character, put a backslash before it.")
        case .matchesNothing:
            self.init(
                .invalidValue,
                "The pattern also matches an empty text, so it would match everywhere.",
                hint: "Use + instead of *, or add a character that must occur.")
        case .group(let number):
            self.init(
                .invalidValue, "The replacement has $\(number), but the pattern has no such group.",
                hint: "Put the group in parentheses. For a dollar sign, write \\$.")
        case .slow:
            self.init(
                .invalidValue, "The pattern takes too long to match.",
                hint: "Avoid nested repetitions, such as (a+)+.")
        }
    }
}
