import Texts
package import Translation

/// Finds texts that stand for several sources.
///
/// Sources that differ only in signs, endings and short words are one, and short texts may well mean two things.
package struct DuplicateCheck: LanguageCheck {
    /// The description of the check.
    package let info = CheckInfo.duplicate
    private static let fewestWords = 3

    /// Makes the check.
    package init() {}

    /// Returns the texts that stand for another source already.
    package func findings(in texts: [TranslatedString]) -> [(index: Int, finding: Finding)] {
        var first: [Value: Int] = [:]
        var findings: [(Int, Finding)] = []
        for (index, text) in texts.enumerated() {
            guard let target = text.target.plainText,
                Words.count(in: Array(target.utf8)) >= Self.fewestWords,
                text.target != text.source
            else { continue }
            guard let other = first[text.target] else {
                first[text.target] = index
                continue
            }
            guard let source = text.source.plainText, let known = texts[other].source.plainText,
                Self.differ(source, known)
            else { continue }
            findings.append(
                (
                    index,
                    finding(
                        "The text is that of \(Wording.quoted(texts[other].name)) too, whose source is "
                            + "\(Wording.quoted(known)).")
                ))
        }
        return findings
    }

    /// Of shorter words, as articles, a language may have no counterpart.
    private static let fewestLetters = 4
    /// One that only one source has says something of its own.
    private static let manyLetters = 5
    /// Words that begin alike are forms of one, or one is short for the other.
    private static let stem = 4
    /// Of so many words, one is no matter.
    private static let share = 6

    /// Whether two sources say different things: a part of their words differs in more than endings and order.
    private static func differ(_ first: String, _ second: String) -> Bool {
        let (whole, otherWhole) = (words(of: first), words(of: second))
        guard max(whole.count, otherWhole.count) >= fewestWords else { return false }
        let (all, others) = (withoutArticles(whole), withoutArticles(otherWhole))
        // “Could not open” is “failed to open”, and “isn't defined” is “undefined”.
        let areNegated = [all, others].allSatisfy {
            $0.contains { Synonyms.negations.contains(String($0)) }
        }
        let (a, b) =
            areNegated
            ? (all.filter { !isNegation($0) }, others.filter { !isNegation($0) }) : (all, others)
        // “file system” is “filesystem”.
        guard !a.joined().elementsEqual(b.joined()) else { return false }
        let onlyFirst = a.filter { word in !b.contains { isAlike(word, $0) } }
        let onlySecond = b.filter { word in !a.contains { isAlike(word, $0) } }
        let isReplaced = [onlyFirst, onlySecond].allSatisfy {
            $0.contains { $0.count >= fewestLetters }
        }
        let isAdded = (onlyFirst + onlySecond).contains { $0.count >= manyLetters }
        return (isReplaced || isAdded)
            && max(onlyFirst.count, onlySecond.count) * share >= max(a.count, b.count)
    }

    private static func isNegation(_ word: Substring.UnicodeScalarView) -> Bool {
        Synonyms.negations.contains(String(word)) || Synonyms.fillers.contains(String(word))
    }

    private static func words(of text: String) -> [Substring.UnicodeScalarView] {
        let prose = String(decoding: ScannedText(text).prose, as: UTF8.self).lowercased()
        return prose.unicodeScalars.split {
            !$0.properties.isAlphabetic && $0.properties.numericType == nil
        }.map { Substring($0).unicodeScalars }
    }

    private static func withoutArticles(
        _ words: [Substring.UnicodeScalarView]
    ) -> [Substring.UnicodeScalarView] {
        words.filter { !articles.contains(String($0)) }
    }

    private static let articles: Set<String> = ["a", "an", "the", "whether", "if"]

    private static func isAlike(
        _ a: Substring.UnicodeScalarView, _ b: Substring.UnicodeScalarView
    ) -> Bool {
        zip(a, b).prefix { $0 == $1 }.count >= min(stem, a.count, b.count)
            || Synonyms.are(String(a), String(b))
    }
}

