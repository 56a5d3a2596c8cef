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
        "position", "The minimum position of the response.",
        schema: .string(pattern: "^[0-9a-f]{40}$"))
    static let moment: [Route.Parameter] = [
        .init("rev", "A revision: a branch, a tag or a commit id."),
        .init("at", "A time: 2026-11-21, or 2026-11-21T09:30:00Z."), position,
    ]
    static let section = Route.Parameter(
        "section", "The section; without it, the key is parsed as on the command line.")
    static let key = Route.Parameter("key", "The key.", isRequired: true)
    /// The header fields of write requests.
    static let writing: [Route.Parameter] = [
        .init(
            "Idempotency-Key", in: .header,
            "Repeating the request with the same key has no further effect.",
            schema: .string(pattern: "^[!-~]{1,128}$")),
        .init(
            "Prefer", in: .header,
            "With `ack=remote`, the response is sent when the project's remote has the write, or after `wait` seconds."
        ),
    ]
    static let conditional: [Route.Parameter] =
        writing + [
            .init(
                "If-Match", in: .header,
                "The expected ETag, or `*` for any. If it does not match, the request fails."
            ),
            .init(
                "If-None-Match", in: .header,
                "The request fails if the resource has this ETag or, with `*`, if it exists."),
        ]
    static let guid = Route.Parameter(
        "Dragoman-Guid", in: .header, "The sender's guid, which owns their proposals.")
}

/// Responses shared by several operations.
enum APIAnswers {
    static let written: [Route.Answer] = [
        .json(.named("Outcome"), "The commit and its events."), local,
    ]
    /// The response to a write that the remote does not have in time.
    static let local = local(.named("Outcome"))

    static func local(_ schema: JSONSchema) -> Route.Answer {
        .json(
            schema, status: 202,
            "The write is durable on this server, and will be sent to the remote. Do not repeat it."
        )
    }
    /// The responses to a write that may create a resource with its own address.
    static let created: [Route.Answer] = [
        .json(.named("Outcome"), status: 201, "The commit and its events."),
        .json(.named("Outcome"), "The request was repeated or had no effect."), local,
    ]
}

extension ProjectCall {
    /// Returns the response to a write: `{"commit"?, "events": [ids], "notices"?, …}`.
    ///
    /// `location` is the path of a new resource, relative to the project. If it is given and the
    /// write created the resource, the status is 201.
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
                add(acknowledgementTo: &members)
            }, status: writtenStatus(isNew ? .created : .ok))
        if let location, isNew {
            response.headers[.location] = context.links.absolute(
                "/api/v1/projects/\(project.settings.name)\(location)")
        }
        if outcome.isRepeated { response.headers[.idempotencyReplayed] = "true" }
        mark(&response, receipt.position)
        return response
    }

    /// The status of the response to a write, which is otherwise `usual`.
    func writtenStatus(_ usual: HTTPResponse.Status = .ok) -> HTTPResponse.Status {
        context.record.current.acknowledgement == .local ? .accepted : usual
    }

    /// Adds `"ack": "local"` to the response to a write that the remote does not have in time.
    func add(acknowledgementTo members: inout JSONMembers) {
        if context.record.current.acknowledgement == .local {
            members.add("ack", Acknowledgement.local.rawValue)
        }
    }

    /// Returns the response to a dry run, which lists no events because nothing was written.
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
        return try WriteRequest.Precondition(
            match: headers[values: .ifMatch], noneMatch: headers[values: .ifNoneMatch])
    }
}

extension WriteRequest.Precondition {
    /// Parses the values of `If-Match` and `If-None-Match`; returns nil if both are empty.
    init?(match: [String], noneMatch: [String]) throws(Problem) {
        guard !match.isEmpty || !noneMatch.isEmpty else { return nil }
        self.init()
        if !match.isEmpty {
            matches = .present
            if let tags = EntityTag.list(match) {
                // Weak tags never match If-Match (RFC 9110, section 13.1.1).
                let strong = tags.filter { !$0.isWeak }
                guard !strong.isEmpty else {
                    throw Problem(
                        .changed, "If-Match does not contain an ETag.",
                        hint: "Send the ETag that you received with the resource.")
                }
                matches = .tags(strong.map(UnitTag.init))
            }
        }
        if !noneMatch.isEmpty {
            excludes = EntityTag.list(noneMatch).map { .tags($0.map(UnitTag.init)) } ?? .present
        }
    }
}

extension UnitTag {
    /// Parses a response's tag, even if the response was sent compressed.
    fileprivate init(_ tag: EntityTag) { self.init(tag.uncompressed.value) }

    /// The value of the `ETag` header field.
    var field: String { EntityTag.strong(description).field }
}

extension JSONAnswer {
    /// Creates a response with a unit's tag, for use in `If-Match`.
    ///
    /// The tag covers only the data that a decision depends on, and not the whole response:
    /// comments do not change the tag. The response must therefore not be cached.
    package init(_ value: JSONValue, tag: UnitTag) {
        self.init(
            value,
            headers: [
                .eTag: tag.field, .cacheControl: "private, no-store",
            ])
    }
}
