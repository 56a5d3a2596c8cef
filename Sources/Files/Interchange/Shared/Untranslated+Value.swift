import Texts
import Translation

extension ExportEntry {
    /// Returns what is written for the string: its text, or what is to stand for it where it is untranslated.
    func written(_ options: ExportOptions) -> Value? {
        if let value { return value }
        return options.isSource ? source : filling(options.untranslated)
    }

    /// Returns the value to write in place of an untranslated string.
    func filling(_ untranslated: ExportOptions.Untranslated) -> Value? {
        switch untranslated {
        case .omit: nil
        case .source: source
        case .empty: (outline ?? source).emptied
        case .key: Value(string.key)
        }
    }
}

extension [ExportEntry] {
    /// The strings by section, sections in the order of their names, strings in theirs.
    func bySection() -> [(section: String, entries: [ExportEntry])] {
        Dictionary(grouping: self) { Value.Text($0.string.section) }
            .map { (section: $0.key.string, entries: $0.value) }
            .sorted { $0.section.utf8.lexicographicallyPrecedes($1.section.utf8) }
    }
}
