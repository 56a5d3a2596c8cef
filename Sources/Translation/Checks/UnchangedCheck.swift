import Texts

/// Finds texts that say what their source says, in words of the source's language.
///
/// One or two words may be a name, or the same in both languages; so a text must have three.
struct UnchangedCheck: TextCheck {
    let info = CheckInfo.unchanged
    private static let fewestWords = 3

    func findings(in subject: CheckSubject) -> [Finding] {
        guard !subject.isSameLanguage else { return [] }
        return subject.pairs.compactMap { pair in
            guard pair.target.bytes == pair.source.bytes,
                Words.count(in: pair.target.prose) >= Self.fewestWords,
                // “HH:MM:SS” is a form to fill in.
                pair.target.prose.contains(where: { (0x61...0x7A).contains($0) || $0 >= 0x80 })
            else { return nil }
            return finding("The text is that of the source.", at: pair.path)
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
