import HTTPTypes
import JSON

extension Problem {
    /// The body is larger than a route takes.
    static func tooLarge(limit: Int) -> Problem {
        Problem(
            .tooLarge,
            limit == 0
                ? "This operation takes no body." : "The body is larger than \(limit) bytes.",
            hint: limit == 0 ? "Send the request without a body." : "Split the request.",
            members: [Member("limit", .integer(Int64(limit)))])
    }

    /// The request needs a token, or its token does not count.
    static func unauthenticated(
        _ detail: String = "This requires a token."
    ) -> Problem {
        Problem(
            .unauthenticated, detail, hint: "Send a token as `Authorization: Bearer TOKEN`.",
            headers: [.wwwAuthenticate: "Bearer"])
    }

    /// A handler threw something that is no refusal: nothing of it is shown.
    static let defect = Problem(
        .defect, "Internal error. The server's log has details under the request id.",
        hint: "Report the request id to the operator of the server.")
}
