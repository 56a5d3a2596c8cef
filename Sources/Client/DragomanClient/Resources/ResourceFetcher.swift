public import Foundation

/// Fetches files of texts.
public protocol ResourceFetcher: Sendable {
    /// Fetches a file.
    func fetch(_ request: ResourceRequest) async throws(ResourceFetchError) -> ResourceAnswer
}

/// A file that is wanted.
public struct ResourceRequest: Sendable, Hashable {
    /// The address.
    public var url: URL
    /// The entity tag of the file that is there already.
    public var entityTag: String?
    /// Further fields.
    public var headers: [String: String]
    /// The maximum size of the response, in bytes.
    public var maximumSize: Int
    /// The time limit for the whole response: the rest of the time for all files.
    public var timeout: Duration
}

/// The response of a server for a file.
public enum ResourceAnswer: Sendable, Equatable {
    /// A file, with its entity tag and its `Content-Type`.
    case file(Data, entityTag: String?, contentType: String? = nil)
    /// The file that is there already is the newest.
    case notModified
    /// There is none.
    case absent
}

/// The reason that a file was not fetched.
public enum ResourceFetchError: Error, Sendable, Equatable {
    /// The server could not be reached, or broke off.
    case unreachable(String)
    /// The answer took too long.
    case timedOut
    /// The answer has another status than 200, 304, 404 or 410.
    case status(Int)
    /// The answer leads to another server.
    case redirected(to: String)
    /// The answer has too many bytes.
    case tooLarge
    /// Nobody waits for it any more.
    case cancelled

    func problem(with file: ResourceFile?) -> ResourceProblem? {
        switch self {
        case .unreachable(let reason):
            ResourceProblem(.unreachable, file, "The server cannot be reached: \(reason)")
        case .timedOut: ResourceProblem(.unreachable, file, "The server did not answer in time.")
        case .status(let code):
            ResourceProblem(.refused, file, "The server answered with status \(code).")
        case .redirected(let address):
            ResourceProblem(.redirected, file, "The server leads to another one, \(address).")
        case .tooLarge: ResourceProblem(.invalidFile, file, "The file is too large.")
        case .cancelled: nil
        }
    }
}
