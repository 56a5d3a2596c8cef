import Checks
import Interchange
import ReadModel
import Texts
import Translation

extension Snapshot {
    /// Returns the strings with their pseudo-translations, which are not recorded in the log.
    ///
    /// Strings that must not be translated, such as names and references, have no text, as in any
    /// other language.
    static func pseudoEntries(
        of strings: [SourceString], _ pseudo: PseudoLocalization
    ) -> [ExportEntry] {
        let categories = PluralCategories(of: pseudo.language)
        return strings.map { string in
            ExportEntry(
                string: string.string, source: string.value,
                value: string.isTranslatable
                    ? pseudo.value(of: string.value, categories: categories) : nil)
        }
    }
}
