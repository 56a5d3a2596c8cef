package import Texts

/// A part of a text that the app replaces or renders: a placeholder or a tag.
///
/// The checks `placeholders` and `markup` compare these parts. So a page that highlights them
/// always agrees with the checks.
package struct ProtectedPart: Sendable, Hashable {
    /// The kinds of parts.
    package enum Kind: Sendable {
        /// A part that the app replaces: `{{name}}`, `%d`.
        case placeholder
        /// A markup tag: `<b>`, `</1>`.
        case tag
    }

    package let kind: Kind
    /// The range in the text, in UTF-8 bytes.
    package let range: Range<Int>

    /// Returns the parts of a text, in order and without overlaps.
    ///
    /// `source` is the source text, which decides whether a part counts. `$5` is money unless the
    /// source contains `$1`, and `<file>` is a word unless the text or the source closes it. For a
    /// source text, pass the same text twice. `notations` are the project's placeholder notations.
    /// Takes linear time.
    package static func parts(
        of text: String, source: String, notations: PlaceholderNotations = .implied
    ) -> [ProtectedPart] {
        let text = InlineTag.withoutHints(text)
        let source = InlineTag.withoutHints(source)
        let sourceScan = PlaceholderScan(source, notations)
        let scan = PlaceholderScan(text, notations).joined(besides: [sourceScan])
        var parts = scan.placeholders.map { ProtectedPart(kind: .placeholder, range: $0.range) }
        let given = sourceScan.parameters
        if given.contains(where: { $0.name.hasSameBytes(as: "1") }) {
            let names = Set(given.map(\.identity))
            let attached = scan.attachedParameters.filter { names.contains($0.identity) }
            parts += (scan.parameters + attached)
                .map { ProtectedPart(kind: .placeholder, range: $0.range) }
        }
        let tags = MarkupTag.tags(in: text)
        if !tags.isEmpty {
            let names = MarkupTag.markupNames(of: MarkupTag.tags(in: source), and: tags)
            parts += tags.filter { names.contains(Value.Text($0.name)) }
                .map { ProtectedPart(kind: .tag, range: $0.range) }
        }
        return withoutOverlaps(parts)
    }

    /// Removes every part that contains another part, such as an ICU plural, or overlaps the
    /// previous part.
    private static func withoutOverlaps(_ parts: [ProtectedPart]) -> [ProtectedPart] {
        let sorted = parts.sorted {
            ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
        }
        var kept: [ProtectedPart] = []
        for part in sorted {
            if let last = kept.last, part.range.lowerBound < last.range.upperBound {
                guard part.range.upperBound <= last.range.upperBound else { continue }
                kept.removeLast()
            }
            kept.append(part)
        }
        return kept
    }
}
