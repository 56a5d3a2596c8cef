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
        var sentences: [String] = []
        if !stale.isEmpty {
            sentences.append(
                "\(counted(stale.count, "translation")) will become stale, "
                    + "and translators will see that the source text has changed.")
        }
        let proposals = outdated.map(\.count).reduce(0, +)
        if proposals > 0 {
            sentences.append("\(counted(proposals, "open proposal")) will become outdated.")
        }
        if !current.isEmpty {
            sentences.append(
                "\(counted(current.count, "stale translation")) will be up to date again.")
        }
        let counts = Dictionary(outdated.map { ($0.work.locale, $0.count) }) { $1 }
        let isStale = Set(stale.map(\.locale))
        let affected = stale + outdated.map(\.work).filter { !isStale.contains($0.locale) }
        let rows = try affected.prefix(Self.listed).map { work in
            let count = counts[work.locale] ?? 0
            let notes = [
                isStale.contains(work.locale) ? "becomes stale" : nil,
                count == 0 ? nil : "\(counted(count, "proposal")) outdated",
            ].compactMap(\.self)
            return try work.row(notes.joined(separator: ", "), call, in: snapshot)
        }
        let rest = affected.count - rows.count
        return Effects(
            sentences: sentences, rows: rows,
            more: rest > 0 ? "and \(counted(rest, "more language"))" : nil)
    }
}

extension StringWork {
    /// Returns the line about a language in a list of consequences.
    func row(_ note: String, _ call: PageCall, in snapshot: Snapshot) throws -> Effects.Row {
        let view = try UnitValues(call, snapshot, unit)
        return Effects.Row(
            tag: locale.rawValue, name: view.english,
            text: translation.map {
                view.view.brief($0.value, source: view.definition?.value)
            }, note: note.isEmpty ? nil : note)
    }
}
