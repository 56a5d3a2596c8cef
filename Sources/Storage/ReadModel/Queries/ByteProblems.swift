import Dispatch
import GRDB
import Texts
import Translation

extension ReadModel {
    /// Returns the problems with the bytes of events.
    ///
    /// An event has a problem if its type is unknown to this version, or if its bytes are not in
    /// canonical form. Parses every event, on two threads.
    func byteProblems(
        _ db: Database, _ isCanonical: (LanguageTag) -> Bool
    ) throws -> [Problem] {
        var problems: [Problem] = []
        var known: [LanguageTag: Bool] = [:]
        func isGood(_ tag: LanguageTag) -> Bool {
            let isGood = known[tag] ?? isCanonical(tag)
            known[tag] = isGood
            return isGood
        }
        func add(_ judged: LineBatch.Judgement) throws {
            for fault in judged.faults { problems.append(try problem(fault, db)) }
            for (tags, lines) in judged.linesByTags {
                guard let tag = tags.first(where: { !isGood($0) }) else { continue }
                for (row, event) in lines {
                    let message = "The language tag “\(tag)” is not in canonical form."
                    problems.append(
                        try problem(.init(row: row, event: event, .notCanonical, message), db))
                }
            }
        }
        let helper = DispatchQueue(label: "dragoman.lines")
        var ahead: Handoff<LineBatch.Judgement>?
        var batch = LineBatch()
        try db.makeStatement(sql: "SELECT row, body FROM event").forEachRow([]) { row in
            guard let number = row.number(0), let body = row.blob(1) else { return }
            batch.lines.append((number, body))
            guard batch.lines.count == LineBatch.size else { return }
            let full = batch
            batch = LineBatch()
            // Two threads work in parallel: this thread checks every other batch, and the helper
            // checks the rest.
            guard let helped = ahead else {
                ahead = Handoff(on: helper) { try full.judge() }
                return
            }
            ahead = nil
            try add(full.judge())
            if let judged = try helped.take() { try add(judged) }
        }
        if let judged = try ahead?.take() { try add(judged) }
        try add(batch.judge())
        return problems
    }

    private func problem(_ fault: LineBatch.Fault, _ db: Database) throws -> Problem {
        let row = try Row.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT f.path, e.line FROM event e JOIN file f ON f.id = e.file WHERE e.row = ?
                    """), arguments: [fault.row])
        return Problem(
            kind: fault.kind, path: try row?.requiredText(0) ?? "", line: row?[1],
            message: fault.message, event: fault.event)
    }
}

/// A batch of stored lines to check.
private struct LineBatch: Sendable {
    static let size = 2_000

    var lines: [(row: Int64, body: [UInt8])] = []

    struct Fault: Sendable {
        let row: Int64
        let event: EventID
        let kind: ReadModel.Problem.Kind
        let message: String

        init(row: Int64, event: EventID, _ kind: ReadModel.Problem.Kind, _ message: String) {
            self.row = row
            self.event = event
            self.kind = kind
            self.message = message
        }
    }

    /// The result of checking the lines.
    struct Judgement: Sendable {
        var faults: [Fault] = []
        /// The lines without faults, grouped by the language tags in them.
        var linesByTags: [[LanguageTag]: [(row: Int64, event: EventID)]] = [:]
    }

    func judge() throws -> Judgement {
        var judged = Judgement()
        for (row, body) in lines {
            guard let event = try Event.stored(body) else { continue }
            if case .unrecognized(let type) = event.payload {
                judged.faults.append(
                    Fault(
                        row: row, event: event.id, .unrecognized,
                        "The type “\(type)” is not known to this version."))
            } else if let found = event.formFault(of: body) {
                judged.faults.append(Fault(row: row, event: event.id, .notCanonical, found))
            } else {
                judged.linesByTags[event.languageTags, default: []].append((row, event.id))
            }
        }
        return judged
    }
}
