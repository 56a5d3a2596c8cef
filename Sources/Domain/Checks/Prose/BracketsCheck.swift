import Translation

/// Finds unmatched brackets in texts whose source has only matched brackets.
///
/// Brackets from all scripts count: “（” can be closed by “）” or “)”. Smileys and list markers such
/// as “a)” are ignored.
struct BracketsCheck: TextCheck {
    let info = CheckInfo.brackets

    func findings(in compared: ComparedTexts) -> [Finding] {
        compared.pairs.compactMap { pair in
            let target = BracketScan(pair.target)
            guard let bracket = target.unpaired, BracketScan(pair.source).unpaired == nil else {
                return nil
            }
            return finding(
                "The bracket “\(bracket.sign)” is never \(bracket.isOpening ? "closed" : "opened").",
                at: pair.path)
        }
    }
}

/// Matches the brackets in a text.
private struct BracketScan {
    struct Bracket {
        let sign: Unicode.Scalar
        let family: Family
        let isOpening: Bool
    }

    /// A group of brackets that can close each other.
    enum Family {
        case round, square, curly, corner, whiteCorner, lenticular, angle, doubleAngle, shell
    }

    /// The first unmatched closing bracket, or otherwise a bracket that is still open at the end.
    ///
    /// If several brackets are open, this is the one with the lowest code point.
    let unpaired: Bracket?

    private static let families: [Unicode.Scalar: (Family, isOpening: Bool)] = [
        "(": (.round, true), ")": (.round, false), "（": (.round, true), "）": (.round, false),
        "[": (.square, true), "]": (.square, false), "［": (.square, true), "］": (.square, false),
        "{": (.curly, true), "}": (.curly, false), "｛": (.curly, true), "｝": (.curly, false),
        "「": (.corner, true), "」": (.corner, false), "『": (.whiteCorner, true),
        "』": (.whiteCorner, false), "【": (.lenticular, true), "】": (.lenticular, false),
        "〈": (.angle, true), "〉": (.angle, false), "《": (.doubleAngle, true),
        "》": (.doubleAngle, false), "〔": (.shell, true), "〕": (.shell, false),
    ]

    init(_ text: ScannedText) {
        let mayHave = "()[]{}".unicodeScalars.contains { text.contains($0) }
        guard mayHave || !text.isASCII else {
            unpaired = nil
            return
        }
        var open: [Family: [Bracket]] = [:]
        var first: Bracket?
        let scalars = Array(text.string.unicodeScalars)
        for (index, scalar) in scalars.enumerated() {
            guard let (family, isOpening) = Self.families[scalar],
                !Self.isQuoted(at: index, in: scalars)
            else { continue }
            // In “(a; b;)”, “;)” closes a bracket, although it looks like a smiley.
            let isClosing = !isOpening && open[family]?.isEmpty == false
            guard isClosing || !Self.isSmiley(at: index, in: scalars) else { continue }
            let bracket = Bracket(sign: scalar, family: family, isOpening: isOpening)
            if isOpening {
                open[family, default: []].append(bracket)
            } else if open[family]?.popLast() == nil, first == nil,
                !Self.isListSign(at: index, in: scalars)
            {
                first = bracket
            }
        }
        unpaired = first ?? open.values.flatMap(\.self).min { $0.sign < $1.sign }
    }

    /// Returns whether a bracket is quoted, as in “the sign ')'”.
    private static func isQuoted(at index: Int, in scalars: [Unicode.Scalar]) -> Bool {
        guard index > 0, index + 1 < scalars.count else { return false }
        let (before, after) = (scalars[index - 1], scalars[index + 1])
        func isQuote(_ scalar: Unicode.Scalar) -> Bool {
            scalar.properties.isQuotationMark || scalar == "`"
        }
        if isQuote(before), isQuote(after) { return true }
        // French puts a space inside quotation marks.
        return index > 1 && index + 2 < scalars.count && before.properties.isWhitespace
            && after.properties.isWhitespace && scalars[index - 2] == "«"
            && scalars[index + 2] == "»"
    }

    /// Returns whether a bracket is the mouth of a smiley: “:)”, “;-(”.
    private static func isSmiley(at index: Int, in scalars: [Unicode.Scalar]) -> Bool {
        var eyes = index - 1
        if eyes >= 0, "-^o".unicodeScalars.contains(scalars[eyes]) { eyes -= 1 }
        guard eyes >= 0, ":;=".unicodeScalars.contains(scalars[eyes]) else { return false }
        let isAlone = eyes == 0 || scalars[eyes - 1].properties.isWhitespace
        let next = index + 1
        return isAlone && (next == scalars.count || !scalars[next].properties.isAlphabetic)
    }

    /// Returns whether a closing bracket follows one or two digits or letters at the start of a
    /// list item, as in “1)” and “б)”.
    private static func isListSign(at index: Int, in scalars: [Unicode.Scalar]) -> Bool {
        let word = scalars[..<index].reversed().prefix {
            $0.properties.isAlphabetic || $0.properties.numericType != nil
        }
        guard (1...2).contains(word.count) else { return false }
        let before = index - word.count - 1
        return before < 0 || scalars[before].properties.isWhitespace
    }
}
