import Texts

/// The syntax of templates and links in MediaWiki messages, which is invisible to readers.
///
/// Examples are `{{PLURAL:$1|one page|$1 pages}}` and `[[Special:Search|search]]`.
///
/// See <https://www.mediawiki.org/wiki/Localisation#Message_parameters>.
struct WikiMarkup {
    /// The byte ranges that stay unchanged.
    ///
    /// Ranges may be nested.
    private(set) var kept: [Range<Int>] = []

    /// An opening bracket whose closing bracket has not been found yet.
    private struct Opening {
        let start: Int
        let isTemplate: Bool
        /// The positions of the `|` characters directly inside the brackets.
        var bars: [Int] = []
    }

    private let bytes: [UInt8]

    /// Parses a text in linear time.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var open: [Opening] = []
        var index = 0
        while index < bytes.count {
            let isDouble = index + 1 < bytes.count && bytes[index + 1] == bytes[index]
            switch bytes[index] {
            case UInt8(ascii: "{") where isDouble, UInt8(ascii: "[") where isDouble:
                open.append(Opening(start: index, isTemplate: bytes[index] == UInt8(ascii: "{")))
                index += 2
            case UInt8(ascii: "}") where isDouble, UInt8(ascii: "]") where isDouble:
                if let last = open.last, last.isTemplate == (bytes[index] == UInt8(ascii: "}")) {
                    close(open.removeLast(), at: index)
                }
                index += 2
            case UInt8(ascii: "|"):
                if !open.isEmpty { open[open.count - 1].bars.append(index) }
                index += 1
            default:
                index += 1
            }
        }
    }

    private mutating func close(_ opening: Opening, at closing: Int) {
        let whole = opening.start..<(closing + 2)
        guard let bar = opening.bars.first,
            !opening.isTemplate || hasForms(opening.start..<bar)
        else {
            if !opening.isTemplate || isCall(whole) { kept.append(whole) }
            return
        }
        kept.append(opening.start..<(bar + 1))
        for bar in opening.bars { kept.append(bar..<endOfNumber(after: bar, before: closing)) }
        kept.append(closing..<(closing + 2))
    }

    /// The templates whose arguments after the first are alternative texts for readers.
    ///
    /// Letter case is ignored when names are compared.
    private static let choices: Set<String> = ["plural", "gender"]

    /// Returns true if the template selects between alternative texts, such as `{{PLURAL:$1`.
    private func hasForms(_ range: Range<Int>) -> Bool {
        let name = bytes[range].dropFirst(2).prefix { $0 != UInt8(ascii: ":") }
        return name.endIndex < range.upperBound
            && Self.choices.contains(String(decoding: name, as: UTF8.self).lowercased())
    }

    /// Returns true for a call such as `{{int:cancel}}`: a name and a colon.
    private func isCall(_ range: Range<Int>) -> Bool {
        let name = bytes[range].dropFirst(2)
            .prefix { PlaceholderScanner.isLetterOrDigit($0) || $0 == UInt8(ascii: "#") }
        return !name.isEmpty && bytes[name.endIndex] == UInt8(ascii: ":")
    }

    /// Returns the end of the number prefix of a form, such as `0=` in `|0=none`.
    ///
    /// If there is no number, returns the index after the bar.
    private func endOfNumber(after bar: Int, before end: Int) -> Int {
        let digits = bytes[(bar + 1)..<end].prefix(while: PlaceholderScanner.isDigit)
        let isNumber =
            !digits.isEmpty && digits.endIndex < end && bytes[digits.endIndex] == UInt8(ascii: "=")
        return isNumber ? digits.endIndex + 1 : bar + 1
    }
}