/// Finds texts that differ although their sources are the same.
///
/// The text that most of the strings have is taken for the right one; where all are as frequent, the first. Strings with
/// different contexts are not compared.
package struct InconsistentCheck: LanguageCheck {
    /// The description of the check.
    package let info = CheckInfo.inconsistent

    /// Makes the check.
    package init() {}

    /// Returns the texts that are not those of most strings with their source.
    package func findings(in texts: [TranslatedString]) -> [(index: Int, finding: Finding)] {
        struct Source: Hashable {
            let value: Value
            let context: Value.Text?
        }
        var groups: [Source: [Int]] = [:]
        for (index, text) in texts.enumerated() where !text.source.isEmptyText {
            let source = Source(value: text.source, context: text.context.map { Value.Text($0) })
            groups[source, default: []].append(index)
        }
        return groups.values.filter { $0.count > 1 }.flatMap { group in
            findings(among: group, of: texts)
        }.sorted { $0.index < $1.index }
    }

    private func findings(
        among group: [Int], of texts: [TranslatedString]
    ) -> [(index: Int, finding: Finding)] {
        // Each menu chooses the letters of its keys for itself.
        var comparable: [Int: Value] = [:]
        for index in group {
            comparable[index] = texts[index].target.plainText.map {
                Value(Accelerator.removed(from: $0))
            }
        }
        var counts: [Value: (count: Int, first: Int)] = [:]
        for index in group {
            counts[comparable[index] ?? texts[index].target, default: (0, index)].count += 1
        }
        guard counts.count > 1,
            let usual = counts.values.min(by: { ($1.count, $0.first) < ($0.count, $1.first) })
        else { return [] }
        let model = texts[usual.first]
        let others = usual.count > 1 ? " and \(usual.count - 1) more" : ""
        let usualText = comparable[usual.first] ?? model.target
        return group.filter { index in
            let text = comparable[index] ?? texts[index].target
            return text != usualText && !Self.areForms(of: texts[index].source, text, usualText)
        }.map { index in
            let said = model.target.plainText.map { ": \(Wording.quoted($0))" } ?? ""
            return (
                index,
                finding(
                    "The same source reads otherwise in \(Wording.quoted(model.name))\(others)\(said)."
                )
            )
        }
    }

    /// Words that begin alike are forms of one if they have so many letters in common.
    private static let stem = 4

    /// Whether two translations of one word are forms of one word, which stand beside other words: “invalid” for a file and for a page.
    private static func areForms(of source: Value, _ first: Value, _ second: Value) -> Bool {
        guard let source = source.plainText, let first = first.plainText,
            let second = second.plainText,
            [source, first, second].allSatisfy({ !$0.utf8.contains(0x20) })
                || Words.count(in: Array(source.utf8)) == 1
        else { return false }
        let a = first.split(separator: " ").map { $0.lowercased().unicodeScalars }
        let b = second.split(separator: " ").map { $0.lowercased().unicodeScalars }
        return a.count == b.count
            && zip(a, b).allSatisfy { one, other in
                let shared = zip(one, other).prefix { $0 == $1 }.count
                let longest = max(one.count, other.count)
                return shared == longest || shared >= stem && shared * 5 >= longest * 3
            }
    }
}

/// The sign before a letter that a key in a menu stands for: “_Save”, “&Save”, or “保存(_S)”.
enum Accelerator {
    /// Returns a text without the sign, and without the letter in brackets that languages with other letters add.
    static func removed(from text: String) -> String {
        guard text.utf8.contains(where: { "_&".utf8.contains($0) }) else { return text }
        var scalars = Array(text.unicodeScalars)
        guard
            let index = scalars.indices.first(where: {
                "_&".unicodeScalars.contains(scalars[$0]) && $0 + 1 < scalars.count
                    && scalars[$0 + 1].properties.isAlphabetic
            })
        else { return text }
        let isBracketed =
            index > 0 && "(（".unicodeScalars.contains(scalars[index - 1])
            && index + 2 < scalars.count && ")）".unicodeScalars.contains(scalars[index + 2])
        if isBracketed {
            scalars.removeSubrange((index - 1)...(index + 2))
        } else {
            scalars.remove(at: index)
        }
        return String(String.UnicodeScalarView(scalars))
    }
}
