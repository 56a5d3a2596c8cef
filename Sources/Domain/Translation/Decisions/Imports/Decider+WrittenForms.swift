import Texts

// Exports write some texts otherwise than they are: with plural forms that readers ask for, or in the shape of a newer source text.
// A file that comes back with such a text says nothing new.
extension Decider {
    /// Returns the text of an entry without the plural forms that an export filled in.
    ///
    /// Such a form is that of a text here that lacks it. Cost: nothing unless the text has such a form, otherwise the events of the
    /// string.
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

    /// The text that exports write for a string: the language's own, or an inherited one.
    func currentText(of unit: Unit) throws -> Value? {
        try unit.text?.value ?? state.inheritedText(unit.locale, unit.string)?.value
    }

    /// Whether an entry is what an export made of a text of another shape, as far as the file can say it.
    ///
    /// Someone who takes the mark away says that the text is right.
    func isFitted(
        _ value: Value, in entry: FileEntry, from text: Value, to source: Value
    ) -> Bool {
        entry.textDetails.needsWork != false && value.isFitted(from: text, to: source)
    }
}

extension Unit {
    /// All texts that the unit has had, the latest first.
    var earlierTexts: [Value] { events.reversed().compactMap(\.payload.text) }
}
