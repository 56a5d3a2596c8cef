import TestKit
import Translation

/// A fault that is planted into a correct translation, to measure how many faults a check finds.
///
/// Each fault breaks the text for its readers or for the app.
struct PlantedFault {
    /// The check that should find it.
    let check: String
    /// The change to the text.
    let name: String
    /// Returns the faulty text; nil if the text has no place for the fault.
    let plant: (_ source: String, _ target: String, _ random: inout SplitMix64) -> String?

    /// The faults of texts that are checked one by one.
    static var all: [PlantedFault] {
        [
            PlantedFault(check: "placeholders", name: "loses a placeholder") { _, target, random in
                placeholders(in: target).randomElement(using: &random)
                    .map { removing(target[$0], from: target) }
            },
            PlantedFault(check: "placeholders", name: "misspells a placeholder") {
                _, target, random in
                placeholders(in: target).randomElement(using: &random).map { range in
                    var text = target
                    let index = target[range].lastIndex { $0.isLetter || $0.isNumber }
                    text.insert(
                        target[range].hasPrefix("$") ? "7" : "q", at: index ?? range.lowerBound)
                    return text
                }
            },
            PlantedFault(check: "markup", name: "loses a tag") { _, target, random in
                tags(in: target).randomElement(using: &random).map { cutting($0, from: target) }
            },
            PlantedFault(check: "markup", name: "renames a tag") { _, target, random in
                tags(in: target).randomElement(using: &random).map { range in
                    var text = target
                    text.insert("q", at: target.index(before: range.upperBound))
                    return text
                }
            },
            PlantedFault(check: "markup", name: "closes what is not open") { _, target, random in
                words(in: target).randomElement(using: &random).map { range in
                    inserting("</b>", at: range.upperBound, into: target)
                }
            },
            PlantedFault(check: "unchanged", name: "is not translated") { source, target, _ in
                let isProse =
                    words(in: source).count >= 3 && !source.contains { "{[<&".contains($0) }
                return isProse && source != target ? source : nil
            },
            PlantedFault(check: "spaces", name: "ends with a space") { source, target, _ in
                source.last == " " ? nil : target + " "
            },
            PlantedFault(check: "spaces", name: "doubles a space") { source, target, random in
                let gaps = target.indices.filter { index in
                    target[index] == " " && neighbours(of: index, in: target) { $0.isLetter }
                }
                guard !source.contains("  "), !target.contains("  "),
                    let gap = gaps.randomElement(using: &random)
                else { return nil }
                var text = target
                text.insert(" ", at: gap)
                return text
            },
            PlantedFault(check: "newlines", name: "joins two paragraphs") {
                source, target, random in
                guard breaks("\n\n", in: source).count == breaks("\n\n", in: target).count,
                    let gap = breaks("\n\n", in: target).randomElement(using: &random)
                else { return nil }
                return replacing(gap..<target.index(gap, offsetBy: 2), of: target, by: " ")
            },
            PlantedFault(check: "newlines", name: "joins two items of a list") {
                source, target, random in
                guard breaks("\n* ", in: source).count == breaks("\n* ", in: target).count,
                    let gap = breaks("\n* ", in: target).randomElement(using: &random)
                else { return nil }
                return replacing(gap..<target.index(after: gap), of: target, by: " ")
            },
            PlantedFault(check: "newlines", name: "ends with a line break") { source, target, _ in
                source.last == "\n" || target.isEmpty ? nil : target + "\n"
            },
            PlantedFault(check: "end-punctuation", name: "loses its full stop") {
                source, target, _ in
                source.hasSuffix(".") && target.hasSuffix(".") && !target.hasSuffix("..")
                    ? String(target.dropLast()) : nil
            },
            PlantedFault(check: "end-punctuation", name: "gains a full stop") { source, target, _ in
                let isSentence = source.last?.isLetter == true && target.last?.isLetter == true
                return isSentence && words(in: target).count >= 3 ? target + "." : nil
            },
            PlantedFault(check: "end-punctuation", name: "loses its colon") { source, target, _ in
                source.hasSuffix(":") && target.hasSuffix(":") ? String(target.dropLast()) : nil
            },
            PlantedFault(check: "ellipsis", name: "has three dots") { source, target, _ in
                guard source.contains("…"), !source.contains("..."),
                    let dots = target.firstIndex(of: "…")
                else { return nil }
                return replacing(dots..<target.index(after: dots), of: target, by: "...")
            },
            PlantedFault(check: "numbers", name: "changes a number") { source, target, random in
                guard let range = numbers(in: target, and: source).randomElement(using: &random)
                else { return nil }
                let digit = target[range].first == "3" ? "4" : "3"
                let first = range.lowerBound..<target.index(after: range.lowerBound)
                return replacing(first, of: target, by: digit)
            },
            PlantedFault(check: "numbers", name: "loses a number") { source, target, random in
                numbers(in: target, and: source).randomElement(using: &random)
                    .map { cutting($0, from: target) }
            },
            PlantedFault(check: "addresses", name: "leads elsewhere") { source, target, _ in
                guard let start = breaks("://", in: target).first, source.contains("://") else {
                    return nil
                }
                return replacing(
                    start..<target.index(start, offsetBy: 3), of: target,
                    by: "://elsewhere.example/")
            },
            PlantedFault(check: "characters", name: "has a space without width") {
                _, target, random in
                insideWord(of: target, using: &random).map {
                    inserting("\u{200B}", at: $0, into: target)
                }
            },
            PlantedFault(check: "characters", name: "turns what follows around") {
                _, target, random in
                insideWord(of: target, using: &random).map {
                    inserting("\u{202E}", at: $0, into: target)
                }
            },
            PlantedFault(check: "scripts", name: "has a Cyrillic letter") { _, target, random in
                let letters = words(in: target).filter {
                    target[$0].count >= 4 && target[$0].allSatisfy(\.isASCII)
                }
                .compactMap { range in target[range].firstIndex { "aeo".contains($0) } }
                guard let index = letters.randomElement(using: &random) else { return nil }
                let alike: [Character: String] = ["a": "а", "e": "е", "o": "о"]
                return replacing(
                    index..<target.index(after: index), of: target, by: alike[target[index]] ?? "")
            },
            PlantedFault(check: "french-spacing", name: "may begin a line with a colon") {
                _, target, _ in
                guard let space = breaks("\u{A0}:", in: target).first else { return nil }
                return replacing(space..<target.index(space, offsetBy: 2), of: target, by: " :")
            },
            PlantedFault(check: "doubled-words", name: "says a word twice") { _, target, random in
                let long = words(in: target).filter { target[$0].count >= 3 }
                return long.randomElement(using: &random).map { range in
                    inserting(" " + target[range], at: range.upperBound, into: target)
                }
            },
            PlantedFault(check: "brackets", name: "loses a bracket") { source, target, random in
                guard isBalanced(source), isBalanced(target),
                    let index = target.indices.filter({ "()".contains(target[$0]) }).randomElement(
                        using: &random)
                else { return nil }
                return cutting(index..<target.index(after: index), from: target)
            },
        ]
    }

