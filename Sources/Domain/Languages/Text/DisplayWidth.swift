import CICU

/// The width of texts on a terminal, in columns.
///
/// A character, as a reader sees it, is as wide as its parts together: two columns for East Asian
/// Wide and Fullwidth (<https://www.unicode.org/reports/tr11/>), none for nonspacing and
/// enclosing marks, format and control characters, one for all else, which includes the ambiguous
/// ones. What is drawn as one emoji is two columns wide. No terminal is asked: one that draws
/// otherwise shows columns that don't align, and loses nothing.
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
        // The soft hyphen and Arabic's number signs are drawn, though they are format characters.
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

    /// Whether the character is a Hangul vowel or final, drawn inside the block before it.
    private static func isConjoiningJamo(_ scalar: Unicode.Scalar) -> Bool {
        let type = ICUProperty.value(of: scalar, ICU_PROPERTY_HANGUL_SYLLABLE_TYPE)
        return type == ICU_HANGUL_VOWEL_JAMO || type == ICU_HANGUL_TRAILING_JAMO
    }

    /// Whether the character is drawn as a picture: by default, or by U+FE0F after it.
    private static func isEmoji(_ character: Character) -> Bool {
        let scalars = character.unicodeScalars
        guard let first = scalars.first, first.properties.isEmoji else { return false }
        if scalars.contains("\u{FE0F}") { return true }
        return first.properties.isEmojiPresentation && !scalars.contains("\u{FE0E}")
    }
}
