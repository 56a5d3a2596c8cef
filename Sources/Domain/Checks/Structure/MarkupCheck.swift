import Texts
import Translation

/// Finds tags that a translation lost, gained or closed in the wrong order.
struct MarkupCheck: TextCheck {
    let info = CheckInfo.markup

    func findings(in compared: ComparedTexts) -> [Finding] {
        compared.pairs.flatMap { findings(in: $0) }
    }

    private func findings(in pair: TextPair) -> [Finding] {
        (pair.eitherContains("<") ? tagFindings(in: pair) : [])
            + (pair.eitherContains("&") ? entityFindings(in: pair) : [])
    }

    /// Compares the entities for markup characters.
    ///
    /// Other entities may also be written as literal characters.
    private func entityFindings(in pair: TextPair) -> [Finding] {
        func forms(_ text: ScannedText) -> [String] {
            Entity.entities(in: text).compactMap(\.structuralForm)
        }
        let source = forms(pair.source)
        let target = forms(pair.target)
        var difference = MultisetDifference(from: source, to: target) { Value.Text($0) }
        // Other languages replace `&` with a word, and may repeat the joined part.
        let amp = Value.Text("&amp;")
        difference.missing.removeAll { Value.Text($0) == amp }
        // A translation may replace the character with words or other characters, as in “‹key›”. A
        // literal character could be markup, so it is not accepted.
        for (entity, sign) in [("&lt;", "<"), ("&gt;", ">")] as [(String, Unicode.Scalar)]
        where !pair.target.contains(sign) {
            difference.missing.removeAll { $0.hasSameBytes(as: entity) }
        }
        if source.contains(where: { Value.Text($0) == amp }) {
            difference.extra.removeAll { Value.Text($0) == amp }
        }
        return difference.sentence(\.self).map {
            [finding($0, at: pair.path, severity: .warning)]
        } ?? []
    }

    private func tagFindings(in pair: TextPair) -> [Finding] {
        let candidates = (
            source: MarkupTag.tags(in: pair.source.string),
            target: MarkupTag.tags(in: pair.target.string)
        )
        let names = MarkupTag.markupNames(of: candidates.source, and: candidates.target)
        let source = candidates.source.filter { names.contains(Value.Text($0.name)) }
        let target = candidates.target.filter { names.contains(Value.Text($0.name)) }
        var difference = MultisetDifference(
            from: MarkupTag.shown(source, in: pair.source).flatMap(\.parts),
            to: MarkupTag.shown(target, in: pair.target).flatMap(\.parts), by: \.identity)
        if !difference.missing.isEmpty || !difference.extra.isEmpty {
            difference.forgiveFormatting(in: pair, source: source, target: target)
        }
        if let message = difference.sentence(\.text) {
            let tags = difference.missing + difference.extra
            // Some scripts have no italics, so translations use bold letters instead.
            let isOnlyLook =
                MarkupTag.firstMisplaced(in: target) == nil
                && difference.missing.count == difference.extra.count
                && tags.allSatisfy { MarkupFormatting.looks.contains($0.name) }
            let isWarning = isOnlyLook || tags.allSatisfy(\.isMark)
            return [finding(message, at: pair.path, severity: isWarning ? .warning : nil)]
        }
        guard MarkupTag.firstMisplaced(in: source) == nil,
            let tag = MarkupTag.firstMisplaced(in: target)
        else { return [] }
        return [
            finding(
                "The tags are not nested as in the source: \(Wording.quoted(tag.text)) is in the "
                    + "wrong place.", at: pair.path)
        ]
    }
}
