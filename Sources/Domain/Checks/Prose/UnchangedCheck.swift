import Texts
import Translation

/// Finds texts that equal their source and contain ordinary words of the source language.
///
/// One or two words can be a name, or identical in both languages. So a text must have at least
/// three words, and at least two of them must not be capitalized like names. Command syntax is
/// skipped, because it has few words to translate.
struct UnchangedCheck: TextCheck {
    let info = CheckInfo.unchanged
    private static let fewestWords = 3
    private static let fewestCommonWords = 2

    func findings(in compared: ComparedTexts) -> [Finding] {
        guard !compared.subject.isSameLanguage else { return [] }
        return compared.pairs.compactMap { pair in
            guard pair.target.bytes == pair.source.bytes,
                Words.count(in: pair.target.prose) >= Self.fewestWords,
                Self.commonWords(in: pair.target.prose) >= Self.fewestCommonWords,
                !Self.isSyntax(pair.target)
            else { return nil }
            return finding("The text is the same as the source.", at: pair.path)
        }
    }

    /// Returns the number of words that have at least two letters and contain no capitals, digits
    /// or symbols.
    ///
    /// In a script without case, every word counts.
    private static func commonWords(in prose: [UInt8]) -> Int {
        prose.split { PlaceholderScanner.isSpace($0) || $0 == 0 || $0 == UInt8(ascii: "|") }.filter
        {
            piece in
            let word = piece.drop { "\"'([«“".utf8.contains($0) }
            let letters = word.prefix { PlaceholderScanner.isLetter($0) || $0 >= 0x80 }
            guard letters.count >= 2,
                word[letters.endIndex...].allSatisfy({ ".,;:!?\"')]".utf8.contains($0) })
            else { return false }
            return String(decoding: letters, as: UTF8.self).unicodeScalars.allSatisfy {
                $0.properties.isAlphabetic && !$0.properties.isUppercase
            }
        }.count
    }

    /// Returns whether a text shows command syntax or computed output: “[arg ...]”, “--all”, “a |
    /// b”, “a == b”.
    private static func isSyntax(_ text: ScannedText) -> Bool {
        ["...]", "[-", " | ", " --", "[--", " == "].contains { sign in
            text.bytes.indices.contains { text.has(sign, at: $0) }
        }
    }
}

/// Words as runs of letters in any script.
enum Words {
    /// Returns the number of words of two or more letters.
    ///
    /// Digits and symbols do not count.
    static func count(in prose: [UInt8]) -> Int {
        var count = 0
        var length = 0
        for byte in prose {
            // Non-ASCII bytes count as letters, which is accurate enough to count words.
            if PlaceholderScanner.isLetter(byte) || byte >= 0x80 {
                length += 1
                if length == 2 { count += 1 }
            } else {
                length = 0
            }
        }
        return count
    }
}
