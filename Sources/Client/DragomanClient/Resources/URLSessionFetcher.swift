import Foundation
import HTTPExchange

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Fetches files with `URLSession`, with limits for size and time.
///
/// Does not follow redirects to other servers.
public final class URLSessionFetcher: ResourceFetcher {
    private let session = HTTPSession()

    /// Creates a separate session that neither caches responses nor sends cookies.
    public init() {}

    /// Fetches a file.
    public func fetch(
        _ request: ResourceRequest
    ) async throws(ResourceFetchError) -> ResourceAnswer {
        var asked = URLRequest(url: request.url)
        asked.setValue("application/json", forHTTPHeaderField: "Accept")
        for (name, value) in request.headers { asked.setValue(value, forHTTPHeaderField: name) }
        if let tag = request.entityTag { asked.setValue(tag, forHTTPHeaderField: "If-None-Match") }
        let answer: HTTPSession.Answer
        do {
            answer = try await session.exchange(
                asked, maximumSize: request.maximumSize, timeout: request.timeout)
        } catch {
            throw ResourceFetchError(error)
        }
        switch answer.status {
        case 200:
            return .file(
                answer.body, entityTag: answer.headers["etag"],
                contentType: answer.headers["content-type"])
        // If no tag was sent, the status 304 is an error, because there is no file to reuse.
        case 304 where request.entityTag != nil: return .notModified
        case 404, 410: return .absent
        default: throw .status(answer.status)
        }
    }
}

extension ResourceFetchError {
    fileprivate init(_ failure: HTTPSession.Failure) {
        self =
            switch failure {
            case .unreachable(let reason), .brokenOff(let reason): .unreachable(reason)
            case .timedOut: .timedOut
            case .redirected(let address): .redirected(to: address)
            case .tooLarge: .tooLarge
            case .cancelled: .cancelled
            }
    }
}
