import Checks
import Interchange
import ReadModel
import Texts
import Translation

extension ExportEntry {
    /// Brings a text that was made for a source text of another shape into that of the present one.
    mutating func fit(_ format: any FileFormat, _ categories: PluralCategories) {
        guard let text = value, format.traits.holdsPlurals || source.plainText != nil else {
            return
        }
        let fitted = text.fitted(to: source, forms: categories)
        guard fitted != text else { return }
        value = fitted
        isFitted = true
        if format.traits.carriesDetails { textDetails.needsWork = true }
    }
}

extension Snapshot {
    /// Fills the plural forms that are seldom needed from `other`, for formats whose readers ask for them; returns of which texts.
    ///
    /// A text that is as its own file had it at the last import returns to that file as it came.
    func fillSeldomForms(
        of entries: inout [ExportEntry], in locale: LanguageTag, _ format: any FileFormat
    ) throws -> [UnitID] {
        guard format.traits.needsSeldomForms else { return [] }
        let categories = PluralCategories(of: locale.rawValue)
        var files: [Value.Text: FileTexts] = [:]
        var filled: [UnitID] = []
        for index in entries.indices {
            let string = entries[index].string
            guard let value = entries[index].value else { continue }
            let whole = value.withSeldomForms(of: categories)
            guard whole != value else { continue }
            let section = Value.Text(string.section)
            let file =
                try files[section]
                ?? model.fileTexts(string.section, format: format.name, in: locale)
            files[section] = file
            guard !file.says(value, of: string.key) else { continue }
            entries[index].value = whole
            filled.append(UnitID(locale, string))
        }
        return filled
    }
}
