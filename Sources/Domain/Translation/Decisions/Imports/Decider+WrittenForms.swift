import Texts

// Exports change some texts while writing them: they add plural forms that readers require, or fit
// a text to the shape of a newer source text. If such a text is imported again, it is not a new
// statement.
extension Decider {
    /// Returns an entry's text without the plural forms that an export filled in.
    ///
    /// A form counts as filled in if the project's text lacks it. If the entry contains a rarely
    /// needed form, reads the string's events. Otherwise, costs nothing.
    func unfilled(
        _ value: Value, _ entry: FileEntry, of file: FileImport, _ record: FileRecord
    ) throws -> Value {
        guard let categories = record.filledCategories, value.hasSeldomForms(of: categories)
        else { return value }
        let locales = try [file.locale] + state.lenders(to: file.locale)
        for unit in try locales.map({ try state.unit($0, entry.string) }) {
            for text in [unit.text?.value].compactMap(\.self) + unit.earlierTexts {
                if text.isEquivalent(to: value) { return value }
                let rest = value.withoutSeldomForms(filledFrom: text, of: categories)
                if rest != value { return rest }
            }
        }
        return value
    }

    /// Returns the text that exports write for a string: the language's own text or an inherited
    /// text.
    func currentText(of unit: Unit) throws -> Value? {
        try unit.text?.value ?? state.inheritedText(unit.locale, unit.string)?.value
    }

    /// Returns true if an entry seems to be an export of a text that had a different shape.
    ///
    /// If the file removes the needs-work mark, this confirms that the text is correct.
    func isFitted(
        _ value: Value, in entry: FileEntry, from text: Value, to source: Value
    ) -> Bool {
        entry.textDetails.needsWork != false && value.isFitted(from: text, to: source)
    }
}

extension Unit {
    /// All texts that the unit has had, latest first.
    var earlierTexts: [Value] { events.reversed().compactMap(\.payload.text) }
}