    // MARK: - Places

    /// Placeholders as in `$1`, `%(name)s`, `%d`, `{{name}}` and `{name}`.
    private static func placeholders(in text: String) -> [Range<String.Index>] {
        text.ranges(
            of: #/\$[1-9](?![0-9])|%\([a-z_]+\)[sd]|%[sd]\b|\{\{[a-z]+\}\}|\{[a-z]+\}(?!\})/#)
    }

    private static func tags(in text: String) -> [Range<String.Index>] {
        text.ranges(of: #/<\/?(?:[0-9]|[a-z]+)>/#).filter {
            text[$0] != "<nowiki>" && text[$0] != "</nowiki>"
        }
    }

    /// Words between spaces, or with a sign that ends a sentence after them.
    private static func words(in text: String) -> [Range<String.Index>] {
        pieces(of: text).filter { text[$0].count >= 2 && text[$0].allSatisfy(\.isLetter) }
    }

    /// Numbers of two digits and more that source and target have once.
    private static func numbers(in target: String, and source: String) -> [Range<String.Index>] {
        pieces(of: target).filter { range in
            let number = target[range]
            return number.count >= 2 && number.allSatisfy { $0.isASCII && $0.isNumber }
                && [source, target].allSatisfy { $0.ranges(of: number).count == 1 }
        }
    }

    /// Returns the words between spaces, without the punctuation at their end.
    private static func pieces(of text: String) -> [Range<String.Index>] {
        text.split { $0 == " " || $0 == "\n" }.map { piece in
            let isPunctuated = piece.last.map { ".,;:!?".contains($0) } ?? false
            return piece
                .startIndex..<(isPunctuated ? piece.index(before: piece.endIndex) : piece.endIndex)
        }
    }

    private static func breaks(_ separator: String, in text: String) -> [String.Index] {
        text.ranges(of: separator).map(\.lowerBound)
    }

    private static func insideWord(
        of text: String, using random: inout SplitMix64
    ) -> String.Index? {
        words(in: text).filter { text[$0].count >= 4 }.randomElement(using: &random)
            .map { text.index($0.lowerBound, offsetBy: 2) }
    }

    private static func isBalanced(_ text: String) -> Bool {
        let (open, closed) = (text.filter { $0 == "(" }.count, text.filter { $0 == ")" }.count)
        return open == closed && !text.contains { "{[<".contains($0) }
    }

    private static func neighbours(
        of index: String.Index, in text: String, satisfy condition: (Character) -> Bool
    ) -> Bool {
        let next = text.index(after: index)
        return index > text.startIndex && next < text.endIndex
            && condition(text[text.index(before: index)]) && condition(text[next])
    }

    private static func cutting(_ range: Range<String.Index>, from text: String) -> String {
        replacing(range, of: text, by: "")
    }

    private static func inserting(
        _ part: String, at index: String.Index, into text: String
    ) -> String {
        replacing(index..<index, of: text, by: part)
    }

    private static func replacing(
        _ range: Range<String.Index>, of text: String, by part: String
    ) -> String {
        var text = text
        text.replaceSubrange(range, with: part)
        return text
    }

    private static func removing(_ part: Substring, from text: String) -> String {
        text.split(separator: part, omittingEmptySubsequences: false).joined()
    }
}
