import Recognition
import Synchronization
import Translation

/// Finds long texts that are in another language than they should be.
///
/// Related languages are easily taken for each other, so a text is found only where both of its halves
/// are in another language, the same one for both.
struct WrongLanguageCheck: TextCheck {
    let info = CheckInfo.language
    private let language: LanguageProfile

    /// The minimum size of the letters in each half, in bytes.
    private static let fewestBytes = 100

    /// Makes the check for texts of a language; nil for one in another script than its usual one, which is what is known.
    ///
    /// The recognizer is loaded for the first text that is long enough, which most commands never
    /// meet.
    init?(_ language: LanguageProfile) {
        guard language.scripts == Script.scripts(of: language.language) else { return nil }
        self.language = language
    }

    /// Whether texts of the language can be told.
    private var isKnown: Bool {
        TextIdentifier.shared.withLock { $0?.languages.contains(language.language) ?? false }
    }

    /// Whether there is what languages are told by.
    static var isPossible: Bool { TextIdentifier.shared.withLock { $0 != nil } }

    func findings(in compared: ComparedTexts) -> [Finding] {
        guard !compared.subject.isSameLanguage else { return [] }
        return compared.pairs.compactMap { pair in
            let prose = Self.words(of: pair.target.prose)
            guard prose.count >= 2 * Self.fewestBytes, isKnown else { return nil }
            let middle = prose[(prose.count / 2)...].firstIndex(of: 0x20) ?? prose.count
            guard let first = other(prose[..<middle]), let second = other(prose[middle...]),
                let common = first.first(where: second.contains)
            else { return nil }
            return finding(
                "The text seems to be in the language \(common), not in \(language.tag).",
                at: pair.path)
        }
    }

    /// The languages of a text, unless its own is among them.
    private func other(_ text: ArraySlice<UInt8>) -> [String]? {
        let found = TextIdentifier.shared.withLock { $0?.languages(of: Array(text)) ?? [] }
        return found.isEmpty || found.contains(language.language) ? nil : found
    }

    /// The bytes of words; all else is a space.
    private static func words(of prose: [UInt8]) -> [UInt8] {
        var words: [UInt8] = []
        for byte in prose {
            if byte >= 0x80 || (0x61...0x7A).contains(byte | 0x20) || byte == 0x27 {
                words.append(byte)
            } else if words.last != 0x20 {
                words.append(0x20)
            }
        }
        return words
    }
}
