extension GitRepository {
    /// Returns the local path in an address, or `nil` if the address refers to a server.
    public static func localPath(_ address: String) -> String? {
        // Split by scalars, like git: a combining mark after a slash forms one Character with it.
        let scalars = address.unicodeScalars
        let scheme = "file://".unicodeScalars
        if scalars.starts(with: scheme) {
            let rest = scalars.dropFirst(scheme.count)
            guard let slash = rest.firstIndex(of: "/"),
                ["", "localhost"].contains(String(rest[..<slash]))
            else { return nil }
            return percentDecoded(Substring(rest[slash...]))
        }
        if scalars.firstRange(of: "://".unicodeScalars) != nil { return nil }
        // An address is `host:path` unless a slash precedes the colon: see `git help clone`, GIT
        // URLS.
        let beforeColon = scalars.prefix { $0 != ":" }
        let isServer = beforeColon.endIndex < scalars.endIndex && !beforeColon.contains("/")
        return isServer ? nil : address
    }

    private static func percentDecoded(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            guard byte == UInt8(ascii: "%"), digits.utf8.count == 2,
                digits.allSatisfy(\.isHexDigit), let value = UInt8(digits, radix: 16)
            else {
                bytes.append(byte)
                continue
            }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
