import CICU

/// The width of texts on a terminal, in columns.
///
/// The width of a user-perceived character is the sum of the widths of its parts. East Asian Wide
/// and Fullwidth characters take two columns (<https://www.unicode.org/reports/tr11/>). Nonspacing
/// and enclosing marks, format and control characters take none. Everything else takes one,
/// including ambiguous characters. An emoji takes two columns. Terminals are not queried. If a
/// terminal draws characters differently, columns are misaligned, but nothing is lost.
public enum DisplayWidth {
    /// Returns the number of columns of a text without line breaks.
    public static func columns(of text: String) -> Int {
        columns(of: text[...])
    }

    static func columns(of text: Substring) -> Int {
        if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text.utf8.count }
        return text.reduce(0) { $0 + columns(of: $1) }
    }

    static func columns(of character: Character) -> Int {
        if isEmoji(character) { return 2 }
        return character.unicodeScalars.reduce(0) { $0 + columns(of: $1) }
    }

    private static func columns(of scalar: Unicode.Scalar) -> Int {
        if (0x20..<0x7F).contains(scalar.value) { return 1 }
        switch scalar.properties.generalCategory {
        case .control, .nonspacingMark, .enclosingMark, .lineSeparator, .paragraphSeparator:
            return 0
        // Soft hyphens and Arabic number signs are drawn, although they are format characters.
        case .format where scalar.properties.isDefaultIgnorableCodePoint && scalar != "\u{AD}":
            return 0
        default: break
        }
        return isConjoiningJamo(scalar) ? 0 : isWide(scalar) ? 2 : 1
    }

    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        let width = ICUProperty.value(of: scalar, ICU_PROPERTY_EAST_ASIAN_WIDTH)
        return width == ICU_WIDTH_WIDE || width == ICU_WIDTH_FULLWIDTH
    }

    /// Returns true for a Hangul vowel or final consonant, which is drawn inside the preceding
    /// block.
    private static func isConjoiningJamo(_ scalar: Unicode.Scalar) -> Bool {
        let type = ICUProperty.value(of: scalar, ICU_PROPERTY_HANGUL_SYLLABLE_TYPE)
        return type == ICU_HANGUL_VOWEL_JAMO || type == ICU_HANGUL_TRAILING_JAMO
    }

    /// Returns true if the character is drawn as a picture, by default or because U+FE0F follows
    /// it.
    private static func isEmoji(_ character: Character) -> Bool {
        let scalars = character.unicodeScalars
        guard let first = scalars.first, first.properties.isEmoji else { return false }
        if scalars.contains("\u{FE0F}") { return true }
        return first.properties.isEmojiPresentation && !scalars.contains("\u{FE0E}")
    }
}
