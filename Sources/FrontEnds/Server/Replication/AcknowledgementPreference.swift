import Hosting
import HTTPTypes
import HummingbirdCore

/// The preferences of a client for the acknowledgement of its write (RFC 7240).
///
/// `Prefer: ack=remote, wait=5` asks for a response when the project's remote has the write, or
/// after five seconds.
struct AcknowledgementPreference: Sendable, Equatable {
    /// Whether the response should wait for the remote.
    let isRemote: Bool
    /// The longest wait, in seconds.
    let wait: Int

    /// The preference as it is written in header fields.
    static let remote = "ack=remote"
    /// The longest wait, in seconds, which is also the usual one.
    static let longestWait = 30

    /// Parses the values of `Prefer`; ignores unknown preferences, as the RFC requires.
    init(_ values: [String]) {
        let preferences = values.flatMap { $0.split(separator: ",") }.map { preference in
            preference.prefix { $0 != ";" }.filter { !" \t\"".contains($0) }.lowercased()
        }
        isRemote = preferences.contains(Self.remote)
        let wait = preferences.first { $0.hasPrefix("wait=") }.flatMap { Int($0.dropFirst(5)) }
        self.wait = min(max(wait ?? Self.longestWait, 0), Self.longestWait)
    }
}

extension RequestContext {
    /// The sender's preferences for the acknowledgement of a write.
    var acknowledgementPreference: AcknowledgementPreference {
        AcknowledgementPreference(request.headers[values: .prefer])
    }
}
