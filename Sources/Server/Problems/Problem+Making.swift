import HTTPTypes
import JSON

extension Problem {
    /// The body is larger than a route takes.
    static func tooLarge(limit: Int) -> Problem {
        Problem(
            .tooLarge, "The body is larger than \(limit) bytes.",
            hint: limit == 0 ? "Send no body here." : "Send less at a time.",
            members: [Member("limit", .integer(Int64(limit)))])
    }

    /// The request needs a token, or its token does not count.
    static func unauthenticated(
        _ detail: String = "This needs a token."
    ) -> Problem {
        Problem(
            .unauthenticated, detail, hint: "Send a token as `Authorization: Bearer TOKEN`.",
            headers: [.wwwAuthenticate: "Bearer"])
    }

    /// A handler threw something that is no refusal: nothing of it is shown.
    static let defect = Problem(
        .defect, "The server failed. The log has the details under the request's id.",
        hint: "Report the request's id to the operator of the server.")
}
