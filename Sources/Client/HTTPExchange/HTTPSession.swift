package import Foundation
import Synchronization

#if canImport(FoundationNetworking)
package import FoundationNetworking
#endif

/// Sends requests with `URLSession`, with limits for size and time.
///
/// Does not follow redirects to other servers.
package final class HTTPSession: Sendable {
    /// A response.
    package struct Answer: Sendable {
        /// The status code.
        package var status = 0
        /// The header fields, with lower-case names.
        package var headers: [String: String] = [:]
        /// The decompressed body.
        package var body = Data()
    }

    /// The reason for a missing response.
    package enum Failure: Error, Sendable, Equatable {
        /// There is no connection. Nothing was sent.
        case unreachable(String)
        /// The connection was lost. The request may have arrived.
        case brokenOff(String)
        /// The response took too long.
        case timedOut
        /// The response redirects to another server.
        case redirected(to: String)
        /// The response is too large.
        case tooLarge
        /// The task was cancelled.
        case cancelled
    }

    /// The maximum number of connections kept open for later requests.
    private static let maximumIdle = 8

    private let idle = Mutex<[HTTPLine]>([])

    /// Creates a separate session that neither caches responses nor sends cookies.
    package init() {}

    /// Sends a request and returns the response, regardless of its status.
    ///
    /// Follows at most ten redirects on the same server, and only for GET requests. Any other
    /// redirect on the same server is returned as the response.
    package func exchange(
        _ request: URLRequest, maximumSize: Int, timeout: Duration
    ) async throws(Failure) -> Answer {
        let line = idle.withLock { $0.popLast() } ?? HTTPLine()
        let answer = try await line.exchange(request, maximumSize: maximumSize, timeout: timeout)
        // After a failure, the connection is not reused, because it may still receive the rest of a
        // response.
        idle.withLock { lines in
            if lines.count < Self.maximumIdle { lines.append(line) }
        }
        return answer
    }
}
