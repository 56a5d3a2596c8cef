import CICU

/// Keeps the direction of a text from reordering what stands around it.
public enum Isolation {
    /// Returns the text between U+2068 and U+2069 if it has characters of a script that runs from right to left,
    /// else as it is.
    ///
    /// A terminal that knows of directions then orders the text by itself, and what stands before and after it
    /// stays there (<https://www.unicode.org/reports/tr9/#Explicit_Directional_Isolates>); on others the two
    /// characters take no column. Cost is linear.
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
