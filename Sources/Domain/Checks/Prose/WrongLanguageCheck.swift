import Recognition
import Synchronization
import Translation

/// Finds long texts that are written in the wrong language.
///
/// Related languages are easily confused, so a text is reported only if both of its halves are
/// recognized as the same other language.
struct WrongLanguageCheck: TextCheck {
    let info = CheckInfo.language
    private let language: LanguageProfile

    /// The minimum length of each half, in bytes.
    private static let fewestBytes = 100

    /// Creates the check for a language; nil if the language is not written in its usual script.
    ///
    /// The recognizer knows languages only in their usual scripts. It is loaded for the first text
    /// that is long enough, so most commands never load it.
    init?(_ language: LanguageProfile) {
        guard language.scripts == Script.scripts(of: language.language) else { return nil }
        self.language = language
    }

    /// Whether the recognizer knows the language.
    private var isKnown: Bool {
        TextIdentifier.shared.withLock { $0?.languages.contains(language.language) ?? false }
    }

    /// Whether the recognizer's data is installed.
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
                "The text seems to be written in \(common), not in \(language.tag).",
                at: pair.path)
        }
    }

    /// Returns the recognized languages of a text, or nil if there are none or the target language
    /// is among them.
    private func other(_ text: ArraySlice<UInt8>) -> [String]? {
        let found = TextIdentifier.shared.withLock { $0?.languages(of: Array(text)) ?? [] }
        return found.isEmpty || found.contains(language.language) ? nil : found
    }

    /// Returns the bytes of the words, with everything else replaced by spaces.
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
