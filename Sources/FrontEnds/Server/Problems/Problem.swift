package import HTTPTypes
package import JSON
package import Translation

/// An error as clients receive it: a problem document (RFC 9457) with a code, a hint, and the
/// nearest names.
package struct Problem: Error, Sendable, Equatable {
    package var code: ProblemCode
    /// A description of the error, in one sentence.
    package var detail: String
    /// A suggestion for fixing the error, in one sentence.
    package var hint: String?
    /// The words for pages; nil if pages show ``detail`` and ``hint``.
    private var onPages: PageWords?
    /// Existing names that are similar to an unknown name, best match first.
    package var nearest: [String]
    /// Additional members of the problem document, such as `line` and `column`.
    package var members: [Member]
    /// Additional header fields of the response, such as `Retry-After`.
    package var headers: HTTPFields
    /// The reason for the log, which may mention files on the server; nil if ``detail`` is
    /// complete.
    package private(set) var reason: String?

    /// An additional member of a problem document.
    package struct Member: Sendable, Equatable {
        package var name: String
        package var value: JSONValue

        package init(_ name: String, _ value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// The words for people who use the pages, where the other words are for programs.
    package struct PageWords: Sendable, Equatable {
        /// The description of the error; nil if pages show ``Problem/detail``.
        package var detail: String?
        /// The suggestion; nil if people can do nothing on a page.
        package var hint: String?
        /// The language of the words.
        package var language: String

        package init(_ detail: String? = nil, hint: String?, language: String = "en") {
            self.detail = detail
            self.hint = hint
            self.language = language
        }
    }

    /// Creates a problem; `onPages` has the words for pages if `detail` or `hint` is worded for
    /// programs.
    package init(
        _ code: ProblemCode, _ detail: String, hint: String? = nil, onPages: PageWords? = nil,
        nearest: [String] = [], members: [Member] = [], headers: HTTPFields = [:]
    ) {
        self.code = code
        self.detail = detail
        self.hint = hint
        self.onPages = onPages
        self.nearest = nearest
        self.members = members
        self.headers = headers
    }

    /// Converts a refusal.
    ///
    /// If the server caused the refusal, clients receive the explanation of the code, and the
    /// reason is only logged.
    package init(_ refusal: Refusal) {
        let code = ProblemCode(refusal.code)
        let row = ProblemTable.row(for: code)
        guard row.status.kind != .serverError else {
            self.init(
                code, row.explanation,
                hint: refusal.code == .busy
                    ? "Try again in a moment."
                    : "Try again later. The reason is in the server's log.",
                headers: row.status == .serviceUnavailable ? [.retryAfter: "5"] : [:])
            reason = refusal.message
            return
        }
        self.init(
            code, refusal.message, hint: refusal.hint.http,
            onPages: PageWords(
                // Errors in tags quote their parts as commands do.
                refusal.code == .invalidLanguage
                    ? Self.quoting(refusal.message) : refusal.hint.pageMessage,
                hint: refusal.hint.page), nearest: refusal.nearest)
    }

    /// Returns a message with quotation marks instead of backquotes.
    private static func quoting(_ message: String) -> String {
        let parts = message.split(separator: "`", omittingEmptySubsequences: false)
        guard parts.count % 2 == 1 else { return message }
        return parts.indices.map { $0 % 2 == 0 ? String(parts[$0]) : "“\(parts[$0])”" }.joined()
    }

    /// The description to show on a page.
    package var pageDetail: String { onPages?.detail ?? detail }
    /// The hint to show on a page.
    package var pageHint: String? { onPages.map(\.hint) ?? hint }

    /// The language of ``pageDetail`` and ``pageHint``.
    package var pageLanguage: String { onPages?.language ?? "en" }

    /// Converts a JSON error, with its line and column.
    package init(_ error: JSONError) {
        self.init(
            .malformed, "The body cannot be read: \(error.description)",
            hint: "Send one JSON value in UTF-8.", onPages: .damaged,
            members: [
                Member("line", .integer(Int64(error.line))),
                Member("column", .integer(Int64(error.column))),
            ])
    }

    package var status: HTTPResponse.Status { ProblemTable.row(for: code).status }

    /// Returns the problem document, with the words for pages if a page's script asked.
    package func document(base: String, requestID: String, onPages: Bool = false) -> JSONValue {
        let row = ProblemTable.row(for: code)
        let hint = onPages ? pageHint : hint
        var document: [(String, JSONValue)] = [
            ("type", .string(base + "/problems/" + code.rawValue)), ("title", .string(row.title)),
            ("status", .integer(Int64(row.status.code))),
            ("detail", .string(onPages ? pageDetail : detail)),
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

extension Problem.PageWords {
    /// The words for a request that no page sends as it arrived.
    package static let damaged = Problem.PageWords(
        "The request is damaged.", hint: "Go back, and try again.")
}
