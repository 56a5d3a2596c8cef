/// Finds tags that a translation lost, gained or closes in the wrong order.
struct MarkupCheck: TextCheck {
    let name = "markup"
    let severity = Finding.Severity.error
    let summary = "Source and translation have the same tags, correctly nested."

    func findings(in subject: CheckSubject) -> [Finding] {
        subject.pairs.flatMap { findings(in: $0) }
    }

    private func findings(in pair: TextPair) -> [Finding] {
        let candidates = (
            source: MarkupTag.tags(in: pair.source), target: MarkupTag.tags(in: pair.target)
        )
        let names = MarkupTag.markupNames(in: candidates.source + candidates.target)
        let source = candidates.source.filter { names.contains(Value.Text($0.name)) }
        let target = candidates.target.filter { names.contains(Value.Text($0.name)) }
        let difference = MultisetDifference(
            from: source.flatMap(\.parts), to: target.flatMap(\.parts), by: \.identity)
        if let message = difference.sentence(\.text) {
            return [finding(message, at: pair.path)]
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
