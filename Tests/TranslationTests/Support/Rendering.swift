import TestKit
import Texts
import Translation

// Representations of a state for comparisons: the whole state as text, or one string in a few
// words.

extension EventLogState {
    /// The complete result of the folds, one line per fact; equal states have equal bytes.
    var rendering: String {
        let rows = subjects.map { subject -> (key: String, lines: [String]) in
            switch subject {
            case .locale(let tag):
                ("0 \(tag)", locale(tag).map { [Self.text($0.stateRow)] } ?? [])
            case .setting(let name):
                ("1 \(name.string)", [Self.text(setting(name.string).stateRow(name: name.string))])
            case .resource(let name, let locale):
                (
                    "2 \(name.string) \(locale?.rawValue ?? "")",
                    [
                        Self.text(
                            resource(name.string, in: locale).stateRow(
                                section: name.string, in: locale))
                    ]
                )
            case .file(let name, let format, let locale):
                (
                    "4 \(locale) \(name.string) \(format.string)",
                    [
                        Self.text(
                            fileTexts(name.string, format: format.string, in: locale).stateRow(
                                section: name.string, format: format.string, in: locale))
                    ]
                )
            case .unit(let tag, let string):
                ("3 \(tag) \(string)", unit(tag, string).rendering)
            }
        }
        return rows.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            .flatMap(\.lines).joined(separator: "\n")
    }

    private static func text(_ row: [UInt8]) -> String { String(decoding: row, as: UTF8.self) }

    /// Whether a person has to decide: there is a losing head, or a decision beside an acceptance.
    var hasConflict: Bool {
        subjects.contains { subject in
            switch subject {
            case .locale(let tag): locale(tag)?.register.losers.isEmpty == false
            case .setting(let name): !setting(name.string).register.losers.isEmpty
            case .resource(let name, let locale):
                !resource(name.string, in: locale).register.losers.isEmpty
            case .file: false
            case .unit(let tag, let string):
                !unit(tag, string).register.losers.isEmpty
                    || unit(tag, string).proposals.contains { !$0.contradictions.isEmpty }
            }
        }
    }
}

extension Unit {
    /// The unit's row, and the fields that the row omits.
    fileprivate var rendering: [String] {
        var lines = [String(decoding: stateRow, as: UTF8.self)]
        lines += [text, reviewedText].compactMap(\.self).map { text in
            "  text \(text.id) reviewer \(text.reviewer?.email ?? "-")"
        }
        lines += proposals.map { "  proposal \($0.id) refusals \(Self.list($0.refusals))" }
        lines.append("  events \(Self.list(events.map(\.id)))")
        return lines
    }

    /// The unit in a few words.
    ///
    /// First comes the text that counts as `TEXT@NUMBER`, or `-`, followed by its attributes; then
    /// `heads` if there are several, `lost` if there is a conflict, `last reviewed` if that is
    /// another text; then the proposals as `NUMBER STATE`, with the decision's number, `!` and the
    /// contradictions, `outdated`, `+` and the number of endorsements, `#` and the number of
    /// comments.
    var summary: String {
        var words = [text?.summary ?? "-"]
        if register.heads.count > 1 { words.append("heads \(Self.list(register.heads))") }
        if !register.losers.isEmpty { words.append("lost \(Self.list(register.losers))") }
        if reviewedText?.id != text?.id {
            words.append("last reviewed \(reviewedText.map { String($0.id.number) } ?? "-")")
        }
        return (["\(words.joined(separator: " "))"] + proposals.map(\.summary))
            .joined(separator: "; ")
    }

    private static func list(_ ids: [EventID]) -> String {
        ids.map { String($0.number) }.joined(separator: ",")
    }
}

extension TextState {
    fileprivate var summary: String {
        var words = ["\(value.plainText ?? "…")@\(id.number)"]
        if let author { words.append("by \(author.name)") }
        if isReviewed { words.append("reviewed") }
        if isFlagged { words.append("flagged") }
        if isStale { words.append("stale") }
        return words.joined(separator: " ")
    }
}

extension Proposal {
    fileprivate var summary: String {
        var words = ["\(id.number) \(state.rawValue)"]
        if let decision { words.append("by \(decision.id.number)") }
        if isOutdated { words.append("outdated") }
        if endorsements > 0 { words.append("+\(endorsements)") }
        if comments > 0 { words.append("#\(comments)") }
        words += contradictions.map { "!\($0.number)" }
        return words.joined(separator: " ")
    }
}

/// Returns all orders of up to five elements, and sixty seeded ones of more.
func orders<Element>(of elements: [Element]) -> [[Element]] {
    guard elements.count <= 5 else {
        var random = SplitMix64(seed: elements.count)
        return [elements, elements.reversed()]
            + (0..<60).map { _ in elements.shuffled(using: &random) }
    }
    guard let last = elements.last else { return [[]] }
    return orders(of: Array(elements.dropLast())).flatMap { order in
        (0...order.count).map { Array(order[..<$0]) + [last] + Array(order[$0...]) }
    }
}
