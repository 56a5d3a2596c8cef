/// Finds texts that stand for several sources.
///
/// Sources that differ only in capitals or in signs are one, and short texts may well mean two things.
public struct DuplicateCheck: LanguageCheck {
    /// What people know of it.
    public let info = CheckInfo.duplicate
    private static let fewestWords = 3

    /// Makes the check.
    public init() {}

    /// Returns the texts that stand for another source already.
    public func findings(in texts: [TranslatedString]) -> [(index: Int, finding: Finding)] {
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
                !Self.letters(of: source).elementsEqual(Self.letters(of: known))
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

    private static func letters(of text: String) -> [Unicode.Scalar] {
        text.lowercased().unicodeScalars.filter {
            $0.properties.isAlphabetic || $0.properties.numericType != nil
        }
    }
}

/// Finds texts that differ although their sources are the same.
///
/// The text that most of the strings have is taken for the right one; where all are as frequent, the first. Strings with
/// different contexts are not compared.
public struct InconsistentCheck: LanguageCheck {
    /// What people know of it.
    public let info = CheckInfo.inconsistent

    /// Makes the check.
    public init() {}

    /// Returns the texts that are not those of most strings with their source.
    public func findings(in texts: [TranslatedString]) -> [(index: Int, finding: Finding)] {
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
        var counts: [Value: (count: Int, first: Int)] = [:]
        for index in group {
            counts[texts[index].target, default: (0, index)].count += 1
        }
        guard counts.count > 1,
            let usual = counts.values.min(by: { ($1.count, $0.first) < ($0.count, $1.first) })
        else { return [] }
        let model = texts[usual.first]
        let others = usual.count > 1 ? " and \(usual.count - 1) more" : ""
        return group.filter { texts[$0].target != model.target }.map { index in
            let said = model.target.plainText.map { ": \(Wording.quoted($0))" } ?? ""
            return (
                index,
                finding(
                    "The same source reads otherwise in \(Wording.quoted(model.name))\(others)\(said)."
                )
            )
        }
    }
}
