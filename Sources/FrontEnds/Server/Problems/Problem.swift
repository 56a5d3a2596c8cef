package import HTTPTypes
package import JSON
package import Translation

/// An error in the form for clients: a problem document (RFC 9457) with a code, a hint, and the
/// nearest names.
package struct Problem: Error, Sendable, Equatable {
    /// The code.
    package var code: ProblemCode
    /// The error, in one sentence.
    package var detail: String
    /// The remedy, in one sentence.
    package var hint: String?
    /// The remedy as worded for pages; nil if it equals ``hint``, or if pages have none.
    package private(set) var hintOnPages: String?
    /// Whether ``hint`` is worded for the API and does not help on a page.
    private var isForPrograms = false
    /// Similar names, best match first.
    package var nearest: [String]
    /// Further members of the document, such as `line` and `column`.
    package var members: [Member]
    /// Header fields of the answer, such as `Retry-After`.
    package var headers: HTTPFields
    /// The reason for the log, which may name files of the server; nil if ``detail`` is complete.
    package private(set) var reason: String?

    /// A further member of a problem document.
    package struct Member: Sendable, Equatable {
        /// The name.
        package var name: String
        /// The value.
        package var value: JSONValue

        /// Creates a member.
        package init(_ name: String, _ value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// Creates a problem.
    package init(
        _ code: ProblemCode, _ detail: String, hint: String? = nil, nearest: [String] = [],
        members: [Member] = [], headers: HTTPFields = [:]
    ) {
        self.code = code
        self.detail = detail
        self.hint = hint
        self.nearest = nearest
        self.members = members
        self.headers = headers
    }

    /// Converts a refusal.
    ///
    /// If the server is the cause, clients get the meaning of the code, and the log gets the
    /// reason.
    package init(_ refusal: Refusal) {
        let code = ProblemCode(refusal.code)
        let row = ProblemTable.row(for: code)
        guard row.status.kind != .serverError else {
            self.init(
                code, row.explanation,
                hint: refusal.code == .busy
                    ? "Try again in a moment."
                    : "Try again later. The operator of the server finds the reason in its log.",
                headers: row.status == .serviceUnavailable ? [.retryAfter: "5"] : [:])
            reason = refusal.message
            return
        }
        self.init(
            code, refusal.message, hint: refusal.hint.http, nearest: refusal.nearest)
        hintOnPages = refusal.hint.page
        isForPrograms = true
    }

    /// The remedy for a reader of a page.
    package var pageHint: String? { isForPrograms ? hintOnPages : hint }

    /// Converts a JSON error, with its line and column.
    package init(_ error: JSONError) {
        self.init(
            .malformed, "The body cannot be read: \(error.description)",
            hint: "Send one JSON value in UTF-8.",
            members: [
                Member("line", .integer(Int64(error.line))),
                Member("column", .integer(Int64(error.column))),
            ])
    }

    /// The status of the answer.
    package var status: HTTPResponse.Status { ProblemTable.row(for: code).status }

    /// Returns the problem document.
    package func document(base: String, requestID: String) -> JSONValue {
        let row = ProblemTable.row(for: code)
        var document: [(String, JSONValue)] = [
            ("type", .string(base + "/problems/" + code.rawValue)), ("title", .string(row.title)),
            ("status", .integer(Int64(row.status.code))), ("detail", .string(detail)),
            ("code", .string(code.rawValue)),
        ]
        if let hint { document.append(("hint", .string(hint))) }
        if !nearest.isEmpty {
            document.append(("nearest", .array(nearest.map { .string($0) })))
        }
        document.append(("requestId", .string(requestID)))
        for member in members where !document.contains(where: { $0.0 == member.name }) {
            document.append((member.name, member.value))
        }
        return .members(document)
    }

}
