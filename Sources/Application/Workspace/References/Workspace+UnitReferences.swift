public import Languages
import ReadModel
public import Texts
public import Translation

/// A text from a reference list for a string.
public struct ReferenceText: Sendable {
    /// The language of the text.
    public let locale: LanguageTag
    /// The string that the text is for.
    public let string: StringID
    /// The text from the list.
    public let text: String
    /// The number whose form was used instead, if the form for the string's own number spells the
    /// number out.
    public let otherNumber: Int?
}

extension Workspace {
    /// The guid of proposals from CLDR, which distinguishes them from people's proposals.
    public static let referenceGuid = "reference:cldr"

    /// The origin of texts from CLDR, with its version.
    public static var cldrOrigin: Origin { .reference("cldr-\(CLDR.version)") }
}

extension Snapshot {
    /// Returns CLDR's names, in some languages, for the units of time in the project's keys.
    ///
    /// Unless `width` is given, a name has the width of the language's own texts for the unit, or
    /// of the source texts if there are none. If these match none of CLDR's widths, the name is
    /// short. Minutes and seconds share one width, which the texts for minutes determine. If a form
    /// spells out the number, as Arabic does for two hours, the form for a larger number is used
    /// instead. Names that a reviewer rejected are left out. Throws if the patterns match no key.
    public func unitReferences(
        _ keys: UnitKeys, section: String?, width: UnitNames.Width?, in locales: [LanguageTag]
    ) throws -> [ReferenceText] {
        let slots = keys.slots
        let found = try model.sourceStrings(section: section).compactMap { string in
            slots[Value.Text(string.string.key)].map { (string, $0) }
        }
        guard !found.isEmpty else {
            let patterns = keys.patterns.map { "“\($0)”" }.joined(separator: ", ")
            throw Refusal(
                .unknownKey, "No key matches \(patterns).",
                hint: .typed("Use --keys and --numbers to specify how unit keys are named."))
        }
        let source = UnitTexts(
            project.source, found.map { ($0.0.string.section, $0.1, $0.0.value.plainText) })
        return try locales.flatMap { locale in
            let own = UnitTexts(
                locale,
                try found.map { string, slot in
                    let text = try model.unit(locale, string.string).text
                    return (string.string.section, slot, text?.value.plainText)
                })
            let rejected = try rejectedReferences(locale)
            return found.compactMap { string, slot -> ReferenceText? in
                let section = string.string.section
                let chosen =
                    width ?? own.width(of: slot, in: section) ?? source.width(of: slot, in: section)
                    ?? .short
                guard
                    let (name, number) = UnitNames.nameBesideNumber(
                        of: slot.unit, for: slot.number, chosen, in: locale.rawValue)
                else { return nil }
                let isHeading = string.value.plainText?.first?.isUppercase ?? false
                let text = isHeading ? name.prefix(1).uppercased() + name.dropFirst() : name
                guard rejected[string.string]?.contains(Value.Text(text)) != true else {
                    return nil
                }
                return ReferenceText(
                    locale: locale, string: string.string, text: text,
                    otherNumber: number == slot.number ? nil : number)
            }
        }
    }

    /// Returns the texts of earlier references that reviewers rejected, by string.
    private func rejectedReferences(
        _ locale: LanguageTag
    ) throws -> [StringID: Set<Value.Text>] {
        let guid = HashedGuid(guid: Workspace.referenceGuid, project: project)
        let rows = try model.proposals(
            ProposalFilter(locale: locale, owner: guid, states: [.rejected]))
        return rows.reduce(into: [:]) { texts, row in
            if let text = row.proposed.value.plainText {
                texts[row.string, default: []].insert(Value.Text(text))
            }
        }
    }
}

/// A language's texts for units of time.
private struct UnitTexts {
    private let locale: LanguageTag
    private var texts: [Place: [(number: Int, text: String)]] = [:]

    private struct Place: Hashable {
        let section: Value.Text
        let pattern: Int
        let unit: String
    }

    init(
        _ locale: LanguageTag, _ all: [(section: String, slot: UnitKeys.Slot, text: String?)]
    ) {
        self.locale = locale
        for (section, slot, text) in all {
            guard let text, !text.isEmpty else { continue }
            let place = Place(
                section: Value.Text(section), pattern: slot.pattern, unit: slot.unit)
            texts[place, default: []].append((slot.number, text))
        }
    }

    /// Returns the width of the texts for a unit.
    ///
    /// Minutes and seconds share one width, for which the texts for minutes take precedence.
    ///
    /// The width is `short` if the texts match no width, and nil if there are no texts.
    func width(of slot: UnitKeys.Slot, in section: String) -> UnitNames.Width? {
        let units = ["minute", "second"].contains(slot.unit) ? ["minute", "second"] : [slot.unit]
        for unit in units {
            let place = Place(
                section: Value.Text(section), pattern: slot.pattern, unit: unit)
            guard let known = texts[place] else { continue }
            return UnitNames.width(of: known, unit: unit, in: locale.rawValue) ?? .short
        }
        return nil
    }
}
