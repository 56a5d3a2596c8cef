import ReadModel
import Server
import Texts
import Translation
import Workspace

/// The consequences of a new source text: translations that become stale, and proposals that become
/// outdated.
struct Consequences: Sendable {
    /// The languages whose translation becomes stale.
    let stale: [StringWork]
    /// The languages whose stale translation fits the new text.
    let current: [StringWork]
    /// The languages with proposals that become outdated, and the number of these proposals.
    let outdated: [(work: StringWork, count: Int)]

    init(of value: Value, on work: [StringWork]) {
        stale = work.filter { $0.becomesStale(after: value) }
        current = work.filter { $0.becomesCurrent(after: value) }
        outdated = work.map { ($0, $0.proposalsOutdated(after: value).count) }
            .filter { $0.count > 0 }
    }

    var isEmpty: Bool { stale.isEmpty && outdated.isEmpty }

    /// A digest of the consequences, which a confirmation repeats.
    var digest: String {
        let parts =
            stale.map { "stale \($0.locale) \($0.translation?.id.description ?? "")" }
            + outdated.map { "outdated \($0.work.locale) \($0.count)" }
        return Digest.short(Array(parts.joined(separator: "\n").utf8))
    }

    /// The maximum number of languages that a page lists.
    static let listed = 60

    func shown(on call: PageCall, in snapshot: Snapshot) throws -> Effects {
        let wording = call.wording
        var sentences: [String] = []
        if !stale.isEmpty {
            sentences.append(wording("effects.becomeStale", count: stale.count))
        }
        let proposals = outdated.map(\.count).reduce(0, +)
        if proposals > 0 {
            sentences.append(wording("effects.becomeOutdated", count: proposals))
        }
        if !current.isEmpty {
            sentences.append(wording("effects.becomeCurrent", count: current.count))
        }
        let counts = Dictionary(outdated.map { ($0.work.locale, $0.count) }) { $1 }
        let isStale = Set(stale.map(\.locale))
        let affected = stale + outdated.map(\.work).filter { !isStale.contains($0.locale) }
        let rows = try affected.prefix(Self.listed).map { work in
            let count = counts[work.locale] ?? 0
            let notes = [
                isStale.contains(work.locale) ? wording("effects.stale") : nil,
                count == 0 ? nil : wording("effects.outdated", count: count),
            ].compactMap(\.self)
            return try work.row(wording.commas(notes), call, in: snapshot)
        }
        let rest = affected.count - rows.count
        return Effects(
            sentences: sentences, rows: rows,
            more: rest > 0 ? wording("counts.moreLanguages", count: rest) : nil)
    }
}

extension StringWork {
    /// Returns the line about a language in a list of consequences.
    func row(_ note: String, _ call: PageCall, in snapshot: Snapshot) throws -> Effects.Row {
        let view = try UnitValues(call, snapshot, unit)
        return Effects.Row(
            tag: locale.rawValue, name: view.languageName,
            text: translation.map {
                view.view.brief($0.value, source: view.definition?.value)
            }, note: note.isEmpty ? nil : note)
    }
}
