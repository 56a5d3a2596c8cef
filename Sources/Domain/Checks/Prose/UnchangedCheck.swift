import Texts
import Translation

/// Finds texts that say what their source says, in words of the source's language.
///
/// One or two words may be a name, or the same in both languages; so a text must have three. Names are capitalized, so two of them must
/// not be; what tells how to call a program has few words to translate.
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
            return finding("The text is that of the source.", at: pair.path)
        }
    }

    /// Returns how many words of two letters or more have no capital, no digit and no sign within; a script without capitals has such words only.
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

    /// Whether a text shows how a program is called or what it computed: “[arg ...]”, “--all”, “a | b”, “a == b”.
    private static func isSyntax(_ text: ScannedText) -> Bool {
        ["...]", "[-", " | ", " --", "[--", " == "].contains { sign in
            text.bytes.indices.contains { text.has(sign, at: $0) }
        }
    }
}

/// Words as runs of letters, in any script.
enum Words {
    /// Returns how many words of two or more letters the bytes hold; digits and signs are none.
    static func count(in prose: [UInt8]) -> Int {
        var count = 0
        var length = 0
        for byte in prose {
            // Bytes of other scripts than Latin count as letters; that is near enough to count words.
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
