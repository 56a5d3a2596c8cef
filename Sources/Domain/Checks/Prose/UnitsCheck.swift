import Languages
import Synchronization
import Texts
import Translation

/// Finds names of time units that are translated as a different unit, or with a plural instead of a
/// singular (or the reverse).
///
/// A text is checked only if it is exactly a CLDR unit name of any width.
struct UnitsCheck: TextCheck {
    let info = CheckInfo.units
    private let target: String

    init(_ profile: LanguageProfile) { target = profile.tag }

    func findings(in compared: ComparedTexts) -> [Finding] {
        guard let source = compared.subject.sourceLanguage else { return [] }
        return compared.pairs.compactMap { pair in
            // A single letter can mean many things, and an identical text may be untranslated.
            guard pair.source.bytes.count > 1, pair.source.bytes != pair.target.bytes else {
                return nil
            }
            guard let given = UnitTables.units(named: pair.source.string, in: source.rawValue),
                let found = UnitTables.units(named: pair.target.string, in: target)
            else { return nil }
            let same = found.keys.filter { given[$0] != nil }
            if same.isEmpty {
                return finding(
                    "The unit is \(Self.list(given)) in the source, but \(Self.list(found)) in the translation.",
                    at: pair.path)
            }
            return pair.isPluralForm
                ? nil : formFinding(same.map { (given[$0] ?? [], found[$0] ?? []) }, at: pair.path)
        }
    }

    /// Finds a plural form whose source is singular, or a singular form whose source is plural.
    private func formFinding(
        _ numbers: [(source: Set<Int>, target: Set<Int>)], at path: [String]
    ) -> Finding? {
        if numbers.allSatisfy({ $0.source == [1] && !$0.target.contains(1) }) {
            return finding(
                "The source has the form for one unit, but the translation has the form for several.",
                at: path,
                severity: .info)
        }
        if numbers.allSatisfy({ !$0.source.contains(1) && $0.target == [1] }) {
            return finding(
                "The source has the form for several units, but the translation has the form for one.",
                at: path, severity: .info)
        }
        return nil
    }

    private static func list(_ units: [String: Set<Int>]) -> String {
        units.keys.sorted().joined(separator: " or ")
    }
}

/// CLDR's names of time units by language.
///
/// Each table is created on first use.
private enum UnitTables {
    private static let tables = Mutex<[String: [String: [String: Set<Int>]]]>([:])
    /// The maximum length of a name in UTF-8 bytes.
    private static let longest = 80

    /// Returns the units with the given name, and the numbers that the name applies to; nil if
    /// there is no such unit.
    static func units(named text: String, in tag: String) -> [String: Set<Int>]? {
        guard !text.isEmpty, text.utf8.count <= longest else { return nil }
        return tables.withLock { tables in
            if let table = tables[tag] { return table[text.lowercased()] }
            let table = UnitNames.all(in: tag)
            tables[tag] = table
            return table[text.lowercased()]
        }
    }
}
