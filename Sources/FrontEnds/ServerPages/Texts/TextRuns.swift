import Checks
import Foundation
import Texts
import Translation

/// Splits a text into runs of different styles: plain text, placeholders, tags and invisible
/// characters.
///
/// Together, the runs contain exactly the bytes of the text. The visible markers come from the
/// style sheet and are not part of the text.
struct TextRuns {
    /// Whether no-break spaces, joiners and direction marks are also shown.
    var showsAll = false
    /// The searched text, which is highlighted.
    var search: String?
    /// The placeholder notations of the string.
    var notations = PlaceholderNotations.implied

    /// Returns the runs of a text.
    ///
    /// `source` is the source text. It determines which `$1` and `<x>` are placeholders and tags.
    func runs(_ text: String, source: String) -> [TextRun] {
        runs(
            text[...], parts: ProtectedPart.parts(of: text, source: source, notations: notations),
            offset: 0)
    }

    /// Returns the runs of a piece of a text with known parts.
    ///
    /// `offset` is the offset of the piece in the text, in UTF-8 bytes. Spaces at the ends of the
    /// piece are marked only at the ends of the text.
    func runs(
        _ piece: Substring, parts: [ProtectedPart], offset: Int, isStart: Bool = true,
        isEnd: Bool = true
    ) -> [TextRun] {
        let utf8 = piece.utf8
        let range = offset..<(offset + utf8.count)
        var runs: [TextRun] = []
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
            let text = String(slice(inner))
            runs.append(part.kind == .tag ? TextRun(tag: text) : TextRun(hold: text))
            position = inner.upperBound
        }
        if position < range.upperBound {
            append(
                slice(position..<range.upperBound), to: &runs,
                isStart: isStart && position == range.lowerBound, isEnd: isEnd)
        }
        return runs
    }

    /// Appends text without placeholders.
    ///
    /// Marks invisible characters, spaces at the ends, and all but the first of consecutive spaces.
    private func append(_ text: Substring, to runs: inout [TextRun], isStart: Bool, isEnd: Bool) {
        var plain = text.startIndex
        var index = text.startIndex
        var isAfterSpace = isStart
        let scalars = text.unicodeScalars
        func flush(_ end: Substring.Index, _ runs: inout [TextRun]) {
            guard plain < end else { return }
            appendPlain(text[plain..<end], to: &runs)
        }
        let trailing =
            isEnd ? text.endIndex(before: { $0 == " " }) : text.endIndex
        while index < text.endIndex {
            let scalar = scalars[index]
            let next = scalars.index(after: index)
            defer { index = next }
            func mark(_ shape: String) -> TextRun.Mark {
                TextRun.Mark(mark: shape, text: String(text[index..<next]))
            }
            if scalar == " " {
                if isAfterSpace || index >= trailing {
                    flush(index, &runs)
                    runs.append(TextRun(space: mark("␣")))
                    plain = next
                }
                isAfterSpace = true
                continue
            }
            isAfterSpace = false
            let run: TextRun
            switch scalar {
            case "\n":
                run = TextRun(newline: true)
                isAfterSpace = true
            case "\t": run = TextRun(space: mark("⇥"))
            case "\u{A0}", "\u{202F}": run = TextRun(space: mark("⍽"))
            default:
                guard let name = InvisibleCharacter.name(at: index, in: scalars, all: showsAll)
                else { continue }
                run = TextRun(
                    control: TextRun.Mark(
                        mark: name, text: InvisibleCharacter.copyable(text[index..<next])))
            }
            flush(index, &runs)
            runs.append(run)
            plain = next
        }
        flush(text.endIndex, &runs)
    }

    /// Appends text, with occurrences of the searched text highlighted.
    private func appendPlain(_ text: Substring, to runs: inout [TextRun]) {
        guard let search, !search.isEmpty else {
            return runs.append(TextRun(plain: String(text)))
        }
        var rest = text
        while let range = rest.range(of: search, options: [.caseInsensitive]), !range.isEmpty {
            if rest.startIndex < range.lowerBound {
                runs.append(TextRun(plain: String(rest[..<range.lowerBound])))
            }
            runs.append(TextRun(hit: String(rest[range])))
            rest = rest[range.upperBound...]
        }
        if !rest.isEmpty { runs.append(TextRun(plain: String(rest))) }
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
