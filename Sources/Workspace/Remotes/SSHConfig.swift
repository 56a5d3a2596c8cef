import Translation

/// What `~/.ssh/config` says of a host, as far as libgit2 can follow it: `ssh_config(5)`.
///
/// The first value counts, as for OpenSSH. `Match` blocks are passed over, and `Include` is not followed.
struct SSHConfig: Equatable {
    /// The host's real name.
    var hostName: String?
    /// The user to log in as.
    var user: String?
    /// The port.
    var port: Int?
    /// The files of private keys, in order.
    var identityFiles: [String] = []
    /// The files of known hosts.
    var knownHostsFiles: [String] = []
    /// Whether a connection goes through another program or host, which libgit2 cannot do.
    var needsProxy = false

    /// Reads what a file says of a host; `home` stands for `~`.
    init(_ text: String, host: String, home: String) {
        var applies = true
        for line in text.split(whereSeparator: \.isNewline) {
            let words = Self.words(line)
            guard let key = words.first?.lowercased(), words.count > 1 else { continue }
            let values = Array(words.dropFirst())
            switch key {
            case "host": applies = Self.matches(values, host)
            case "match": applies = false
            default: if applies { take(key, values, host: host, home: home) }
            }
        }
    }

    private mutating func take(_ key: String, _ values: [String], host: String, home: String) {
        func path(_ text: String) -> String {
            var path = text.hasPrefix("~/") ? home + text.dropFirst() : text
            for (sign, value) in [("%d", home), ("%h", hostName ?? host)] {
                path = path.replacing(sign, with: value)
            }
            return path.hasPrefix("/") ? path : home + "/.ssh/" + path
        }
        switch key {
        case "hostname": hostName = hostName ?? values[0].replacing("%h", with: host)
        case "user": user = user ?? values[0]
        case "port": port = port ?? Int(values[0])
        case "identityfile" where values[0].lowercased() != "none":
            identityFiles.append(path(values[0]))
        case "userknownhostsfile" where knownHostsFiles.isEmpty:
            knownHostsFiles = values.map(path)
        case "proxycommand", "proxyjump":
            if values[0].lowercased() != "none" { needsProxy = true }
        default: break
        }
    }

    private static func matches(_ patterns: [String], _ host: String) -> Bool {
        var isMatch = false
        for pattern in patterns {
            let isNegated = pattern.hasPrefix("!")
            let wanted = isNegated ? pattern.dropFirst() : pattern[...]
            guard
                HostPattern.matches(
                    Array(wanted.lowercased().utf8)[...], Array(host.lowercased().utf8)[...])
            else { continue }
            if isNegated { return false }
            isMatch = true
        }
        return isMatch
    }

    /// `Keyword value`, `Keyword=value`, values in double quotes where they have spaces.
    private static func words(_ line: Substring) -> [String] {
        var words: [String] = []
        var word = ""
        var isQuoted = false
        var hasWord = false
        func finish() {
            if hasWord { words.append(word) }
            (word, hasWord) = ("", false)
        }
        for character in line {
            switch character {
            case "\"":
                isQuoted.toggle()
                hasWord = true
            case " ", "\t", "\r": if isQuoted { word.append(character) } else { finish() }
            case "=" where !isQuoted && words.count < 2 && (words.isEmpty || !hasWord):
                finish()
            case "#" where !isQuoted && !hasWord:
                finish()
                return words
            default:
                word.append(character)
                hasWord = true
            }
        }
        finish()
        return words
    }
}
