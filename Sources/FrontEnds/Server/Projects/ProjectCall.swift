package import EventStore
package import HTTPTypes
package import Hosting
package import Hummingbird
package import JSON
import ReadModel
package import Texts
package import Translation
package import Workspace

/// A request for one project, which reads its state and writes on behalf of the sender.
package struct ProjectCall: Sendable {
    package let context: RequestContext
    package var project: ProjectHost { lease.project }
    /// Keeps the project open during the call.
    private let lease: ProjectLease
    /// The author of the server's commits, or nil for the identity in Git's configuration.
    let committer: Actor?

    /// Creates a call; ``ProjectDirectory/call(_:)`` finds the project.
    init(context: RequestContext, lease: ProjectLease, committer: Actor?) {
        self.context = context
        self.lease = lease
        self.committer = committer
    }

    /// The person who sent the request; nil for apps, testers and anonymous readers.
    package var actor: Actor? {
        guard case .person(let name, let email) = context.principal.kind else { return nil }
        return Actor(name: name, email: email)
    }

    /// Runs `body` with the newest state, after catching up with the position in the request, if
    /// any.
    ///
    /// A refusal thrown by `body` becomes a problem with the nearest names.
    package func read<Output: Sendable>(
        _ body: @escaping @Sendable (Snapshot) throws -> Output
    ) async throws -> Output {
        try await explaining {
            try await project.read(notOlderThan: try context.wantedPosition(), body)
        }
    }

    /// Runs `body` with the state at a moment, in the lane for slow reads.
    package func readSlowly<Output: Sendable>(
        at moment: Moment = .tip, locales: [LanguageTag]? = nil,
        _ body: @escaping @Sendable (Snapshot) throws -> Output
    ) async throws -> Output {
        try await explaining {
            try await project.readSlowly(
                at: moment, locales: locales, notOlderThan: try context.wantedPosition(), body)
        }
    }

    /// Responds with JSON computed from the newest state, or with 304 if the client already has
    /// that state.
    ///
    /// The tag is derived from the events, so an unchanged response needs no query. If `isSlow` is
    /// true, the state is read in the lane for slow reads.
    package func respond(
        isSlow: Bool = false, _ body: @escaping @Sendable (Snapshot) throws -> JSONAnswer
    ) async throws -> Response {
        if let position = project.position, try context.wantedPosition() == nil,
            var unchanged = context.notModified(
                context.stateTag(eventsTree: position.tree), isPresent: false)
        {
            unchanged.headers[.dragomanPosition] = position.commit
            context.record.note { $0.position = position.commit }
            return unchanged
        }
        let make = { @Sendable (snapshot: Snapshot) in
            (try body(snapshot), try snapshot.position)
        }
        let (answer, position) = try await isSlow ? readSlowly(make) : read(make)
        var response = answer.response
        guard let position else { return response }
        guard answer.isComplete else {
            response.headers[.cacheControl] = "private, no-store"
            mark(&response, position)
            return response
        }
        let tag = context.stateTag(eventsTree: position.tree)
        if response.status == .ok {
            if response.headers[.eTag] == nil { response.headers[.eTag] = tag.field }
            if let unchanged = context.notModified(tag) { response = unchanged }
        }
        mark(&response, position)
        return response
    }

    /// Executes a write, and returns its receipt when the result is durable and readable.
    ///
    /// `guid` is the guid on whose behalf the request acts. `isStrict` is true if the client wants
    /// texts with failed checks to be rejected; the project's settings may also require this.
    /// `condition` is the state that the client expects the unit to have, and `setting` the state
    /// that it expects a setting to have. The idempotency key is `key`, or otherwise the
    /// `Idempotency-Key` header. A request that repeats a key gets the receipt of the first request.
    /// A proposal counts against the quota of `proposer`. If the sender or the project demands it,
    /// waits up to 30 seconds for the remote. Throws `scope` if the sender lacks the right to the
    /// action.
    package func write(
        _ action: Action, guid: HashedGuid? = nil, isStrict: Bool = false,
        if condition: WriteRequest.Precondition? = nil,
        expecting setting: WriteRequest.ExpectedSetting? = nil, key: String? = nil,
        by proposer: Proposer? = nil
    ) async throws -> ProjectWriter.Receipt {
        var request = try await request(
            action, guid, isStrict, condition, try context.idempotency(key))
        request.expectedSetting = setting
        return try await write(request, by: proposer)
    }

    /// Executes a write to which the sender has the right; see ``write(_:guid:isStrict:if:expecting:key:by:)``.
    func write(
        _ request: WriteRequest, by proposer: Proposer? = nil
    ) async throws -> ProjectWriter.Receipt {
        do {
            let receipt = try await explaining {
                try await project.submit(request) { [record = context.record] times in
                    record.note { $0.writeTimes = times }
                }
            }
            context.record.note { $0.position = receipt.position.commit }
            if let proposer { count(receipt.outcome, of: proposer) }
            await acknowledge()
            return receipt
        } catch let problem as Problem {
            throw await adding(current: request.expected, to: problem)
        }
    }

    /// Executes writes in one commit, each by itself, and returns their results and the position.
    ///
    /// `keys` are the idempotency keys of the writes, in the same order.
    func write(
        together writes: [RequestedWrite], keys: [Idempotency?]
    ) async throws -> (results: [Result<Outcome, Problem>], position: Position) {
        var requests: [WriteRequest] = []
        var refused: [Int: Problem] = [:]
        for (index, (write, key)) in zip(writes, keys).enumerated() {
            do {
                requests.append(
                    try await request(
                        write.action, write.guid, write.isStrict, write.condition, key))
            } catch {
                refused[index] = try Problem.ofSender(error)
            }
        }
        let receipt = try await project.submit(together: requests) {
            [record = context.record] times in
            record.note { $0.writeTimes = times }
        }
        var decided = zip(requests, receipt.results).makeIterator()
        var results: [Result<Outcome, Problem>] = []
        for (index, write) in writes.enumerated() {
            if let problem = refused[index] {
                results.append(.failure(problem))
            } else if let (request, result) = decided.next() {
                results.append(await explained(result, request))
                if let proposer = write.proposer, let outcome = try? result.get() {
                    count(outcome, of: proposer)
                }
            }
        }
        await acknowledge()
        return (results, receipt.position)
    }

    /// Waits until the remote has what was written, if the project's `ack` or the request's
    /// `Prefer` demands it (RFC 7240).
    private func acknowledge() async {
        let settings = project.settings
        let preference = context.acknowledgementPreference
        guard settings.remote != nil,
            settings.acknowledgement == .remote || preference.isRemote
        else { return }
        let isSent = await project.allSent(within: .seconds(preference.wait))
        context.record.note { $0.acknowledgement = isSent ? .remote : .local }
    }

    /// Returns the result of a request, with the nearest names or the current text in its problem.
    private func explained(
        _ result: Result<Outcome, Refusal>, _ request: WriteRequest
    ) async -> Result<Outcome, Problem> {
        do {
            return .success(try await explaining { try result.get() })
        } catch {
            return .failure(await adding(current: request.expected, to: Problem(of: error)))
        }
    }

    /// Adds the unit's current text and tag to a problem, if the unit did not have the expected
    /// state.
    private func adding(
        current expected: WriteRequest.ExpectedUnit?, to problem: Problem
    ) async -> Problem {
        guard problem.code == .changed, let expected,
            let current = try? await project.read({ try $0.current(expected) })
        else { return problem }
        var problem = problem
        problem.members.append(Problem.Member("current", current))
        return problem
    }

    /// Returns the outcome that ``write(_:)`` would have, without writing.
    func rehearse(_ write: RequestedWrite) async throws -> Outcome {
        let request = try await request(
            write.action, write.guid, write.isStrict, write.condition, nil)
        return try await read { try $0.rehearse(request) }
    }

    private func request(
        _ action: Action, _ guid: HashedGuid?, _ isStrict: Bool,
        _ condition: WriteRequest.Precondition?, _ idempotency: Idempotency?
    ) async throws -> WriteRequest {
        try await requireRight(to: action, guid)
        var request = WriteRequest(
            action, actor: actor, guid: guid, idempotency: idempotency,
            isStrict: isStrict || project.settings.isStrict)
        if let condition {
            guard action.takesCondition else {
                throw Problem(
                    ProblemCode(.contradiction),
                    "A condition requires a single text, string or proposal.",
                    hint: "Send the request without a condition, or for one of them.")
            }
            request.expected = try await read { try action.expected(condition, in: $0.model) }
        }
        return request
    }

    /// Throws `scope` if the sender lacks the right to an action.
    private func requireRight(to action: Action, _ guid: HashedGuid?) async throws {
        // The guid comes from `proposer(guid:)`, which has checked the right to propose.
        if guid != nil, action.right == .propose { return }
        if let scope = context.scope, scope >= Scope(action.right) { return }
        let actor = actor
        let right = try await read { try action.right(of: actor, in: $0.model) }
        try context.require(Scope(right))
    }

    /// Adds a header field with the log position that a response reflects.
    package func mark(_ response: inout Response, _ position: Position) {
        response.headers[.dragomanPosition] = position.commit
        context.record.note { $0.position = position.commit }
        if context.record.current.acknowledgement == .remote,
            context.acknowledgementPreference.isRemote
        {
            response.headers[.preferenceApplied] = AcknowledgementPreference.remote
        }
    }

    /// Adds the nearest names to a refusal thrown by `body`.
    ///
    /// The search reads all names, so it runs here instead of where the refusal is created.
    private func explaining<Output>(_ body: () async throws -> Output) async throws -> Output {
        do {
            return try await body()
        } catch let refusal as Refusal {
            guard refusal.missing != nil,
                let nearest = try? await project.read({ try $0.nearest(to: refusal) })
            else { throw Problem(refusal) }
            var problem = Problem(refusal)
            problem.nearest = nearest
            throw problem
        }
    }
}

