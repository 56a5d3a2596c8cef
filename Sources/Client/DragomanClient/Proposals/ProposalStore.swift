import Foundation

/// Makes, lists and deletes an installation's proposals.
///
/// Proposals are stored while there is no connection. A proposal is written to the storage before
/// it is sent, with an idempotency key that all attempts share. For each text and language, only
/// the newest value waits to be sent. Stored proposals are sent by ``sendKept()`` and whenever a
/// new proposal is made.
public actor ProposalStore {
    /// The settings that determine whether the app may make proposals.
    public nonisolated let settings: ProposalSettings

    let server: any ProposalServer
    let storage: any ProposalStorage
    let broadcast = Broadcast<ProposalState>()

    var kept = KeptProposals()
    var loaded: Loaded?
    var revision = 0
    var current = ProposalState()

    /// The last list from the server.
    var listed: [Proposal] = []
    /// The numbers of proposals deleted since launch.
    var deleted: Set<Int64> = []
    /// The current round of sending.
    var sending: Task<Void, Never>?
    /// The results that callers wait for, by idempotency key; nil while there is no result yet.
    var results: [String: Result<Proposal, ProposalError>?] = [:]
    /// The earliest time for the next request, if the server asked the client to wait.
    var earliest: ContinuousClock.Instant?

    /// Creates a store.
    ///
    /// Nothing is read or sent yet.
    public init(
        settings: ProposalSettings, server: any ProposalServer, storage: any ProposalStorage
    ) {
        self.settings = settings
        self.server = server
        self.storage = storage
    }

    // MARK: State

    /// The current state.
    public var state: ProposalState {
        get async {
            load()
            return current
        }
    }

    /// Returns the current state, followed by each change.
    ///
    /// A slow reader receives only the newest state.
    public func states() -> AsyncStream<ProposalState> {
        load()
        return broadcast.stream(from: current)
    }

    /// The installation's guid: a UUID in upper case, generated once and stored.
    ///
    /// Anyone who knows it can delete the installation's proposals.
    public var guid: String { load().guid }

    func update(_ change: (inout ProposalState) -> Void) {
        var state = current
        change(&state)
        state.waiting = kept.waiting.count
        guard state != current else { return }
        current = state
        broadcast.send(state)
    }

    func allow() throws(ProposalError) {
        if let obstacle = settings.obstacle { throw obstacle }
    }

    // MARK: Propose

    /// Proposes a text.
    ///
    /// If this installation has already proposed the same value for the text, throws
    /// ``ProposalError/duplicate``. A different value replaces the earlier value. The server
    /// decides whether an earlier proposal still counts, because it may have been deleted or
    /// rejected. If the server refuses the proposal, its decision is thrown. After any other error,
    /// the proposal is kept in the storage and sent later.
    @discardableResult
    public func propose(_ text: ProposedText) async throws(ProposalError) -> ProposalOutcome {
        try allow()
        load()
        guard text.fits else { throw .tooLong }
        guard !kept.waiting.contains(where: { $0.text.repeats(text) }) else { throw .duplicate }
        let key = UUID().uuidString
        try keep(KeptProposal(key: key, text: text, wasSent: false))
        results[key] = .some(nil)
        await sendKept()
        switch results.removeValue(forKey: key) ?? nil {
        case .success(let proposal)?: return .sent(proposal)
        case .failure(let error)?: throw error
        case nil: break
        }
        guard kept.waiting.contains(where: { $0.key == key }) else { return .replaced }
        return .kept(current.problem ?? .cancelled)
    }

    /// Adds a proposal to those waiting to be sent.
    ///
    /// It replaces a waiting proposal for the same text and language.
    private func keep(_ proposal: KeptProposal) throws(ProposalError) {
        var next = kept
        next.waiting.removeAll { $0.text.slot == proposal.text.slot }
        next.waiting.append(proposal)
        guard next.waiting.count <= KeptProposals.maximumWaiting,
            next.bytes.count <= ProposalDirectory.maximumSize
        else { throw .tooManyKept }
        change { $0 = next }
    }

    // MARK: List

    /// Asks the server for the open proposals for a text in all languages, or for all texts.
    ///
    /// The result also contains the proposals waiting to be sent.
    public func proposals(
        for identifier: TextIdentifier? = nil
    ) async throws(ProposalError) -> [ListedProposal] {
        try await refresh()
        return knownProposals(for: identifier)
    }

    /// Asks the server for all open proposals, grouped by section and key.
    public func allProposals() async throws(ProposalError) -> [ProposalGroup] {
        ProposalGroup.groups(try await proposals())
    }

    /// Returns the known proposals without asking the server: the server's last list, with later
    /// local changes.
    public func knownProposals(for identifier: TextIdentifier? = nil) -> [ListedProposal] {
        load()
        let own = Dictionary(kept.sent.map { ($0.text.slot, $0.id) }, uniquingKeysWith: { $1 })
        let ownNumbers = Set(own.values)
        // If this installation has a newer proposal for the same text and language, the older
        // proposal was replaced.
        let current = listed.filter { proposal in
            !deleted.contains(proposal.id)
                && (!proposal.canDelete || own[proposal.text.slot] ?? proposal.id == proposal.id)
        }
        let numbers = Set(current.map(\.id))
        let rows =
            current.map {
                ListedProposal($0, isOwn: $0.canDelete || ownNumbers.contains($0.id))
            }
            + kept.sent.filter { !numbers.contains($0.id) }.map { ListedProposal($0, isOwn: true) }
            + kept.waiting.map(ListedProposal.init)
        return rows.filter { identifier == nil || $0.text.identifier == identifier }
    }

    // MARK: Delete

    /// Deletes one of this installation's proposals.
    ///
    /// A proposal that was sent but not acknowledged is first looked up on the server. If the
    /// server does not have it, nothing more needs to be deleted.
    public func delete(_ proposal: ListedProposal) async throws(ProposalError) {
        try allow()
        load()
        guard proposal.canDelete else { throw .notDeletable }
        switch proposal.id {
        case .server(let id): try await delete(id)
        case .kept(let key):
            // A proposal in transit cannot be deleted until it has arrived or failed.
            await sending?.value
            guard let waiting = kept.waiting.first(where: { $0.key == key }) else {
                let sent = kept.sent.first { $0.text.repeats(proposal.text) }
                if let sent { try await delete(sent.id) }
                return
            }
            change { $0.waiting.removeAll { $0.key == key } }
            guard waiting.wasSent else { return }
            do {
                let listed = try await server.proposals(.unaccepted, guid: guid)
                let arrived = listed.first { $0.canDelete && $0.text.repeats(waiting.text) }
                if let arrived { try await delete(arrived.id) }
            } catch {
                try? keep(waiting)
                throw error
            }
        }
    }

    private func delete(_ id: Int64) async throws(ProposalError) {
        do {
            try await server.delete(id, guid: guid)
        } catch .notFound {
            // The proposal is already gone, as requested.
        } catch {
            if error == .alreadyDecided { forget(id) }
            update { $0.problem = error.consequence == .final ? nil : error }
            throw error
        }
        forget(id)
        update { $0.problem = nil }
    }

    private func forget(_ id: Int64) {
        deleted.insert(id)
        change { $0.forget(id) }
    }

    /// Returns the values that the installation has proposed, for code that shows texts.
    func ownTexts() -> OwnTexts {
        load()
        return OwnTexts(revision: revision, texts: kept.texts)
    }
}
