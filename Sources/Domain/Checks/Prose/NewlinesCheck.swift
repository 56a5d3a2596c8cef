import Texts
import Translation

/// Finds texts with more or fewer lines than their source.
///
/// A line break at the beginning or end separates the text from its surroundings. Within a text,
/// only paragraphs and list items are compared. Other line breaks are up to the translator: they
/// mostly wrap lines to the width of a window.
struct NewlinesCheck: TextCheck {
    let info = CheckInfo.newlines

    func findings(in compared: ComparedTexts) -> [Finding] {
        compared.pairs.compactMap { pair in
            guard pair.eitherContains("\n") || pair.eitherContains("\r") else { return nil }
            let source = Layout(of: pair.source)
            let target = Layout(of: pair.target)
            let isAtEnd = source.ends != target.ends
            guard isAtEnd || source.differs(from: target) else { return nil }
            return finding(
                "The source has \(Self.counted(source.breaks)), but the text has "
                    + "\(target.breaks == 0 ? "none" : "\(target.breaks)").",
                at: pair.path, severity: isAtEnd ? nil : .info)
        }
    }

    private static func counted(_ count: Int) -> String {
        switch count {
        case 0: "no line break"
        case 1: "1 line break"
        default: "\(count) line breaks"
        }
    }
}

/// The division of a text into lines.
private struct Layout {
    /// The number of line breaks.
    ///
    /// A carriage return followed by a line feed counts as one.
    var breaks = 0
    /// Whether the text begins with a line break, and whether it ends with one.
    let ends: [Bool]
    /// The number of blank lines; consecutive blank lines count once.
    private var paragraphs = 0
    /// The number of lines that begin with a list marker.
    private var items = 0
    /// The number of other line breaks.
    private var plain = 0
    /// Whether the text is so long that a translation may wrap it differently.
    private let isLong: Bool
    /// The maximum indentation of a list item.
    ///
    /// Text that is indented further is the second column of a table.
    private static let deepestItem = 8
    /// The minimum length in bytes of a text that a translation may wrap differently.
    private static let longLength = 80

    init(of text: ScannedText) {
        let raw = Self.lines(of: text.bytes)
        let lines = raw.map { Self.trimmed($0) }
        breaks = lines.count - 1
        ends = [raw.first, raw.last].map { ($0?.isEmpty ?? true) && lines.count > 1 }
        isLong = text.bytes.count >= Self.longLength
        for (index, (line, next)) in zip(lines, lines.dropFirst()).enumerated() {
            let indentation = next.startIndex - raw[index + 1].startIndex
            let isIndented = (1...Self.deepestItem).contains(indentation)
            if next.isEmpty {
                paragraphs += line.isEmpty ? 0 : 1
            } else if Self.isItem(next, isIndented: isIndented) {
                items += 1
            } else if !line.isEmpty {
                plain += 1
            }
        }
    }

    /// Returns whether a translation lost or gained a paragraph or list item that no other line
    /// break replaces.
    func differs(from other: Layout) -> Bool {
        (other.breaks < breaks && (paragraphs > other.paragraphs || items > other.items))
            || (!isLong
                && (other.paragraphs > paragraphs + plain || other.items > items + plain))
    }

    private static func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var start = 0
        for (index, byte) in bytes.enumerated() where byte == 0x0A || byte == 0x0D {
            if byte == 0x0A, index > 0, bytes[index - 1] == 0x0D {
                start = index + 1
            } else {
                lines.append(bytes[start..<index])
                start = index + 1
            }
        }
        return lines + [bytes[start...]]
    }

    private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var line = line.drop { $0 == 0x20 || $0 == 0x09 }
        while let last = line.last, last == 0x20 || last == 0x09 { line.removeLast() }
        return line
    }

    private static func isItem(_ line: ArraySlice<UInt8>, isIndented: Bool) -> Bool {
        guard let first = line.first else { return false }
        // A long sentence may be wrapped before “--option”. In a list of options, the option is
        // indented.
        if "-+".utf8.contains(first), !isIndented { return line.dropFirst().first == 0x20 }
        if "*#:;-+".utf8.contains(first) || line.starts(with: "•".utf8) { return true }
        let rest = line.drop(while: PlaceholderScanner.isDigit)
        return rest.count < line.count && rest.first.map { ".)".utf8.contains($0) } ?? false
    }
}
