import Hosting
import HTTPTypes

/// Determines the client's address from proxy headers.
package enum ForwardedAddresses {
    /// Returns the address of the client.
    ///
    /// This is the first address from the right that does not belong to one of our proxies. The
    /// addresses to its left are not trusted, because anyone may have sent them. `Forwarded` (RFC
    /// 7239) takes precedence over `X-Forwarded-For`.
    static func client(of peer: ClientAddress, headers: HTTPFields, proxies: [AddressRange])
        -> ClientAddress
    {
        guard isProxy(peer, proxies) else { return peer }
        let names =
            headers.contains(.forwarded)
            ? forwarded(headers[values: .forwarded])
            : headers[values: .xForwardedFor].flatMap { $0.split(separator: ",").map(String.init) }
        var client = peer
        for name in names.reversed() {
            guard isProxy(client, proxies), let next = address(name) else { break }
            client = next
        }
        return client
    }

    /// Returns true if the address belongs to a configured proxy.
    ///
    /// A local socket has no address. If proxies are configured, its peer is trusted as one of
    /// them.
    static func isProxy(_ address: ClientAddress, _ proxies: [AddressRange]) -> Bool {
        address == .local ? !proxies.isEmpty : proxies.contains { $0.contains(address) }
    }

    /// Returns the values of the `for` parameter in `Forwarded` fields.
    private static func forwarded(_ fields: [String]) -> [String] {
        fields.flatMap { $0.split(separator: ",") }.map { element in
            for pair in element.split(separator: ";") {
                let halves = pair.split(separator: "=", maxSplits: 1)
                guard halves.count == 2, halves[0].lowercased().filter({ $0 != " " }) == "for"
                else { continue }
                return String(halves[1])
            }
            return ""
        }
    }

    /// Parses `192.0.2.1`, `192.0.2.1:80`, `"[2001:db8::1]:80"` and `2001:db8::1`.
    package static func address(_ text: String) -> ClientAddress? {
        let text = text.filter { $0 != "\"" && $0 != " " && $0 != "\t" }
        if text.hasPrefix("[") {
            return ClientAddress(text.dropFirst().prefix { $0 != "]" })
        }
        guard text.utf8.count(where: { $0 == UInt8(ascii: ":") }) == 1 else {
            return ClientAddress(text)
        }
        return ClientAddress(text.prefix { $0 != ":" })
    }
}
