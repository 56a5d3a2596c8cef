import Texts
import Translation

extension ExportEntry {
    /// Returns the value to write for the string: its text, or a replacement if it has no text.
    func written(_ options: ExportOptions) -> Value? {
        if let value { return value }
        return options.isSource ? source : filling(options.untranslated)
    }

    /// Returns the value to write in place of a missing translation.
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
    /// Returns the strings by section, with sections sorted by name and strings in their existing
    /// order.
    func bySection() -> [(section: String, entries: [ExportEntry])] {
        Dictionary(grouping: self) { Value.Text($0.string.section) }
            .map { (section: $0.key.string, entries: $0.value) }
            .sorted { $0.section.utf8.lexicographicallyPrecedes($1.section.utf8) }
    }
}
