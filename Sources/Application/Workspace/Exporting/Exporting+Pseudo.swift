import Checks
import Interchange
import ReadModel
import Texts
import Translation

extension Snapshot {
    /// The strings with what a pseudo-language says; the log hears nothing of it.
    ///
    /// What is not to be translated, such as a name or a reference, has no text in it, as in any other language.
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
