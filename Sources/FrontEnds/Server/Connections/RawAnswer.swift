import HTTPTypes
import JSON

/// A response to an invalid request, which the connection writes without the rest of the server.
enum RawAnswer {
    /// Returns a problem document with its head, as HTTP/1.1.
    ///
    /// The head announces that the connection will be closed.
    static func bytes(_ problem: Problem, base: String, requestID: String) -> [UInt8] {
        let body =
            CanonicalJSON.encode(problem.document(base: base, requestID: requestID))
            + [UInt8(ascii: "\n")]
        let fields = problem.headers.map { "\($0.name): \($0.value)" }
        let head =
            [
                "HTTP/1.1 \(problem.status.code) \(problem.status.reasonPhrase)",
                "Content-Type: application/problem+json", "Content-Length: \(body.count)",
                "Cache-Control: no-store", "X-Content-Type-Options: nosniff",
                "Referrer-Policy: same-origin", "X-Request-Id: \(requestID)", "Connection: close",
            ] + fields + ["", ""]
        return Array(head.joined(separator: "\r\n").utf8) + body
    }
}
