import Glibc

/// The address on which a server listens.
package enum ListenAddress: Sendable, Equatable, CustomStringConvertible {
    /// A numeric IPv4 or IPv6 address, and a port that the system chooses if it is 0.
    case internet(host: String, port: Int)
    /// A Unix socket, identified by its absolute path.
    case unix(path: String)

    /// The default address: port 8080 on the loopback interface.
    package static let usual = ListenAddress.internet(host: "127.0.0.1", port: 8080)
    /// The maximum length of a socket's path, in bytes: `sun_path` holds 108, including the NUL.
    static let longestPath = 107

    /// Parses `127.0.0.1:8080`, `[::1]:8080` or `unix:/path`.
    ///
    /// Host names are not resolved, so the server listens only on the address as written.
    init?(_ text: String) {
        if text.hasPrefix("unix:") {
            let path = String(text.dropFirst("unix:".count))
            guard path.hasPrefix("/"), path.utf8.count <= Self.longestPath else { return nil }
            self = .unix(path: path)
            return
        }
        guard let colon = text.lastIndex(of: ":") else { return nil }
        let digits = text[text.index(after: colon)...]
        guard (1...5).contains(digits.utf8.count),
            digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = UInt16(digits)
        else { return nil }
        var host = text[..<colon]
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        if isBracketed { host = host.dropFirst().dropLast() }
        guard let address = InternetAddress(String(host)),
            isBracketed == (address.bytes.count == 16)
        else { return nil }
        self = .internet(host: String(host), port: Int(port))
    }

    /// Whether only programs on this machine can connect.
    package var isLoopback: Bool {
        switch self {
        case .unix: true
        case .internet(let host, _):
            InternetAddress(host).map { address in
                address.bytes.count == 4
                    ? address.bytes[0] == 127
                    : address.bytes == [UInt8](repeating: 0, count: 15) + [1]
            } ?? false
        }
    }

    /// The address in configuration syntax.
    package var description: String {
        switch self {
        case .unix(let path): "unix:\(path)"
        case .internet(let host, let port):
            host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        }
    }
}

/// An IPv4 or IPv6 address as bytes.
package struct InternetAddress: Sendable, Equatable {
    /// The 4 or 16 bytes of the address, most significant first.
    package let bytes: [UInt8]

    /// Parses a numeric address without brackets, port or zone.
    package init?(_ text: String) {
        var four = in_addr()
        var six = in6_addr()
        if inet_pton(AF_INET, text, &four) == 1 {
            bytes = withUnsafeBytes(of: &four) { Array($0) }
        } else if inet_pton(AF_INET6, text, &six) == 1 {
            bytes = withUnsafeBytes(of: &six) { Array($0) }
        } else {
            return nil
        }
    }
}

/// A network in CIDR notation, such as `10.0.0.0/8`, or a single address.
package struct AddressRange: Sendable, Hashable, CustomStringConvertible {
    private let bytes: [UInt8]
    private let prefix: Int
    /// The network in configuration syntax.
    package let description: String

    /// Parses a network.
    ///
    /// Returns nil if the text is invalid or any bit beyond the prefix is set.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= 2, let first = parts.first,
            let address = InternetAddress(String(first))
        else { return nil }
        let bits = address.bytes.count * 8
        var prefix = bits
        if parts.count == 2 {
            guard (1...3).contains(parts[1].utf8.count),
                parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }),
                let length = Int(parts[1]),
                length <= bits
            else { return nil }
            prefix = length
        }
        guard (prefix..<bits).allSatisfy({ !Self.isSet($0, in: address.bytes) }) else { return nil }
        (bytes, self.prefix, description) = (address.bytes, prefix, text)
    }

    /// Returns true if the network contains an address, given as 4 or 16 bytes.
    ///
    /// An IPv4-mapped IPv6 address (`::ffff:10.0.0.1`), as seen by a dual-stack socket, is treated
    /// as an IPv4 address.
    package func contains(_ address: [UInt8]) -> Bool {
        let mapped: [UInt8] = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]
        let plain = address.count == 16 && bytes.count == 4 && address.starts(with: mapped)
        let address = plain ? Array(address.dropFirst(12)) : address
        guard address.count == bytes.count else { return false }
        return (0..<prefix).allSatisfy { Self.isSet($0, in: address) == Self.isSet($0, in: bytes) }
    }

    /// Returns true if a bit is set; bit 0 is the most significant.
    private static func isSet(_ bit: Int, in bytes: [UInt8]) -> Bool {
        let mask: UInt8 = 0x80 >> (bit % 8)
        return bytes[bit / 8] & mask != 0
    }
}
