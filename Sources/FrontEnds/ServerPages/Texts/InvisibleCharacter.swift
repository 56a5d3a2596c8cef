import Languages

/// Invisible characters, for which pages show labels.
enum InvisibleCharacter {
    /// Returns the label of the character at an index, or nil if it needs no label.
    ///
    /// Joiners that shape the letters around them get a label only if `all` is true.
    static func name(
        at index: Substring.Index, in scalars: Substring.UnicodeScalarView, all: Bool
    ) -> String? {
        let scalar = scalars[index]
        let value = scalar.value
        if value >= 0x20, value < 0x7F || (0xA1...0x2DF).contains(value) && value != 0xAD {
            return nil
        }
        if let name = names[value] {
            guard value == 0x200C || value == 0x200D, !all else { return name }
            return isJoining(at: index, in: scalars) ? nil : name
        }
        let properties = scalar.properties
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .privateUse: return code(value)
        default: break
        }
        if (0xFFF9...0xFFFB).contains(value) || value == 0xFFFD
            || properties.isNoncharacterCodePoint
        {
            return code(value)
        }
        return properties.isDefaultIgnorableCodePoint && !properties.isVariationSelector
            ? code(value) : nil
    }

    /// Replaces characters that HTML cannot contain.
    ///
    /// HTML cannot contain NUL, and parsers replace it. All other characters stay unchanged, so
    /// that copied text has the stored bytes.
    static func copyable(_ text: Substring) -> String {
        String(
            String.UnicodeScalarView(text.unicodeScalars.map { $0.value == 0 ? "\u{FFFD}" : $0 }))
    }

    private static let names: [UInt32: String] = [
        0xAD: "SHY", 0x200B: "ZWSP", 0x200C: "ZWNJ", 0x200D: "ZWJ", 0x200E: "LRM", 0x200F: "RLM",
        0x061C: "ALM", 0x202A: "LRE", 0x202B: "RLE", 0x202C: "PDF", 0x202D: "LRO", 0x202E: "RLO",
        0x2060: "WJ", 0x2066: "LRI", 0x2067: "RLI", 0x2068: "FSI", 0x2069: "PDI", 0xFEFF: "BOM",
    ]

    private static func isJoining(
        at index: Substring.Index, in scalars: Substring.UnicodeScalarView
    ) -> Bool {
        guard index > scalars.startIndex else { return false }
        let before = scalars[scalars.index(before: index)]
        return before.properties.isAlphabetic || before.properties.isEmoji
            || before.properties.isVariationSelector
            || before.properties.generalCategory == .nonspacingMark
            || before.properties.generalCategory == .spacingMark
    }

    private static func code(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
