public import Foundation

/// Fetches files of texts.
public protocol ResourceFetcher: Sendable {
    /// Fetches a file.
    func fetch(_ request: ResourceRequest) async throws(ResourceFetchError) -> ResourceAnswer
}

/// A request for a file.
public struct ResourceRequest: Sendable, Hashable {
    /// The address.
    public var url: URL
    /// The entity tag of the file that the app already has.
    public var entityTag: String?
    /// Additional header fields.
    public var headers: [String: String]
    /// The maximum size of the response, in bytes.
    public var maximumSize: Int
    /// The time limit for the whole response.
    ///
    /// It is the remaining time for fetching all files.
    public var timeout: Duration
}

/// A server's response to a request for a file.
public enum ResourceAnswer: Sendable, Equatable {
    /// A file, with its entity tag and its `Content-Type`.
    case file(Data, entityTag: String?, contentType: String? = nil)
    /// The file that the app already has is up to date.
    case notModified
    /// The file does not exist.
    case absent
}

/// The reason that a file was not fetched.
public enum ResourceFetchError: Error, Sendable, Equatable {
    /// The server could not be reached, or the connection was lost.
    case unreachable(String)
    /// The response took too long.
    case timedOut
    /// The response has a status other than 200, 304, 404 or 410.
    case status(Int)
    /// The response redirects to another server.
    case redirected(to: String)
    /// The response is too large.
    case tooLarge
    /// The request was cancelled.
    case cancelled

    func problem(with file: ResourceFile?) -> ResourceProblem? {
        switch self {
        case .unreachable(let reason):
            ResourceProblem(.unreachable, file, "The server cannot be reached: \(reason)")
        case .timedOut: ResourceProblem(.unreachable, file, "The server did not answer in time.")
        case .status(let code):
            ResourceProblem(.refused, file, "The server responded with status \(code).")
        case .redirected(let address):
            ResourceProblem(.redirected, file, "The server redirects to another one, \(address).")
        case .tooLarge: ResourceProblem(.invalidFile, file, "The file is too large.")
        case .cancelled: nil
        }
    }
}
