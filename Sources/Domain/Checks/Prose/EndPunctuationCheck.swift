import Cicuchecks
import Translation

/// Finds texts that end with different punctuation than their source.
///
/// Full stops from all scripts are equivalent, so “。” and “।” count as “.”. If CLDR lists only
/// another form of a sign for the language, such as “؟” for Arabic, the ASCII form is reported too.
struct EndPunctuationCheck: TextCheck {
    let info = CheckInfo.endPunctuation
    private let signs: PunctuationSigns

    init(_ language: LanguageProfile) { signs = language.punctuation }

    func findings(in compared: ComparedTexts) -> [Finding] {
        compared.pairs.compactMap { pair in
            guard let source = PunctuationSigns.last(of: pair.source),
                let target = PunctuationSigns.last(of: pair.target)
            else { return nil }
            return message(source, target, pair).map { finding($0, at: pair.path) }
        }
    }

    /// The maximum length of an abbreviated word.
    private static let longestAbbreviation = 4

    /// Returns whether a text of one or two words ends with an abbreviation, such as “Jan.”, or an
    /// ordinal's full stop, such as “{}.”.
    private static func isAbbreviated(_ text: ScannedText) -> Bool {
        let words = String(decoding: text.prose, as: UTF8.self).unicodeScalars
            .split {
                !$0.properties.isAlphabetic
                    && $0.properties.canonicalCombiningClass == .notReordered
            }
        return words.count <= 2 && (words.last?.count ?? 0) <= longestAbbreviation
    }

    private static func endsInBrackets(_ text: ScannedText) -> Bool {
        text.bytes.suffix(2).elementsEqual(".)".utf8) && text.bytes.first != UInt8(ascii: "(")
    }

    private static func endsWithOrdinal(_ text: ScannedText) -> Bool {
        guard text.bytes.last == UInt8(ascii: "."), let digit = text.bytes.dropLast().last
        else { return false }
        return (0x30...0x39).contains(digit)
    }

    private func message(
        _ source: Unicode.Scalar, _ target: Unicode.Scalar, _ pair: TextPair
    ) -> String? {
        let expected = PunctuationSigns.english.ending(of: source, in: pair.source)
        let found = signs.ending(of: target, in: pair.target)
        guard expected != found else {
            guard let usual = signs.usual(instead: target, for: found) else { return nil }
            return "The text ends with “\(target)”, but the language uses “\(usual)”."
        }
        // “(intl.)” ends with an abbreviation, which other languages may spell out.
        if expected == .stop, found == .nothing, Self.endsInBrackets(pair.source) { return nil }
        // “poziomie 2.” ends with an ordinal.
        if expected == .nothing, found == .stop, Self.endsWithOrdinal(pair.target) { return nil }
        if signs.allows(found, for: expected, in: pair.target) { return nil }
        if expected == .nothing, found == .stop, Self.isAbbreviated(pair.target) { return nil }
        let has =
            expected == .nothing
            ? "no punctuation" : "“\(PunctuationSigns.shown(source, expected))”"
        let lacks =
            found == .nothing ? "no punctuation" : "“\(PunctuationSigns.shown(target, found))”"
        return "The source ends with \(has), but the text ends with \(lacks)."
    }
}

/// A kind of punctuation at the end of a text.
enum Ending: Hashable {
    case stop, question, exclamation, colon, ellipsis, nothing
}

/// The punctuation that ends texts in a language.
struct PunctuationSigns: Sendable {
    /// The marks listed by CLDR; empty if CLDR has no data for the language.
    private let listed: Set<Unicode.Scalar>
    /// Whether `;` is the only question mark, as in Greek.
    private let asksWithSemicolon: Bool
    /// Whether question and exclamation marks are written inside words, as in Armenian.
    private let marksWithinWords: Bool
    /// Whether sentences have no end mark, as in Thai.
    private let hasNoStop: Bool

    /// The signs for source texts.
    ///
    /// Signs from every script are recognized.
    static let english = PunctuationSigns(locale: "en", scripts: [])

    /// Reads a language's signs from CLDR.
    init(locale: String, scripts: Set<Script>) {
        listed = Self.listed(for: locale)
        let hasQuestionMark = listed.contains { Self.named($0, "QUESTION MARK") }
        asksWithSemicolon = !listed.isEmpty && !hasQuestionMark && listed.contains(";")
        marksWithinWords = scripts.contains { $0 == Script(code: "Armn") }
        hasNoStop = scripts.contains { script in
            ["Thai", "Laoo"].contains { Script(code: $0) == script }
        }
    }

    /// Returns the punctuation that CLDR lists for a language; empty for unknown languages.
    private static func listed(for locale: String) -> Set<Unicode.Scalar> {
        let capacity = 512
        let values = [UInt32](unsafeUninitializedCapacity: capacity) { buffer, count in
            guard let base = buffer.baseAddress else { return }
            count = min(capacity, Int(cicuchecks_punctuation(locale, base, Int32(capacity))))
        }
        return Set(values.compactMap { Unicode.Scalar($0) })
    }

