import DragomanClient
import Synchronization

/// An in-memory server that behaves like NStack's, and fails on demand.
final class ScriptedServer: ProposalServer {
    struct Row: Sendable {
        let id: Int64
        let text: ProposedText
        let guid: String
        let key: String
    }

    struct State: Sendable {
        var rows: [Row] = []
        var next: Int64 = 1
        /// The errors that the next calls throw before they do anything.
        var failures: [ProposalError] = []
        /// Whether calls fail after they took effect.
        var losesAnswers = false
        var calls: [String] = []
        var listing: [Proposal]?
    }

    let state = Mutex(State())

    var calls: [String] { state.withLock { $0.calls } }
    var values: [String] { state.withLock { $0.rows.map(\.text.value) } }

    func fail(_ failures: ProposalError...) { state.withLock { $0.failures = failures } }

    private func begin(_ call: String) throws(ProposalError) {
        let failure = state.withLock { state in
            state.calls.append(call)
            return state.failures.isEmpty ? nil : state.failures.removeFirst()
        }
        if let failure { throw failure }
    }

    func propose(
        _ text: ProposedText, guid: String, idempotencyKey: String
    ) async throws(ProposalError) -> Proposal {
        try begin("propose \(text.value)")
        let result: Result<Proposal, ProposalError> = state.withLock { state in
            if let row = state.rows.first(where: { $0.key == idempotencyKey }) {
                return .success(Proposal(id: row.id, text: row.text, canDelete: true))
            }
            let same = state.rows.firstIndex {
                $0.guid == guid && $0.text.identifier == text.identifier
                    && $0.text.locale == text.locale
            }
            if let same {
                guard state.rows[same].text.value != text.value else { return .failure(.duplicate) }
                state.rows.remove(at: same)
            }
            state.rows.append(Row(id: state.next, text: text, guid: guid, key: idempotencyKey))
            state.next += 1
            return state.losesAnswers
                ? .failure(.timedOut)
                : .success(Proposal(id: state.next - 1, text: text, canDelete: true))
        }
        return try result.get()
    }

    func proposals(
        _ kind: ProposalListState, guid: String
    ) async throws(ProposalError) -> [Proposal] {
        try begin("list \(kind)")
        return state.withLock { state in
            state.listing
                ?? state.rows.map { Proposal(id: $0.id, text: $0.text, canDelete: $0.guid == guid) }
        }
    }

    func delete(_ id: Int64, guid: String) async throws(ProposalError) {
        try begin("delete \(id)")
        let failure: ProposalError? = state.withLock { state in
            guard let place = state.rows.firstIndex(where: { $0.id == id }) else {
                return .notFound("No proposal has this id.")
            }
            guard state.rows[place].guid == guid else { return .invalidGuid }
            state.rows.remove(at: place)
            return nil
        }
        if let failure { throw failure }
    }

    /// Adds another person's proposal.
    func add(_ text: ProposedText) {
        state.withLock { state in
            state.rows.append(Row(id: state.next, text: text, guid: "other", key: "other"))
            state.next += 1
        }
    }
}

/// Storage in memory that fails on demand.
final class MemoryStorage: ProposalStorage {
    struct State: Sendable {
        var files: [ProposalFile: [UInt8]] = [:]
        var isReadable = true
        var isWritable = true
        var writes = 0
    }

    struct Broken: Error {}

    let state = Mutex(State())

    func read(_ file: ProposalFile) throws -> [UInt8]? {
        try state.withLock { state in
            guard state.isReadable else { throw Broken() }
            return state.files[file]
        }
    }

    func write(_ bytes: [UInt8], to file: ProposalFile) throws {
        try state.withLock { state in
            guard state.isWritable else { throw Broken() }
            state.files[file] = bytes
            state.writes += 1
        }
    }

    /// A file as text.
    subscript(file: ProposalFile) -> String? {
        state.withLock { state in state.files[file].map { String(decoding: $0, as: UTF8.self) } }
    }
}

extension ProposedText {
    /// Returns a German text of the default section.
    static func de(_ key: String, _ value: String) -> ProposedText {
        ProposedText(identifier: TextIdentifier(key: key), locale: "de", value: value)
    }
}

extension ProposalSettings {
    /// The settings of a build for testers.
    static let testing = ProposalSettings(isEnabled: true, environment: .staging)
}
