import Checks
import Interchange
import ReadModel
import Texts
import Translation

extension ExportEntry {
    /// Converts the text to the shape of the current source text, if it was made for a source text
    /// with a different shape.
    ///
    /// In formats with details, the converted text is marked as needing work.
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
    /// Fills in missing rare plural forms from `other`, for formats whose readers require them.
    ///
    /// Returns the texts that were filled in. A text that has not changed since the last import of
    /// its file is left unchanged.
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
