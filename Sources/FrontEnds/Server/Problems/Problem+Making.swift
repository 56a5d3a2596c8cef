import HTTPTypes
package import Hosting
import JSON
import NIOCore
import Translation
import Workspace

extension Problem {
    /// Converts any error thrown by a handler; unexpected errors become `defect`.
    package init(of error: any Error) {
        switch error {
        case let error as Problem: self = error
        case let error as Refusal: self.init(error)
        case let error as JSONError: self.init(error)
        case let error as ProjectUnavailable: self.init(error)
        case let error as ProjectHost.Behind: self.init(error)
        case is Overload: self = .overloaded
        case is TooSlow: self = .tooSlow
        case is CancellationError, is ChannelError, is IOError:
            // The client has disconnected and will not read this.
            self.init(.malformed, "The connection closed before the request was complete.")
        default: self = Refusal(error).map { Problem($0) } ?? .defect
        }
    }

    /// The problem for a body that exceeds the route's limit.
    package static func tooLarge(limit: Int) -> Problem {
        Problem(
            .tooLarge,
            limit == 0
                ? "This operation accepts no body." : "The body is larger than \(limit) bytes.",
            hint: limit == 0 ? "Send the request without a body." : "Split the request.",
            onPages: PageWords(
                limit == 0
                    ? "This address does not accept forms."
                    : "The form is larger than \(limit >> 10) KiB.",
                hint: limit == 0 ? "Open the page again." : "Go back, and shorten it."),
            members: [Member("limit", .integer(Int64(limit)))])
    }

    /// The problem for a request without a required token, or with an invalid token.
    package static func unauthenticated(
        _ detail: String = "This requires a token."
    ) -> Problem {
        Problem(
            .unauthenticated, detail, hint: "Send a token as `Authorization: Bearer TOKEN`.",
            onPages: PageWords("You are not signed in.", hint: "Sign in, and try again."),
            headers: [.wwwAuthenticate: "Bearer"])
    }

    /// Returns the problem of an error that concerns one part of a request.
    ///
    /// Throws the problem if the server caused it, because it then concerns the whole request.
    static func ofSender(_ error: any Error) throws(Problem) -> Problem {
        let problem = Problem(of: error)
        guard problem.status.kind != .serverError else { throw problem }
        return problem
    }

    /// Creates the problem for a project that cannot be used.
    package init(_ error: ProjectUnavailable) {
        switch error {
        case .unknown:
            self.init(.unknownProject, "The server has no project with this name.")
        case .opening, .resting:
            self.init(
                .starting, "The project is being opened.", hint: "Try again in a moment.",
                headers: [.retryAfter: "1"])
        case .failed(let refusal):
            // The reason may contain a path, so it is only written to the log, for the operator.
            self.init(
                ProblemTable.row(for: ProblemCode(refusal.code)).status.code == 503
                    ? ProblemCode(refusal.code) : ProblemCode(.repository),
                "The project cannot be opened at the moment.",
                hint: "The reason is in the server's log.",
                headers: [.retryAfter: "5"])
        }
    }

    /// Creates the problem for a position that this server has not reached yet.
    init(_ error: ProjectHost.Behind) {
        self.init(
            .behind, "This server has not reached position \(error.position) yet.",
            hint: "Try again in a moment, or leave Dragoman-Position out.",
            onPages: PageWords(
                "This server does not have the newest changes yet.",
                hint: "Try again in a moment."),
            headers: [.retryAfter: "1"])
    }

    /// The problem reported when too many requests are waiting.
    package static let overloaded = Problem(
        .overloaded, "Too many requests are waiting.", hint: "Try again in a moment.",
        headers: [.retryAfter: "1"])

    /// The problem for a read that exceeded its time limit.
    package static let tooSlow = Problem(
        .tooSlow, "The request took too long to answer.", hint: "Request less data at once.",
        onPages: PageWords(hint: "Try again, or narrow the filter."),
        headers: [.retryAfter: "5"])

    /// The problem for an unexpected error, whose details are not shown to the client.
    package static let defect = Problem(
        .defect, "Internal error. The server's log contains the details under the request id.",
        hint: "Report the request id to the server's operator.",
        onPages: PageWords(
            "Dragoman could not do this.",
            hint: "Nothing that was saved is lost. Try again, or give an admin the code below."))
}
