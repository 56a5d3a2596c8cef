import Translation

/// Finds words that appear twice in a row, such as “the the”.
///
/// Words that are also doubled in the source are intended. Languages that double words to change
/// their meaning are skipped. In other languages, a few pronouns and articles may be repeated.
struct DoubledWordsCheck: TextCheck {
    let info = CheckInfo.doubledWords
    private let isPossible: Bool
    private let mayFollowThemselves: Set<String>

    /// Languages in which doubling a word forms a plural, a distributive or an emphasis.
    private static let doubling: Set<String> = [
        "as", "ay", "az", "bn", "ceb", "fa", "fil", "gn", "gu", "haw", "he", "hi", "hy", "id", "ja",
        "jv", "ka", "kk", "kn", "ko", "ku", "ky", "mai", "mg", "mi", "ml", "mr", "ms", "my", "ne",
        "or", "pa",
        "ps", "qu", "sa", "sd", "si", "sm", "su", "sw", "ta", "te", "tet", "tg", "tk", "tl", "to",
        "tr", "tt", "ug", "ur", "uz", "vi", "yo", "zu",
    ]

    /// Words that can end one clause and begin the next: pronouns that are also articles, and
    /// prepositions that follow verbs.
    private static let pronouns: [String: Set<String>] = [
        "cs": ["se", "si"],
        "da": ["af", "de", "den", "der", "det", "for", "i", "om", "på", "til"],
        "de": ["das", "dem", "den", "denen", "der", "die", "ihnen", "ihr", "sie"],
        "el": ["μας", "σας", "της", "του", "τους"],
        "en": ["had", "her", "that"],
        "fi": ["ne", "se"],
        "fr": ["nous", "vous"],
        "hu": ["az", "ez"],
        "nb": ["av", "de", "den", "der", "det", "for", "i", "om", "på", "til"],
        "nl": ["dat", "die", "het", "is", "je", "was", "ze", "zijn"],
        "nn": ["av", "dei", "den", "der", "det", "for", "i", "om", "på", "til"],
        "no": ["av", "de", "den", "der", "det", "for", "i", "om", "på", "til"],
        "pt": ["se"],
        "sk": ["sa", "si"],
        "sv": ["av", "de", "den", "det", "för", "i", "om", "på", "till"],
    ]

    init(_ language: LanguageProfile) {
        isPossible = !Self.doubling.contains(language.language)
        mayFollowThemselves = Self.pronouns[language.language] ?? []
    }

    func findings(in compared: ComparedTexts) -> [Finding] {
        guard isPossible else { return [] }
        return compared.pairs.compactMap { pair in
            guard pair.target.contains(" "),
                let word = Self.doubled(in: pair.target.prose, except: mayFollowThemselves),
                Self.doubled(in: pair.source.prose, except: []) == nil,
                !(word.unicodeScalars.count <= Self.longestNameOfLetter
                    && Self.hasDoubledCapital(pair.source))
            else { return nil }
            return finding("“\(word)” appears twice in a row.", at: pair.path)
        }
    }

    /// Returns the first word of two or more letters that is repeated with only spaces in between,
    /// ignoring case.
    private static func doubled(in prose: [UInt8], except allowed: Set<String>) -> String? {
        for line in prose.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
            var last: ArraySlice<UInt8> = []
            var gaps = 0
            for piece in line.split(separator: 0x20, omittingEmptySubsequences: false) {
                // Three or more spaces separate the columns of a table.
                guard !piece.isEmpty else {
                    gaps += 1
                    if gaps > 1 { last = [] }
                    continue
                }
                gaps = 0
                // A trailing punctuation mark is not part of the word, and separates it from the
                // next word.
                let word = piece.prefix(while: isPartOfWord)
                let isRepeated =
                    word.count >= 2 && word.count == last.count
                    && lowercased(word) == lowercased(last)
                    && isInCapitals(word) == isInCapitals(last)
                if isRepeated {
                    let text = lowercased(word)
                    if !allowed.contains(text), isWord(text) {
                        return String(decoding: word, as: UTF8.self)
                    }
                }
                last = word.count == piece.count ? word : []
            }
        }
        return nil
    }

    /// The maximum length of a letter's name.
    ///
    /// Some scripts spell out the letters of abbreviations: “RSS” is “آر إس إس”.
    private static let longestNameOfLetter = 3

    private static func hasDoubledCapital(_ text: ScannedText) -> Bool {
        zip(text.bytes, text.bytes.dropFirst()).contains { $0 == $1 && (0x41...0x5A).contains($0) }
    }

    private static func isPartOfWord(_ byte: UInt8) -> Bool {
        byte >= 0x80 || (0x61...0x7A).contains(byte | 0x20) || byte == 0x27
    }

    /// Returns whether a text consists of letters from a script that separates words with spaces.
    ///
    /// Symbols such as “—” and “→” do not count.
    private static func isWord(_ text: String) -> Bool {
        text.unicodeScalars.count >= 2
            && text.unicodeScalars.allSatisfy {
                $0 == "'" || $0 == "’" || $0.properties.isAlphabetic && !$0.properties.isIdeographic
                    || $0.properties.canonicalCombiningClass != .notReordered
            }
    }

    /// Returns whether a word is in capitals, which mark a placeholder in “the file FILE”.
    private static func isInCapitals(_ word: ArraySlice<UInt8>) -> Bool {
        let text = String(decoding: word, as: UTF8.self)
        return text == text.uppercased() && text != text.lowercased()
    }

    private static func lowercased(_ word: ArraySlice<UInt8>) -> String {
        String(decoding: word, as: UTF8.self).lowercased()
    }
}
