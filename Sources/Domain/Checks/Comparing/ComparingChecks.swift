import Texts
package import Translation

/// Finds translations that are used for several different sources.
///
/// Sources that differ only in punctuation, endings and short words count as the same source. Short
/// texts are ignored, because they can legitimately have two meanings.
package struct DuplicateCheck: LanguageCheck {
    package let info = CheckInfo.duplicate
    private static let fewestWords = 3

    package init() {}

    /// Returns a finding for each text that an earlier string uses for a different source.
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
                        "The same text is used for \(Wording.quoted(texts[other].name)), whose source is "
                            + "\(Wording.quoted(known)).")
                ))
        }
        return findings
    }

    /// The minimum length of a word that can replace another word and change the meaning.
    ///
    /// Languages may have no counterpart for shorter words, such as articles.
    private static let fewestLetters = 4
    /// The minimum length of a word that changes the meaning if only one source contains it.
    private static let manyLetters = 5
    /// The number of initial letters that two forms of the same word share.
    ///
    /// A shorter word must share all its letters, because it can be an abbreviation.
    private static let stem = 4
    /// The number of words beyond which a single difference does not matter.
    private static let share = 6

    /// Returns whether two sources have different meanings: some of their words differ in more than
    /// endings and order.
    private static func differ(_ first: String, _ second: String) -> Bool {
        let (whole, otherWhole) = (words(of: first), words(of: second))
        guard max(whole.count, otherWhole.count) >= fewestWords else { return false }
        let (all, others) = (withoutArticles(whole), withoutArticles(otherWhole))
        // “Could not open” equals “failed to open”, and “isn't defined” equals “undefined”.
        let areNegated = [all, others].allSatisfy {
            $0.contains { Synonyms.negations.contains(String($0)) }
        }
        let (a, b) =
            areNegated
            ? (all.filter { !isNegation($0) }, others.filter { !isNegation($0) }) : (all, others)
        // “file system” equals “filesystem”.
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

/// Finds texts that differ although their sources are equal.
///
/// The most common text counts as correct. In a tie, the text that occurs first wins. Strings with
/// different contexts are not compared.
package struct InconsistentCheck: LanguageCheck {
    package let info = CheckInfo.inconsistent

    package init() {}

    /// Returns a finding for each text that differs from the most common text for the same source.
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
        // Access keys are chosen per menu, so they may differ.
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
                    "The same source is translated differently in \(Wording.quoted(model.name))\(others)\(said)."
                )
            )
        }
    }

    /// The minimum number of initial letters that two forms of the same word share.
    private static let stem = 4

    /// Returns whether two translations of a word are inflected forms of the same word, such as
    /// forms of “invalid” that agree with different nouns.
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

/// The marker before the access key in a menu item: “_Save”, “&Save” or “保存(_S)”.
enum Accelerator {
    /// Returns a text without the marker.
    ///
    /// If the marked letter is in parentheses, as in languages with other scripts, removes the
    /// letter and the parentheses too.
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
