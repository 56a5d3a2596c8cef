import EventStore
import Git
import GitEventStore
import Machine
import ReadModel
import Translation

extension RepositoryCheck {
    /// Describes a missing or damaged object and lists the events that it is known to contain.
    func problem(_ object: DamagedObject) throws -> FsckReport.Problem {
        let events = try knownEvents(in: object)
        let state = object.isMissing ? "missing" : "damaged"
        let commit = object.commit.description.prefix(12)
        let whose = object.isAtTip ? " in the tip" : " in the commit \(commit)"
        var sentence =
            "The \(object.kind.word) \(object.id)\(object.kind == .commit ? "" : whose) is \(state)"
        if !object.isMissing { sentence += ": \(object.reason)" }
        sentence += "."
        if events.count > 1 {
            let named = events.prefix(3).map(\.description).joined(separator: ", ")
            let more = events.count > 3 ? " and \(events.count - 3) more" : ""
            sentence += " It contains the events \(named)\(more)."
        }
        return FsckReport.Problem(
            path: object.path.map { $0.isEmpty ? "/" : $0 } ?? object.id.description, sentence,
            event: events.first)
    }

    /// Returns the events that the read model contains for a file, or otherwise the event whose id
    /// is the file's name.
    private func knownEvents(in object: DamagedObject) throws -> [EventID] {
        guard object.kind == .blob, let path = object.path else { return [] }
        let lines = survey.projectedLines(of: object)
        if !lines.isEmpty { return lines.map(\.id) }
        let name = path.split(separator: "/").last.map { String($0.prefix { $0 != "." }) } ?? ""
        return EventID(name).map { [$0] } ?? []
    }
}

extension ObjectKind {
    fileprivate var word: String {
        switch self {
        case .commit: "commit"
        case .tree: "directory"
        case .blob: "file"
        case .tag: "tag"
        }
    }
}
