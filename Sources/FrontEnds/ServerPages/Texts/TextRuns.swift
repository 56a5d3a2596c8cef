import Checks
import Foundation
import Texts
import Translation

/// Cuts a text into runs that are drawn in different ways: plain text, placeholders, tags, and characters that nobody sees.
///
/// The runs together have the bytes of the text; marks are drawn by the style sheet and are not part of it.
struct TextRuns {
    /// A run: its kind, its text, and what is drawn for it.
    private enum Run {
        case plain(Substring)
        case hold(Substring)
        case tag(Substring)
        case space(mark: String, Substring)
        case newline
        case control(name: String, Substring)
        case hit(Substring)
    }

    /// Whether no-break spaces, joiners and marks of direction are marked as well.
    var showsAll = false
    /// The text that was searched for, which is marked where it stands.
    var search: String?
    /// The notations of placeholders that the string has.
    var notations = PlaceholderNotations.implied

    /// Returns the runs of a text as values of the template `runs`.
    ///
    /// `source` is the source text, which decides which `$1` and `<x>` count as placeholders and tags.
    func values(_ text: String, source: String) -> [PageValues] {
        values(
            text[...], parts: ProtectedPart.parts(of: text, source: source, notations: notations),
            offset: 0)
    }

    /// Returns the runs of a piece of a text whose parts are known.
    ///
    /// `offset` is where the piece begins in the text, in UTF-8 bytes. Spaces at the ends of the piece are marked only if they are
    /// at the ends of the text.
    func values(
        _ piece: Substring, parts: [ProtectedPart], offset: Int, isStart: Bool = true,
        isEnd: Bool = true
    ) -> [PageValues] {
        let utf8 = piece.utf8
        let range = offset..<(offset + utf8.count)
        var runs: [Run] = []
        var position = range.lowerBound
        func slice(_ part: Range<Int>) -> Substring {
            let start = utf8.index(utf8.startIndex, offsetBy: part.lowerBound - offset)
            let end = utf8.index(start, offsetBy: part.count)
            return piece[start..<end]
        }
        for part in parts where part.range.overlaps(range) {
            let inner = part.range.clamped(to: range)
            if position < inner.lowerBound {
                append(
                    slice(position..<inner.lowerBound), to: &runs,
                    isStart: isStart && position == range.lowerBound, isEnd: false)
            }
            runs.append(part.kind == .tag ? .tag(slice(inner)) : .hold(slice(inner)))
            position = inner.upperBound
        }
        if position < range.upperBound {
            append(
                slice(position..<range.upperBound), to: &runs,
                isStart: isStart && position == range.lowerBound, isEnd: isEnd)
        }
        return runs.map(Self.values)
    }

    /// Appends text without placeholders: marks spaces at the ends and from the second in a row, and what has no shape.
    private func append(_ text: Substring, to runs: inout [Run], isStart: Bool, isEnd: Bool) {
        var plain = text.startIndex
        var index = text.startIndex
        var isAfterSpace = isStart
        let scalars = text.unicodeScalars
        func flush(_ end: Substring.Index, _ runs: inout [Run]) {
            guard plain < end else { return }
            appendPlain(text[plain..<end], to: &runs)
        }
        let trailing =
            isEnd ? text.endIndex(before: { $0 == " " }) : text.endIndex
        while index < text.endIndex {
            let scalar = scalars[index]
            let next = scalars.index(after: index)
            defer { index = next }
            if scalar == " " {
                if isAfterSpace || index >= trailing {
                    flush(index, &runs)
                    runs.append(.space(mark: "␣", text[index..<next]))
                    plain = next
                }
                isAfterSpace = true
                continue
            }
            isAfterSpace = false
            let run: Run
            switch scalar {
            case "\n":
                run = .newline
                isAfterSpace = true
            case "\t": run = .space(mark: "⇥", text[index..<next])
            case "\u{A0}", "\u{202F}": run = .space(mark: "⍽", text[index..<next])
            default:
                guard let name = InvisibleCharacter.name(at: index, in: scalars, all: showsAll)
                else { continue }
                run = .control(name: name, text[index..<next])
            }
            flush(index, &runs)
            runs.append(run)
            plain = next
        }
        flush(text.endIndex, &runs)
    }

    /// Appends text in which the search is marked.
    private func appendPlain(_ text: Substring, to runs: inout [Run]) {
        guard let search, !search.isEmpty else { return runs.append(.plain(text)) }
        var rest = text
        while let range = rest.range(of: search, options: [.caseInsensitive]), !range.isEmpty {
            if rest.startIndex < range.lowerBound {
                runs.append(.plain(rest[..<range.lowerBound]))
            }
            runs.append(.hit(rest[range]))
            rest = rest[range.upperBound...]
        }
        if !rest.isEmpty { runs.append(.plain(rest)) }
    }

    private static let absent: PageValues = [
        "plain": false, "hold": false, "tag": false, "space": false, "newline": false,
        "control": false, "hit": false,
    ]

    private static func values(_ run: Run) -> PageValues {
        var values = absent
        switch run {
        case .plain(let text): values["plain"] = String(text)
        case .hold(let text): values["hold"] = String(text)
        case .tag(let text): values["tag"] = String(text)
        case .space(let mark, let text):
            values["space"] = ["mark": mark, "text": String(text)] as PageValues
        case .newline: values["newline"] = true
        case .control(let name, let text):
            values["control"] =
                ["name": name, "text": InvisibleCharacter.copyable(text)] as PageValues
        case .hit(let text): values["hit"] = String(text)
        }
        return values
    }
}

extension Substring {
    /// Returns the index after the last character that does not satisfy a condition.
    fileprivate func endIndex(before isTrailing: (Unicode.Scalar) -> Bool) -> Index {
        var end = endIndex
        while end > startIndex {
            let before = unicodeScalars.index(before: end)
            guard isTrailing(unicodeScalars[before]) else { break }
            end = before
        }
        return end
    }
}
