import Git

/// What git's configuration says of an HTTP server: `http.*` and `http.<url>.*`.
struct HTTPSettings {
    /// Lines to add to each request: `extraHeader`.
    let headers: [String]
    /// The file of authorities to trust: `GIT_SSL_CAINFO`, else `sslCAInfo`.
    let authorities: String?

    init(_ address: RemoteAddress, _ repository: GitRepository, _ host: Host) throws {
        let settings = try repository.settings(matching: "^http\\.")
        headers = Self.values(of: "extraheader", in: settings, for: address.text)
        authorities =
            host.variable("GIT_SSL_CAINFO")
            ?? Self.values(of: "sslcainfo", in: settings, for: address.text).last
    }

    /// The values of the most special matching `http.<url>.<name>`; an empty one forgets those before it.
    static func values(
        of name: String, in settings: [(key: String, value: String)], for url: String
    ) -> [String] {
        var best = -1
        var values: [String] = []
        for (key, value) in settings where key.lowercased().hasSuffix(".\(name)") {
            let scope = key.dropFirst("http.".count).dropLast(name.utf8.count)
            let place = scope.hasSuffix(".") ? scope.dropLast() : scope
            guard let weight = weight(of: String(place), for: url), weight >= best else {
                continue
            }
            if weight > best { values = [] }
            best = weight
            if value.isEmpty { values = [] } else { values.append(value) }
        }
        return values
    }

    /// How special a scope is that covers an address: the length of its path; `nil` if it does not cover it.
    private static func weight(of scope: String, for url: String) -> Int? {
        if scope.isEmpty { return 0 }
        guard let wanted = try? RemoteAddress(scope, from: "/"),
            let given = try? RemoteAddress(url, from: "/"), wanted.kind == given.kind,
            wanted.host.lowercased() == given.host.lowercased(),
            (wanted.port ?? usualPort(wanted)) == (given.port ?? usualPort(given)),
            wanted.user == nil || wanted.user == given.user
        else { return nil }
        let path = wanted.path.hasSuffix("/") ? String(wanted.path.dropLast()) : wanted.path
        guard given.path == path || given.path.hasPrefix(path + "/") else { return nil }
        return 1 + path.utf8.count
    }

    private static func usualPort(_ address: RemoteAddress) -> Int {
        address.kind == .http(isEncrypted: true) ? 443 : 80
    }
}
