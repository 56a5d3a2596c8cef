import Interchange
import Languages
import ReadModel
import Translation

extension Workspace {
    /// The strings with what a pseudo-language says; the log hears nothing of it.
    static func pseudoEntries(
        of strings: [SourceString], _ pseudo: PseudoLocalization
    ) -> [ExportEntry] {
        func categories(_ kind: PluralKind) -> [String] {
            PluralRules.categories(of: pseudo.language, kind).map(\.rawValue)
        }
        let (cardinal, ordinal) = (categories(.cardinal), categories(.ordinal))
        return strings.map { string in
            let value = pseudo.value(of: string.value) { selector in
                switch selector {
                case .plural: cardinal
                case .ordinal: ordinal
                case .select, .device, .width: []
                }
            }
            return ExportEntry(string: string.string, source: string.value, value: value)
        }
    }
}
