import Dispatch
import Glibc
import Hosting

/// The network address of a webhook's receiver.
///
/// A name must not lead into the server's own network, unless the operator allows that. Whoever
/// controls the name could otherwise let the server send requests to internal services.
struct ReceiverAddress: Sendable, Equatable {
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
    private static let internalNetworks: [AddressRange] = [
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16",
        "172.16.0.0/12", "192.0.0.0/24", "192.168.0.0/16", "198.18.0.0/15", "224.0.0.0/4",
        "240.0.0.0/4", "::/127", "64:ff9b::/96", "100::/64", "2002::/16", "fc00::/7", "fe80::/10",
        "ff00::/8",
    ].compactMap { AddressRange($0) }

    /// Resolves a receiver's name, and checks all of its addresses.
    ///
    /// An address in the configuration is not checked, because the operator chose it.
    init(
        of settings: WebhookSettings,
        resolve: @escaping @Sendable (String) -> [String] = ReceiverAddress.addresses(of:)
    ) async throws(Fault) {
        let host = Self.host(of: settings.url)
        guard InternetAddress(host) == nil else {
            pinned = [:]
            return
        }
        // The system's resolver blocks.
        let found = await withCheckedContinuation { answer in
            DispatchQueue.global().async { answer.resume(returning: resolve(host)) }
        }
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
        pinned = [host: first]
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
    private static func addresses(of name: String) -> [String] {
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
