import CICU

/// Divides texts into words with Unicode's rules and ICU's dictionaries.
///
/// Source: <https://www.unicode.org/reports/tr29/#Word_Boundaries>. Dictionaries divide Chinese,
/// Japanese, Thai, Lao, Khmer and Burmese, which are written without spaces. The rules are
/// independent of language, so that a text is divided the same way on every machine.
public enum Segmenter {
    /// Returns the pieces of the text in order: words, spaces, and punctuation marks.
    ///
    /// The joined pieces equal the text. Takes linear time.
    public static func words(in text: String) -> [Substring] {
        pieces(of: text, ICU_BREAK_WORD)
    }

    /// Returns the pieces of the text after which a line can or must be broken.
    ///
    /// Source: <https://www.unicode.org/reports/tr14/>. The joined pieces equal the text. Takes
    /// linear time.
    public static func linePieces(of text: String) -> [Substring] {
        pieces(of: text, ICU_BREAK_LINE)
    }

    private static func pieces(of text: String, _ kind: Int) -> [Substring] {
        let units = Array(text.utf16)
        guard !units.isEmpty else { return [] }
        return units.withUnsafeBufferPointer { buffer in
            guard let count = Int32(exactly: buffer.count),
                let iterator = ICUHandle<BreakIteratorObject>({
                    icu_ubrk_open(UInt32(kind), "", buffer.baseAddress, count, &$0)
                })
            else { return [text[...]] }
            var pieces: [Substring] = []
            var start = text.startIndex
            var offset = 0
            while case let boundary = Int(icu_ubrk_next(iterator.pointer)), boundary > offset {
                let end = text.utf16.index(start, offsetBy: boundary - offset)
                pieces.append(text[start..<end])
                start = end
                offset = boundary
            }
            return pieces
        }
    }
}
