import CICU

/// Prevents the direction of a text from reordering its surroundings.
public enum Isolation {
    /// Encloses the text in U+2068 and U+2069 if it contains characters from a right-to-left
    /// script.
    ///
    /// Otherwise, returns the text unchanged. A terminal with bidi support then orders the text
    /// separately and leaves its surroundings in place
    /// (<https://www.unicode.org/reports/tr9/#Explicit_Directional_Isolates>). On other terminals,
    /// the two characters take no columns. Takes linear time.
    public static func isolating(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
        let turns = text.unicodeScalars.contains { scalar in
            let type = ICUProperty.value(of: scalar, ICU_PROPERTY_BIDI_CLASS)
            return [ICU_BIDI_RIGHT_TO_LEFT, ICU_BIDI_ARABIC_NUMBER, ICU_BIDI_ARABIC_LETTER]
                .contains(type)
        }
        return turns ? "\u{2068}\(text)\u{2069}" : text
    }
}