    /// Returns the kind of ending for the last character of a text.
    func ending(of last: Unicode.Scalar, in text: ScannedText) -> Ending {
        switch last {
        case ".": return Self.endsWithDots(text) ? .ellipsis : .stop
        case "?": return .question
        case "!": return .exclamation
        case ":": return .colon
        case "…", "⋯": return .ellipsis
        case ";" where asksWithSemicolon, "\u{37E}": return .question
        default: break
        }
        guard last.value >= 0x80, !last.properties.isAlphabetic else { return .nothing }
        if Self.named(last, "QUESTION MARK") { return .question }
        if Self.named(last, "EXCLAMATION MARK") { return .exclamation }
        if Self.named(last, "COLON"), !Self.named(last, "SEMICOLON") { return .colon }
        return cicuchecks_ends_sentence(last.value) != 0 ? .stop : .nothing
    }

    /// Returns whether a text ends with two or more dots, ignoring trailing brackets and the like.
    private static func endsWithDots(_ text: ScannedText) -> Bool {
        let end = text.bytes.reversed().drop { " \t\n\r\"')]}>*_`".utf8.contains($0) }
        return end.starts(with: "..".utf8)
    }

    /// Returns whether an ending is correct although the source has a different ending.
    func allows(_ found: Ending, for expected: Ending, in text: ScannedText) -> Bool {
        switch (expected, found) {
        case (.stop, .nothing): return hasNoStop
        // Endings in three dots have no case here, because their equivalents in other languages are
        // unknown.
        case (.stop, .colon), (.colon, .stop): return marksWithinWords
        case (.question, _), (.exclamation, _):
            guard marksWithinWords else { return false }
            let sign: Unicode.Scalar = expected == .question ? "\u{55E}" : "\u{55C}"
            return text.string.unicodeScalars.contains(sign)
        default: return false
        }
    }

    /// Returns the sign that CLDR lists for an ending, if CLDR does not list the sign in the text.
    func usual(instead sign: Unicode.Scalar, for ending: Ending) -> Unicode.Scalar? {
        let word: String
        switch ending {
        case .question: word = "QUESTION MARK"
        case .exclamation: word = "EXCLAMATION MARK"
        default: return nil
        }
        // A sign from the text's own script is correct, even if CLDR's data is for another script.
        guard sign.isASCII, !listed.isEmpty, !listed.contains(sign) else { return nil }
        if ending == .question, asksWithSemicolon { return sign == "?" ? ";" : nil }
        return listed.filter { Self.named($0, word) && !Self.named($0, "INVERTED") }
            .min { $0.value < $1.value }
    }

    /// Returns a sign in the form shown in findings.
    static func shown(_ sign: Unicode.Scalar, _ ending: Ending) -> String {
        ending == .ellipsis && sign == "." ? "..." : String(sign)
    }

    private static func named(_ scalar: Unicode.Scalar, _ word: String) -> Bool {
        scalar.properties.name?.contains(word) ?? false
    }

    /// Returns the last character of a text, ignoring spaces, quotation marks and brackets.
    ///
    /// Returns nil if the text is empty or ends with something that the app inserts.
    static func last(of text: ScannedText) -> Unicode.Scalar? {
        let prose = text.prose
        // A tag at the end has no meaning, but inserted content might include punctuation.
        let isMarkup = text.bytes.last == UInt8(ascii: ">") && !endsWithWordToFillIn(text)
        var end = prose.count
        while end > 0 {
            let byte = prose[end - 1]
            if byte == 0 {
                guard isMarkup else { return nil }
                end -= 1
            } else if byte < 0x80 {
                guard " \t\n\r\"')]}>*_`".utf8.contains(byte) else { return Unicode.Scalar(byte) }
                end -= 1
            } else {
                var start = end - 1
                while start > 0, prose[start] & 0xC0 == 0x80 { start -= 1 }
                let scalar = String(decoding: prose[start..<end], as: UTF8.self).unicodeScalars
                    .first
                guard let scalar, isTrailing(scalar) else { return scalar }
                end = start
            }
        }
        return nil
    }

    /// Returns whether the text ends with a placeholder in angle brackets that is not an element,
    /// as in “copy <file>”.
    private static func endsWithWordToFillIn(_ text: ScannedText) -> Bool {
        guard let start = text.bytes.lastIndex(of: UInt8(ascii: "<")) else { return false }
        let inside = text.bytes[(start + 1)...].dropLast()
        return inside.first != UInt8(ascii: "/") && inside.last != UInt8(ascii: "/")
            && !["br", "p", "hr"].contains { inside.elementsEqual($0.utf8) }
    }

    /// Returns whether a character may follow the end of a sentence.
    private static func isTrailing(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .spaceSeparator, .closePunctuation, .finalPunctuation, .initialPunctuation, .format:
            true
        default: false
        }
    }
}
