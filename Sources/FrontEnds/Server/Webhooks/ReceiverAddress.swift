import Dispatch
import Glibc
import Hosting

/// The network address of a webhook's receiver.
///
/// A name must not lead into the server's own network, unless the operator allows that. Whoever
/// controls the name could otherwise let the server send requests to internal services.
package struct ReceiverAddress: Sendable, Equatable {
    /// The numeric address for the receiver's name; empty if the configuration has an address.
    let pinned: [String: String]

    /// The reason why a receiver must not be contacted.
    struct Fault: Error, Equatable {
        let sentence: String
    }

    /// The networks whose addresses are not public.
    ///
    /// Source: <https://www.iana.org/assignments/iana-ipv4-special-registry> and
    /// <https://www.iana.org/assignments/iana-ipv6-special-registry>.
    ///
    /// They include all IPv6 networks with IPv4 addresses in them: IPv4-compatible, NAT64, Teredo
    /// and 6to4. IPv4-mapped addresses are compared with the IPv4 networks.
    private static let internalNetworks: [AddressRange] = [
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16",
        "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16",
        "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
        "::/96", "::ffff:0:0:0/96", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "100:0:0:1::/64",
        "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20", "5f00::/16", "fc00::/7",
        "fe80::/10", "fec0::/10", "ff00::/8",
    ].compactMap { AddressRange($0) }

    /// Resolves a receiver's name, and checks all of its addresses.
    ///
    /// An address in the configuration is not checked, because the operator chose it. Of several
    /// addresses, the one in `last` is used again, because there may be a connection to it.
    ///
    /// If the task is cancelled, throws without waiting for `resolve`.
    init(
        of settings: WebhookSettings, preferring last: ReceiverAddress? = nil,
        resolve: @escaping @Sendable (String) -> [String]
    ) async throws(Fault) {
        let host = Self.host(of: settings.url)
        guard InternetAddress(host) == nil else {
            pinned = [:]
            return
        }
        // The system's resolver blocks.
        let (answers, answer) = AsyncStream.makeStream(of: [String].self)
        DispatchQueue.global().async {
            answer.yield(resolve(host))
            answer.finish()
        }
        let found = await answers.first { _ in true } ?? []
        guard let first = found.first else {
            throw Fault(sentence: "The receiver's name cannot be resolved.")
        }
        for text in found {
            guard let address = InternetAddress(text),
                !Self.isInternal(address)
                    || settings.allowed.contains(where: { $0.contains(address.bytes) })
            else {
                throw Fault(
                    sentence:
                        "The receiver's name leads to an address that is not public. If that is intended, list its network under `allow`."
                )
            }
        }
        pinned = [host: found.first { $0 == last?.pinned[host] } ?? first]
    }

    static func isInternal(_ address: InternetAddress) -> Bool {
        internalNetworks.contains { $0.contains(address.bytes) }
    }

    /// Returns the host of a valid address, without its port and brackets.
    static func host(of url: String) -> String {
        let start = url.firstRange(of: "://")?.upperBound ?? url.startIndex
        let authority = url[start...].prefix { !"/?".contains($0) }
        guard authority.hasPrefix("[") else { return String(authority.prefix { $0 != ":" }) }
        return String(authority.dropFirst().prefix { $0 != "]" })
    }

    /// Returns the addresses of a name.
    package static func addresses(of name: String) -> [String] {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(name, nil, &hints, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        var found: [String] = []
        var next = list
        while let entry = next?.pointee {
            next = entry.ai_next
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let error = getnameinfo(
                entry.ai_addr, entry.ai_addrlen, &text, socklen_t(text.count), nil, 0,
                NI_NUMERICHOST)
            guard error == 0 else { continue }
            let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            found.append(String(decoding: bytes, as: UTF8.self))
        }
        return found
    }
}
