import Hosting
import HTTPTypes
package import Hummingbird
package import JSON
import Representations
import Translation
package import Workspace

/// Parameters shared by several operations.
enum APIParameters {
    static let position = Route.Parameter(
        "position", "A position that the answer must not be older than.",
        schema: .string(pattern: "^[0-9a-f]{40}$"))
    static let moment: [Route.Parameter] = [
        .init("rev", "A revision: a branch, a tag, or an id of a commit."),
        .init("at", "A time: 2026-11-21, or 2026-11-21T09:30:00Z."), position,
    ]
    static let section = Route.Parameter(
        "section", "The section; without one the key is read as on the command line.")
    static let key = Route.Parameter("key", "The key.", isRequired: true)
    /// The header fields of write requests.
    static let writing: [Route.Parameter] = [
        .init(
            "Idempotency-Key", in: .header,
            "Repeating the request with the same key has no further effect.",
            schema: .string(pattern: "^[!-~]{1,128}$"))
    ]
    static let conditional: [Route.Parameter] =
        writing + [
            .init(
                "If-Match", in: .header,
                "The ETag of the state that was read, or `*` for any that exists; any other state is refused."
            ),
            .init(
                "If-None-Match", in: .header,
                "`*` refuses whatever exists already; an ETag refuses that state."),
        ]
    static let guid = Route.Parameter(
        "Dragoman-Guid", in: .header, "The guid that owns the sender's proposals.")
}

/// Answers shared by several operations.
enum APIAnswers {
    static let written: [Route.Answer] = [.json(.named("Outcome"), "What was written.")]
    /// The answer to a write that may create a resource with an address of its own.
    static let created: [Route.Answer] = [
        .json(.named("Outcome"), status: 201, "What was written."),
        .json(.named("Outcome"), "The request was repeated, or there was nothing to do."),
    ]
}

extension ProjectCall {
    /// Answers a write: `{"commit"?, "events": [ids], "notices"?, …}`.
    ///
    /// `location` is the path of a new resource, below the project. If it is given, the status is
    /// 201.
    package func answer(
        _ receipt: ProjectWriter.Receipt, location: String? = nil,
        extra: (inout JSONMembers) -> Void = { _ in }
    ) -> Response {
        let outcome = receipt.outcome
        let isNew = location != nil && !outcome.isRepeated && !outcome.events.isEmpty
        var response = Response.json(
            outcome.json { members in
                if !outcome.notices.isEmpty { members.add("notices", list: outcome.notices) }
                extra(&members)
            }, status: isNew ? .created : .ok)
        if let location, isNew {
            response.headers[.location] = context.links.absolute(
                "/api/v1/projects/\(project.settings.name)\(location)")
        }
        if outcome.isRepeated { response.headers[.idempotencyReplayed] = "true" }
        mark(&response, receipt.position)
        return response
    }

    /// Answers a dry run: its events have no ids, because nothing was written.
    func answer(rehearsal outcome: Outcome, extra: (inout JSONMembers) -> Void = { _ in })
        -> Response
    {
        .json(
            .object { members in
                members.add("events", list: [])
                members.add("dryRun", true)
                members.add("wouldWrite", outcome.events.count)
                if !outcome.notices.isEmpty { members.add("notices", list: outcome.notices) }
                extra(&members)
            })
    }

    /// Returns the states allowed by the header fields `If-Match` and `If-None-Match`, or nil if
    /// both are absent.
    func precondition() throws(Problem) -> WriteRequest.Precondition? {
        let headers = context.request.headers
        var condition = WriteRequest.Precondition()
        if headers.contains(.ifMatch) {
            condition.matches = .present
            if let tags = EntityTag.list(headers[values: .ifMatch]) {
                // Weak tags never match If-Match (RFC 9110, section 13.1.1).
                let strong = tags.filter { !$0.isWeak }
                guard !strong.isEmpty else {
                    throw Problem(
                        .changed, "If-Match does not have the tag of a text.",
                        hint: "Send the ETag of the text, string or proposal as it was read.")
                }
                condition.matches = .tags(strong.map(UnitTag.init))
            }
        }
        if headers.contains(.ifNoneMatch) {
            let tags = EntityTag.list(headers[values: .ifNoneMatch])
            condition.excludes = tags.map { .tags($0.map(UnitTag.init)) } ?? .present
        }
        return condition == WriteRequest.Precondition() ? nil : condition
    }
}

extension UnitTag {
    /// Parses the tag of an answer, even if the answer was sent compressed.
    fileprivate init(_ tag: EntityTag) { self.init(tag.uncompressed.value) }

    /// The value of the header field `ETag`.
    var field: String { EntityTag.strong(description).field }
}

extension JSONAnswer {
    /// Creates an answer with the tag of a unit, for use in `If-Match`.
    ///
    /// The tag covers only the data that a decision depends on, and not the whole answer: comments
    /// do not change it. The answer must therefore not be cached.
    package init(_ value: JSONValue, tag: UnitTag) {
        self.init(
            value,
            headers: [
                .eTag: tag.field, .cacheControl: "private, no-store",
            ])
    }
}
