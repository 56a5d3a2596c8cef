import Foundation
import Git
import Translation

/// The address of another repository: a path, or a server and a path on it.
///
/// Accepts the same addresses as `git` (`git help clone`, GIT URLS), except for those that start
/// programs (`ext::…`) and those that a program could mistake for an option. Parses Unicode scalars
/// instead of characters, because a combining mark after a slash would form a different
/// `Character`. `git` itself parses bytes.
package struct RemoteAddress: Hashable, Sendable {
    /// The protocol of an address.
    package enum Kind: Hashable, Sendable {
        /// A directory on this machine.
        case path
        /// OpenSSH.
        case ssh
        /// HTTP, with or without TLS.
        case http(isEncrypted: Bool)
        /// Git's own protocol, which has no authentication.
        case git
    }

    package let kind: Kind
    /// The address as the caller passed it, except that a relative path is made absolute.
    package let text: String
    /// The user name, if the address has one.
    package let user: String?
    /// The host name; empty for a path.
    package let host: String
    /// The port, if the address has one.
    package let port: Int?
    /// The path on the server or on this machine.
    package let path: String
    private let hasPassword: Bool

    /// Parses an address.
    ///
    /// Relative paths start from `directory`. Throws a ``Refusal`` if the address is invalid.
    package init(_ text: String, from directory: String) throws {
        func refused(_ why: String) -> Refusal {
            Refusal(
                .invalidValue,
                "“\(Self.withoutSecrets(text))” is not a repository address: \(why).",
                hint:
                    "Addresses look like https://host/path.git, ssh://git@host/path.git, git@host:path.git or /path."
            )
        }
        guard !text.isEmpty else { throw refused("it is empty") }
        guard text.unicodeScalars.first != "-" else { throw refused("it begins with “-”") }
        guard !Self.hasControls(text) else {
            throw refused("it contains control characters")
        }
        if let path = GitRepository.localPath(text), !Self.startsProgram(text) {
            // Escapes such as `%00` would end the path early in system calls.
            guard !Self.hasControls(path) else { throw refused("it contains control characters") }
            kind = .path
            let isURL = text.unicodeScalars.starts(with: "file://".unicodeScalars)
            let isAbsolute = path.unicodeScalars.first == "/"
            self.path = isAbsolute ? path : Self.normalized(directory + "/" + path)
            self.text = isURL ? text : self.path
            (user, host, port, hasPassword) = (nil, "", nil, false)
            return
        }
        guard !Self.startsProgram(text) else {
            throw refused("addresses with “::” start programs")
        }
        let parts: Parts
        let scalars = Substring(text).unicodeScalars
        if let colon = scalars.firstRange(of: "://".unicodeScalars) {
            let scheme = text[..<colon.lowerBound].lowercased()
            switch scheme {
            case "ssh", "git+ssh", "ssh+git": kind = .ssh
            case "https": kind = .http(isEncrypted: true)
            case "http": kind = .http(isEncrypted: false)
            case "git": kind = .git
            case "file": throw refused("it refers to a file on another machine")
            default: throw refused("the scheme “\(scheme)” is not known")
            }
            guard let url = Parts(url: scalars[colon.upperBound...]) else {
                throw refused("its server is missing, or its port is not valid")
            }
            parts = url
        } else {
            kind = .ssh
            guard let scp = Parts(scp: scalars) else { throw refused("its server is missing") }
            parts = scp
        }
        // A host or user that ssh reads as an option, such as `-oProxyCommand=…`, was a
        // vulnerability: CVE-2017-1000117.
        guard
            ![parts.host, parts.user ?? "", parts.path].contains(where: {
                $0.unicodeScalars.first == "-"
            })
        else { throw refused("a part of it begins with “-”") }
        guard !parts.host.utf8.contains(where: { $0 <= 0x20 || "/@".utf8.contains($0) }) else {
            throw refused("“\(parts.host)” is not a valid server name")
        }
        self.text = text
        (user, host, port, path) = (parts.user, parts.host, parts.port, parts.path)
        hasPassword = parts.hasPassword
    }

    /// The address without a password, for display.
    package var shown: String {
        let scalars = text.unicodeScalars
        guard hasPassword, let scheme = scalars.firstRange(of: "://".unicodeScalars),
            let at = scalars[scheme.upperBound...].prefix(while: { $0 != "/" }).lastIndex(of: "@")
        else { return text }
        return text[..<scheme.upperBound] + (user.map { $0 + "@" } ?? "")
            + text[scalars.index(after: at)...]
    }

    /// Removes everything that may be a user name and a password from a text that cannot be parsed
    /// as an address.
    static func withoutSecrets(_ text: String) -> String {
        let scalars = text.unicodeScalars
        guard let scheme = scalars.firstRange(of: "://".unicodeScalars),
            let at = scalars.lastIndex(of: "@"), scheme.upperBound <= at
        else { return text }
        return text[..<scheme.upperBound] + "…" + text[at...]
    }

    /// Whether the server is this machine.
    var isLoopback: Bool {
        ["localhost", "127.0.0.1", "::1"].contains(host) || host.hasSuffix(".localhost")
    }

    /// The last component of the path without `.git`, which is the default name of a clone.
    package var directoryName: String {
        var parts = path.unicodeScalars.split(separator: "/").map { String($0) }
        if parts.count > 1, parts.last == ".git" { parts.removeLast() }
        let name = parts.last ?? host
        return name.hasSuffix(".git") && name.utf8.count > 4 ? String(name.dropLast(4)) : name
    }

    /// Returns true for `transport::address`, for which `git` would start `git-remote-transport`.
    private static func startsProgram(_ text: String) -> Bool {
        guard let colons = text.unicodeScalars.firstRange(of: "::".unicodeScalars) else {
            return false
        }
        return text[..<colons.lowerBound].allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }

    private static func hasControls(_ text: String) -> Bool {
        text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
    }

    private static func normalized(_ path: String) -> String {
        var parts: [String] = []
        for part in path.unicodeScalars.split(separator: "/").map({ String($0) }) where part != "."
        {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return "/" + parts.joined(separator: "/")
    }
}

extension RemoteAddress {
    /// The components of an address.
    private struct Parts {
        var user: String?
        var hasPassword = false
        var host: String
        var port: Int?
        var path: String

        typealias Scalars = Substring.UnicodeScalarView

        /// Parses `user:password@host:port/path`.
        init?(url: Scalars) {
            let authority = url.prefix { $0 != "/" }
            path = String(url[authority.endIndex...])
            var place = authority
            if let at = authority.lastIndex(of: "@") {
                let person = authority[..<at]
                user = String(person.prefix { $0 != ":" })
                hasPassword = person.contains(":")
                place = authority[authority.index(after: at)...]
            }
            guard let (host, port) = Self.place(place) else { return nil }
            (self.host, self.port) = (host, port)
        }

        /// Parses `user@host:path`.
        init?(scp: Scalars) {
            var rest = scp
            let beforeHost = scp.prefix { $0 != ":" && $0 != "[" }
            if let at = beforeHost.lastIndex(of: "@") {
                user = String(scp[..<at])
                rest = scp[scp.index(after: at)...]
            }
            if rest.first == "[", let end = rest.firstIndex(of: "]") {
                // Git also accepts a port in brackets: `[host:port]:path`.
                guard
                    let (host, port) = Self.place(
                        rest[rest.index(after: rest.startIndex)..<end])
                else { return nil }
                (self.host, self.port) = (host, port)
                rest = rest[rest.index(after: end)...]
                guard rest.first == ":" else { return nil }
                path = String(rest.dropFirst())
            } else {
                guard let colon = rest.firstIndex(of: ":") else { return nil }
                host = String(rest[..<colon])
                path = String(rest[rest.index(after: colon)...])
            }
            guard !host.isEmpty, !path.isEmpty else { return nil }
        }

        private static func place(_ text: Scalars) -> (String, Int?)? {
            var host = text
            var rest = text[text.endIndex...]
            if text.first == "[", let end = text.firstIndex(of: "]") {
                host = text[text.index(after: text.startIndex)..<end]
                rest = text[text.index(after: end)...]
            } else if let colon = text.lastIndex(of: ":"), text.count(where: { $0 == ":" }) == 1 {
                host = text[..<colon]
                rest = text[colon...]
            }
            guard !host.isEmpty else { return nil }
            guard let colon = rest.first else { return (String(host), nil) }
            let digits = String(rest.dropFirst())
            guard colon == ":" else { return nil }
            if digits.isEmpty { return (String(host), nil) }
            guard let port = Int(digits), (1...65535).contains(port) else { return nil }
            return (String(host), port)
        }
    }
}
