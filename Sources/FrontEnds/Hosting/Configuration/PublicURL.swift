/// The server's public address, including its base path.
///
/// All absolute links are built from this address.
package struct PublicURL: Sendable, Equatable, CustomStringConvertible {
    /// The scheme of the address: `https` or `http`.
    package let scheme: String
    /// The host and any non-default port, as expected in a request's `Host` header.
    package let authority: String
    /// The path: either empty, or with a leading slash and no trailing slash.
    package let basePath: String

    /// The address's origin, in the format of the `Origin` header.
    package var origin: String { "\(scheme)://\(authority)" }
    /// The address without a trailing slash.
    package var description: String { origin + basePath }

    /// Parses an `http` or `https` address without user, query or fragment.
    package init?(_ text: String) {
        guard let origin = WebOrigin.parse(text), ["http", "https"].contains(origin.scheme) else {
            return nil
        }
        var path = origin.rest
        while path.hasSuffix("/") { path.removeLast() }
        let isPath = path.utf8.allSatisfy { byte in
            byte > 0x20 && byte < 0x7F && !"?#\"<>\\^`{|}%".utf8.contains(byte)
        }
        guard isPath, path.isEmpty || path.hasPrefix("/"), !path.contains("//"),
            !path.split(separator: "/").contains(where: { $0 == "." || $0 == ".." })
        else { return nil }
        (scheme, authority, basePath) = (origin.scheme, origin.authority, String(path))
    }
}

/// A web origin as browsers send it, such as `https://app.example.org` or `capacitor://localhost`.
///
/// Source: <https://www.rfc-editor.org/rfc/rfc6454#section-6.2>. The scheme and host are in lower
/// case, and the scheme's default port is omitted.
package struct WebOrigin: Sendable, Hashable, CustomStringConvertible {
    package let description: String

    /// Parses an origin; rejects any path, even `/`.
    init?(_ text: String) {
        guard let parsed = Self.parse(text), parsed.rest.isEmpty else { return nil }
        description = "\(parsed.scheme)://\(parsed.authority)"
    }

    /// Splits an address into its scheme, its host with the port, and the rest.
    static func parse(_ text: String) -> (scheme: String, authority: String, rest: Substring)? {
        guard let mark = text.firstRange(of: "://") else { return nil }
        let scheme = text[..<mark.lowerBound].lowercased()
        guard let first = scheme.utf8.first, (0x61...0x7A).contains(first),
            scheme.utf8.allSatisfy({ isWord($0) || "+.-".utf8.contains($0) })
        else { return nil }
        let rest = text[mark.upperBound...]
        let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
        guard let authority = authority(rest[..<end].lowercased(), scheme) else { return nil }
        return (scheme, authority, rest[end...])
    }

    private static func authority(_ text: String, _ scheme: String) -> String? {
        var host = text[...]
        var port: Substring?
        if let colon = text.lastIndex(of: ":"), !text.hasSuffix("]") {
            host = text[..<colon]
            let digits = text[text.index(after: colon)...]
            guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), UInt16(digits) != nil
            else {
                return nil
            }
            let isUsual = ["http": "80", "https": "443"][scheme] == String(digits)
            port = isUsual ? nil : digits
        }
        let isSix =
            host.hasPrefix("[") && host.hasSuffix("]")
            && InternetAddress(String(host.dropFirst().dropLast()))?.bytes.count == 16
        let isName = host.utf8.allSatisfy { isWord($0) || "-._".utf8.contains($0) }
        guard isSix || isName, !host.isEmpty else { return nil }
        return host + (port.map { ":\($0)" } ?? "")
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte)
    }
}
