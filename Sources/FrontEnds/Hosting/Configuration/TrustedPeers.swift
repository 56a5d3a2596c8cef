/// The peers that may name the signed-in person in a header field.
package struct TrustedPeers: Sendable, Equatable, CustomStringConvertible {
    /// The networks and addresses of the peers.
    package private(set) var networks: [AddressRange] = []
    /// Whether all peers of a Unix socket are trusted.
    ///
    /// They have no address: the permissions of the socket decide who may connect.
    package private(set) var includesSocket = false

    private static let socketWord = "unix"

    /// Creates a list that trusts nobody.
    package init() {}

    /// Parses networks, addresses and the word `unix`.
    ///
    /// Returns nil if one of the words is invalid, with the first such word in `invalid`.
    init?(_ words: [String], invalid: inout String) {
        for word in words {
            if word == Self.socketWord {
                includesSocket = true
            } else if let network = AddressRange(word) {
                networks.append(network)
            } else {
                invalid = word
                return nil
            }
        }
    }

    /// The peers in configuration syntax.
    package var description: String {
        (networks.map(\.description) + (includesSocket ? [Self.socketWord] : []))
            .joined(separator: " ")
    }
}

/// The rules for the name of the header field in which a proxy names a person.
enum UserHeaderName {
    /// The fields that the server or HTTP interprets in another way.
    private static let reserved: Set<String> = [
        "accept", "authorization", "connection", "content-length", "content-type", "cookie",
        "dragoman-guid", "forwarded", "host", "idempotency-key", "origin", "referer",
        "sec-fetch-site", "transfer-encoding", "upgrade", "x-application-id", "x-forwarded-for",
        "x-request-id", "x-rest-api-key",
    ]

    /// Checks the name of a header field (RFC 9110, section 5.1).
    ///
    /// Throws if it is not a name, or if the field has another meaning.
    static func check(_ name: String) throws(WrongValue) -> String {
        let isName = name.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                || (0x61...0x7A).contains(byte) || byte == UInt8(ascii: "-")
        }
        guard isName, name.utf8.count <= 100 else {
            throw WrongValue("“\(name)” is not a header field such as X-Forwarded-Email")
        }
        guard !reserved.contains(name.lowercased()) else {
            throw WrongValue("“\(name)” already has another meaning")
        }
        return name
    }
}
