import Hosting

/// The network address of a request's client.
package enum ClientAddress: Sendable, Hashable {
    /// An IPv4 address, including an IPv4-mapped IPv6 address.
    case v4(UInt32)
    /// An IPv6 address: its 64-bit network, and the remaining 64 bits.
    case v6(network: UInt64, host: UInt64)
    /// The client is connected through a local socket, which has no address.
    case local

    /// Parses an address in the notation of RFC 5952 or its predecessors, without brackets or port.
    ///
    /// A zone (`%eth0`) is ignored.
    package init?(_ text: some StringProtocol) {
        guard let bytes = InternetAddress(String(text.prefix { $0 != "%" }))?.bytes else {
            return nil
        }
        guard bytes.count == 16 else {
            self = .v4(bytes.reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
            return
        }
        let network = bytes[..<8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let host = bytes[8...].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        // An IPv4-mapped address such as ::ffff:10.0.0.1 (RFC 4291, section 2.5.5.2).
        if network == 0, host >> 32 == 0xFFFF {
            self = .v4(UInt32(truncatingIfNeeded: host))
        } else {
            self = .v6(network: network, host: host)
        }
    }

    /// Whether the address is a loopback address.
    package var isLoopback: Bool {
        switch self {
        case .v4(let bits): bits >> 24 == 127
        case .v6(let network, let host): network == 0 && host == 1
        case .local: true
        }
    }

    /// The address that identifies one client: an IPv4 address, or a 64-bit IPv6 network.
    package var client: ClientAddress {
        guard case .v6(let network, _) = self else { return self }
        return .v6(network: network, host: 0)
    }

    /// The address reduced to its network (24 bits for IPv4, 48 bits for IPv6), for the log.
    package var network: String {
        switch self {
        case .v4(let bits):
            [bits >> 24, bits >> 16 & 255, bits >> 8 & 255].map(String.init)
                .joined(separator: ".") + ".0/24"
        case .v6(let network, _):
            [network >> 48, network >> 32 & 0xFFFF, network >> 16 & 0xFFFF]
                .map { String($0, radix: 16) }.joined(separator: ":") + "::/48"
        case .local: "local"
        }
    }
}

extension AddressRange {
    /// Returns true if the network contains an address.
    ///
    /// No network contains a local socket.
    func contains(_ address: ClientAddress) -> Bool {
        switch address {
        case .v4(let bits): contains(Self.bytes(UInt64(bits), count: 4))
        case .v6(let network, let host):
            contains(Self.bytes(network, count: 8) + Self.bytes(host, count: 8))
        case .local: false
        }
    }

    private static func bytes(_ bits: UInt64, count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: bits >> (UInt64($0) * 8)) }
    }
}