extension Snapshot {
    /// Returns the current text and its tag, for a client that acted on an outdated text.
    fileprivate func current(_ expected: WriteRequest.ExpectedUnit) throws -> JSONValue {
        let unit = try model.unit(expected.unit.locale, expected.unit.string)
        let tag = try UnitTag(of: unit, proposal: expected.proposal)
        return .object { members in
            members.add("locale", unit.locale.rawValue)
            members.add("section", unit.string.section)
            members.add("key", unit.string.key)
            members.add("value", unit.text?.value.json)
            members.add("source", unit.definitions.currentDefinition?.value.json)
            members.add("tag", tag.field)
        }
    }
}

/// A JSON response with its status and header fields.
package struct JSONAnswer: Sendable {
    private let bytes: [UInt8]
    package var status = HTTPResponse.Status.ok
    package var headers: HTTPFields = [:]
    /// Whether the same state always produces the same response.
    ///
    /// If it is false, the response must not be cached.
    package var isComplete = true

    package init(_ value: JSONValue, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]) {
        self.init(bytes: CanonicalJSON.encode(value), status: status, headers: headers)
    }

    /// Creates a response from the bytes of a JSON value.
    init(bytes: [UInt8], status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]) {
        self.bytes = bytes + [UInt8(ascii: "\n")]
        self.status = status
        self.headers = headers
    }

    package var response: Response {
        .bytes(bytes, mediaType: "application/json", status: status, headers: headers)
    }
}

