import DragomanClient
import Synchronization

/// The simulated connection of the “device”, which can be switched off.
final class Connection: Sendable {
    private let state = Mutex(true)

    var isOn: Bool { state.withLock { $0 } }

    func set(isOn: Bool) { state.withLock { $0 = isOn } }
}

/// Fetches files while there is a connection.
struct SwitchedFetcher: ResourceFetcher {
    let real: any ResourceFetcher
    let connection: Connection

    func fetch(
        _ request: ResourceRequest
    ) async throws(ResourceFetchError) -> ResourceAnswer {
        guard connection.isOn else { throw .unreachable("The device is offline.") }
        return try await real.fetch(request)
    }
}

/// Sends proposals while there is a connection.
struct SwitchedServer: ProposalServer {
    let real: any ProposalServer
    let connection: Connection

    private func requireConnection() throws(ProposalError) {
        guard connection.isOn else { throw .unreachable("The device is offline.") }
    }

    func propose(
        _ text: ProposedText, guid: String, idempotencyKey: String
    ) async throws(ProposalError) -> Proposal {
        try requireConnection()
        return try await real.propose(text, guid: guid, idempotencyKey: idempotencyKey)
    }

    func proposals(
        _ state: ProposalListState, guid: String
    ) async throws(ProposalError) -> [Proposal] {
        try requireConnection()
        return try await real.proposals(state, guid: guid)
    }

    func delete(_ id: Int64, guid: String) async throws(ProposalError) {
        try requireConnection()
        try await real.delete(id, guid: guid)
    }
}
