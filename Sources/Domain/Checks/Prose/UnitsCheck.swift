import Languages
import Synchronization
import Texts
import Translation

/// Finds names of units of time that are translated by another unit's name, or one unit by the form for several.
///
/// A text counts if it is nothing but a name that CLDR has, in any width.
struct UnitsCheck: TextCheck {
    let info = CheckInfo.units
    private let target: String

    init(_ profile: LanguageProfile) { target = profile.tag }

    func findings(in compared: ComparedTexts) -> [Finding] {
        guard let source = compared.subject.sourceLanguage else { return [] }
        return compared.pairs.compactMap { pair in
            // A letter stands for many things, and what is the same was perhaps not translated.
            guard pair.source.bytes.count > 1, pair.source.bytes != pair.target.bytes else {
                return nil
            }
            guard let given = UnitTables.units(named: pair.source.string, in: source.rawValue),
                let found = UnitTables.units(named: pair.target.string, in: target)
            else { return nil }
            let same = found.keys.filter { given[$0] != nil }
            if same.isEmpty {
                return finding(
                    "The source has the name of a \(Self.list(given)), the translation that of a \(Self.list(found)).",
                    at: pair.path)
            }
            return pair.isPluralForm
                ? nil : formFinding(same.map { (given[$0] ?? [], found[$0] ?? []) }, at: pair.path)
        }
    }

    /// Finds the form for several units where the source has that for one, and the other way round.
    private func formFinding(
        _ numbers: [(source: Set<Int>, target: Set<Int>)], at path: [String]
    ) -> Finding? {
        if numbers.allSatisfy({ $0.source == [1] && !$0.target.contains(1) }) {
            return finding(
                "The source has the form for one unit, the translation that for several.", at: path,
                severity: .info)
        }
        if numbers.allSatisfy({ !$0.source.contains(1) && $0.target == [1] }) {
            return finding(
                "The source has the form for several units, the translation that for one.",
                at: path, severity: .info)
        }
        return nil
    }

    private static func list(_ units: [String: Set<Int>]) -> String {
        units.keys.sorted().joined(separator: " or ")
    }
}

/// CLDR's names of units of time, by language; each table is made when it is first needed.
private enum UnitTables {
    private static let tables = Mutex<[String: [String: [String: Set<Int>]]]>([:])
    /// No name is longer, in bytes of UTF-8.
    private static let longest = 80

    /// Returns the units whose name a text is, with the numbers that the name is for; nil if it is no such name.
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
