import Crypto
import Foundation
import Git

/// What a user knows about the keys of SSH servers: the lines of `known_hosts`, as `sshd(8)` describes them under
/// SSH_KNOWN_HOSTS FILE FORMAT.
struct KnownHosts {
    /// What is known of a key.
    enum Verdict: Equatable {
        /// It is the server's.
        case known
        /// Nothing.
        case unknown
        /// The server had another one of the same kind.
        case changed
        /// It must not be used any more.
        case revoked
    }

    private struct Line {
        let marker: Substring?
        let patterns: Substring
        let key: [UInt8]
    }

    private let lines: [Line]

    /// Reads the texts of one or more files; what is no line of a known host is left out.
    init(_ texts: [String]) {
        lines = texts.flatMap { text in
            text.split(whereSeparator: \.isNewline).compactMap { line in
                var fields = line.split(whereSeparator: { $0 == " " || $0 == "\t" })[...]
                guard let first = fields.first, !first.hasPrefix("#") else { return nil }
                let marker = first.hasPrefix("@") ? fields.popFirst() : nil
                guard fields.count >= 3,
                    let key = Data(base64Encoded: String(fields[fields.startIndex + 2]))
                else { return nil }
                return Line(
                    marker: marker, patterns: fields[fields.startIndex], key: Array(key))
            }
        }
    }

    /// Judges the key that a server at a port shows.
    func verdict(on key: HostKey, host: String, port: Int) -> Verdict {
        let host = host.lowercased()
        let name = port == 22 ? host : "[\(host)]:\(port)"
        let matching = lines.filter { matches($0.patterns, name) }
        // OpenSSH takes a key that is known without the port for one with it, too.
        let withoutPort =
            port == 22 ? [] : lines.filter { $0.key == key.bytes && matches($0.patterns, host) }
        if lines.contains(where: {
            $0.marker == "@revoked" && $0.key == key.bytes
                && (matches($0.patterns, name) || matches($0.patterns, host))
        }) {
            return .revoked
        }
        let plain = (matching + withoutPort).filter { $0.marker == nil }
        if plain.contains(where: { $0.key == key.bytes }) { return .known }
        let sameKind = plain.contains {
            HostKey(host: host, bytes: $0.key, fingerprint: []).kind == key.kind
        }
        return sameKind ? .changed : .unknown
    }

    private func matches(_ patterns: Substring, _ name: String) -> Bool {
        if patterns.hasPrefix("|1|") { return matches(hash: patterns, name) }
        var isMatch = false
        for pattern in patterns.lowercased().split(separator: ",") {
            let isNegated = pattern.hasPrefix("!")
            let wanted = isNegated ? pattern.dropFirst() : pattern
            guard HostPattern.matches(Array(wanted.utf8)[...], Array(name.utf8)[...]) else {
                continue
            }
            if isNegated { return false }
            isMatch = true
        }
        return isMatch
    }

    /// `|1|salt|HMAC-SHA1(salt, name)`, both in base64.
    private func matches(hash: Substring, _ name: String) -> Bool {
        let parts = hash.split(separator: "|", omittingEmptySubsequences: true)
        guard parts.count == 3, let salt = Data(base64Encoded: String(parts[1])),
            let expected = Data(base64Encoded: String(parts[2]))
        else { return false }
        return HMAC<Insecure.SHA1>.isValidAuthenticationCode(
            expected, authenticating: Array(name.utf8), using: SymmetricKey(data: salt))
    }
}

/// Patterns of hosts as OpenSSH has them: `*` for any characters, `?` for one.
enum HostPattern {
    static func matches(_ pattern: ArraySlice<UInt8>, _ name: ArraySlice<UInt8>) -> Bool {
        // Goes back to the last star only, so that its cost is bounded by the product of the lengths.
        var (pattern, name) = (pattern, name)
        var retry: (pattern: ArraySlice<UInt8>, name: ArraySlice<UInt8>)?
        while true {
            if pattern.first == UInt8(ascii: "*") {
                pattern = pattern.dropFirst()
                retry = (pattern, name)
            } else if let byte = name.first,
                let wanted = pattern.first, wanted == byte || wanted == UInt8(ascii: "?")
            {
                pattern = pattern.dropFirst()
                name = name.dropFirst()
            } else if name.isEmpty, pattern.isEmpty {
                return true
            } else if let last = retry, !last.name.isEmpty {
                retry = (last.pattern, last.name.dropFirst())
                (pattern, name) = (last.pattern, last.name.dropFirst())
            } else {
                return false
            }
        }
    }
}