extension RequestContext {
    /// Returns the minimum position of the response, from the `Dragoman-Position` header or the
    /// `position` query parameter.
    package func wantedPosition() throws(Problem) -> String? {
        guard let text = header(.dragomanPosition) ?? query["position"] else { return nil }
        let isDigit: (UInt8) -> Bool = { byte in
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
        }
        guard text.utf8.count == 40, text.utf8.allSatisfy(isDigit) else {
            throw Problem(
                ProblemCode(.invalidValue), "A position must have 40 lowercase hexadecimal digits.",
                hint: "Send the value of Dragoman-Position from a response.",
                onPages: .init(
                    "The address has a damaged “position”.", hint: "Remove it from the address."))
        }
        return text
    }

    /// Returns the idempotency key of the request, from `key` or the header: 1 to 128 visible ASCII
    /// characters, bare or as a quoted string (RFC 9651).
    ///
    /// For a form, pass the form's idempotency key as `key`.
    package func idempotency(_ key: String? = nil) throws -> Idempotency? {
        guard var key = key ?? header(.idempotencyKey) else { return nil }
        if key.utf8.count >= 2, key.hasPrefix("\""), key.hasSuffix("\"") {
            key = String(key.dropFirst().dropLast())
        }
        guard (1...128).contains(key.utf8.count),
            key.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else {
            throw Problem(
                ProblemCode(.invalidValue),
                "An idempotency key must have 1 to 128 visible ASCII characters.",
                hint: "Use a random UUID for each new request.", onPages: .damaged)
        }
        return try Workspace.idempotency(key)
    }
}
