import Glibc

/// The address that a request comes from.
public enum ClientAddress: Sendable, Hashable {
    /// An IPv4 address, also where it came as an IPv6 one.
    case v4(UInt32)
    /// An IPv6 address: its network of 64 bits, and the rest.
    case v6(network: UInt64, host: UInt64)
    /// A socket of this machine, without an address.
    case local

    /// Reads an address as RFC 5952 and its predecessors write it, without brackets or port.
    ///
    /// A zone (`%eth0`) is dropped.
    public init?(_ text: some StringProtocol) {
        let text = String(text.prefix { $0 != "%" })
        var four = in_addr()
        if inet_pton(AF_INET, text, &four) == 1 {
            self = .v4(UInt32(bigEndian: four.s_addr))
            return
        }
        var six = in6_addr()
        guard inet_pton(AF_INET6, text, &six) == 1 else { return nil }
        let bytes = withUnsafeBytes(of: six) { Array($0) }
        let network = bytes[..<8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let host = bytes[8...].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        // ::ffff:a.b.c.d, RFC 4291 section 2.5.5.2.
        if network == 0, host >> 32 == 0xFFFF {
            self = .v4(UInt32(truncatingIfNeeded: host))
        } else {
            self = .v6(network: network, host: host)
        }
    }

    /// Whether it is this machine's own.
    public var isLoopback: Bool {
        switch self {
        case .v4(let bits): bits >> 24 == 127
        case .v6(let network, let host): network == 0 && host == 1
        case .local: true
        }
    }

    /// What counts as one client: an IPv4 address, or an IPv6 network of 64 bits.
    public var client: ClientAddress {
        guard case .v6(let network, _) = self else { return self }
        return .v6(network: network, host: 0)
    }

    /// The address cut to its network of 24 or 48 bits, as the log has it.
    public var network: String {
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

/// A block of addresses: `10.0.0.0/8`, `fd00::/8`, or one address.
public struct AddressBlock: Sendable, Hashable {
    private let address: ClientAddress
    private let length: Int

    /// Reads a block.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let address = parts.first.flatMap({ ClientAddress($0) }) else { return nil }
        let longest = if case .v4 = address { 32 } else { 128 }
        let length = parts.count == 1 ? longest : Int(parts[1]) ?? -1
        guard (0...longest).contains(length) else { return nil }
        self.address = address
        self.length = length
    }

    /// Returns whether an address is in the block.
    public func contains(_ other: ClientAddress) -> Bool {
        switch (address, other) {
        case (.v4(let a), .v4(let b)):
            Self.agree(UInt64(a) << 32, UInt64(b) << 32, bits: length)
        case (.v6(let a, let c), .v6(let b, let d)):
            Self.agree(a, b, bits: min(length, 64)) && Self.agree(c, d, bits: max(0, length - 64))
        default: false
        }
    }

    private static func agree(_ a: UInt64, _ b: UInt64, bits: Int) -> Bool {
        bits == 0 || (a ^ b) >> (64 - UInt64(bits)) == 0
    }
}
