package import Foundation
import Synchronization

#if canImport(FoundationNetworking)
package import FoundationNetworking
#endif

/// Sends requests with `URLSession`, within limits of bytes and time, and to no other server than the one asked.
package final class HTTPSession: Sendable {
    /// An answer.
    package struct Answer: Sendable {
        /// The status.
        package var status = 0
        /// The fields of the head, by their names in lower case.
        package var headers: [String: String] = [:]
        /// The body, decompressed.
        package var body = Data()
    }

    /// The reason why there is no answer.
    package enum Failure: Error, Sendable, Equatable {
        /// There is no connection; nothing was sent.
        case unreachable(String)
        /// The connection broke; the request may have arrived.
        case brokenOff(String)
        /// The answer took too long.
        case timedOut
        /// The answer leads to another server.
        case redirected(to: String)
        /// The answer has too many bytes.
        case tooLarge
        /// The task was cancelled.
        case cancelled
    }

    /// The maximum number of connections that stay open for later requests.
    private static let maximumIdle = 8

    private let idle = Mutex<[HTTPLine]>([])

    /// Creates a session of its own, which neither stores answers nor sends cookies.
    package init() {}

    /// Sends a request and returns the answer, whatever its status.
    ///
    /// At most ten redirects within the server are followed, for GET only; otherwise the answer is the redirect.
    package func exchange(
        _ request: URLRequest, maximumSize: Int, timeout: Duration
    ) async throws(Failure) -> Answer {
        let line = idle.withLock { $0.popLast() } ?? HTTPLine()
        let answer = try await line.exchange(request, maximumSize: maximumSize, timeout: timeout)
        // After a failure, the connection may still carry the rest of an answer.
        idle.withLock { lines in
            if lines.count < Self.maximumIdle { lines.append(line) }
        }
        return answer
    }
}
