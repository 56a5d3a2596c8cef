/// Splits texts into words without CLDR's segmentation.
public enum WordTokens {
    /// Returns the parts of a text: words, runs of white space, and single other characters.
    ///
    /// A word is a run of letters and digits. In scripts without spaces between words, each
    /// character is a separate part. The joined parts equal the text byte for byte. Takes linear
    /// time.
    public static func split(_ text: String) -> [Substring] {
        var parts: [Substring] = []
        var start = text.startIndex
        var kind = Kind.single
        for index in text.indices {
            let next = Kind(text[index])
            if index > start, next == .single || next != kind {
                parts.append(text[start..<index])
                start = index
            }
            kind = next
        }
        if start < text.endIndex { parts.append(text[start...]) }
        return parts
    }

    private enum Kind {
        case word, space, single

        init(_ character: Character) {
            guard let first = character.unicodeScalars.first else {
                self = .single
                return
            }
            let isInWord = first.properties.isAlphabetic || first.properties.numericType != nil
            self =
                character.isWhitespace
                ? .space : isInWord && !Self.hasNoSpaces(first) ? .word : .single
        }

        /// Returns true for letters in scripts without spaces between words.
        ///
        /// These are ideographs and the Unicode blocks for Thai, Lao, Myanmar, Khmer and the
        /// Japanese syllabaries.
        private static func hasNoSpaces(_ scalar: Unicode.Scalar) -> Bool {
            switch scalar.value {
            case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0x30FF,
                0x31F0...0x31FF, 0xFF66...0xFF9F:
                true
            default:
                scalar.properties.isIdeographic
            }
        }
    }
}
