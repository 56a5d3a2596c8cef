import Git
import Machine
import Texts
import Translation
import Workspace

/// A value set by a flag, which overrides the file.
package struct ConfigurationOverride: Sendable, Equatable {
    /// The full name of the key, such as `server.listen` or `project.shop.public`.
    package let name: String
    /// The value, in the configuration file's syntax.
    package let value: String
    /// The flag on the command line, such as `--listen`.
    package let flag: String

    package init(_ name: String, _ value: String, flag: String) {
        self.name = name
        self.value = value
        self.flag = flag
    }
}

/// A key and its value, before either is validated.
struct RawSetting: Sendable {
    let section: String
    let subsection: String?
    let key: String
    let value: String?
    let origin: ConfigurationOrigin
    /// The directory against which relative paths are resolved.
    let directory: String
}

/// An error in a configuration, with its location.
struct ConfigurationProblem: Error {
    let origin: ConfigurationOrigin
    let sentence: String
    var nearest: [String] = []

    var refusal: Refusal {
        let place =
            switch origin {
            case .file(let path, let line?): "\(path), line \(line): "
            case .usual: ""
            default: "\(origin): "
            }
        let isFile = if case .file = origin { true } else { false }
        return Refusal(
            isFile ? .invalidFile : .invalidValue, "\(place)\(sentence).",
            hint: "See docs/server/running.md for the keys and their values.", nearest: nearest)
    }
}

enum ConfigurationSource {
    static let prefix = "DRAGOMAN_SERVER_"
    /// The environment variable that contains the configuration file's path.
    static let fileVariable = "DRAGOMAN_SERVER_CONFIG"

    static func file(_ path: String) throws(ConfigurationProblem) -> [RawSetting] {
        let directory = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
        do throws(GitError) {
            return try ConfigurationFile.entries(at: path).map { entry in
                RawSetting(
                    section: entry.section, subsection: entry.subsection, key: entry.key,
                    value: entry.value, origin: .file(path: path, line: entry.line),
                    directory: directory)
            }
        } catch {
            let sentence =
                error.code == .notFound
                ? "the file does not exist" : "cannot be read: \(error.message)"
            throw ConfigurationProblem(
                origin: .file(path: path, line: nil), sentence: sentence)
        }
    }

    /// Returns the settings from environment variables, and notices about unrecognized variables.
    ///
    /// `DRAGOMAN_SERVER_LISTEN` sets `listen` in `[server]`, and `DRAGOMAN_SERVER_LIMITS_APP_RATE`
    /// sets `appRate` in `[limits]`. Unrecognized variables are not errors, because Kubernetes sets
    /// variables that are derived from service names.
    static func environment(_ host: Host) -> (settings: [RawSetting], notices: [String]) {
        var keys: [String: (section: ConfigurationSection, key: String)] = [:]
        for key in ServerKey.all { keys[prefix + variable(key.name)] = (.server, key.name) }
        for name in ServerKey.removed { keys[prefix + variable(name)] = (.server, name) }
        for key in LimitKey.all {
            keys[prefix + "LIMITS_" + variable(key.name)] = (.limits, key.name)
        }
        var settings: [RawSetting] = []
        var notices: [String] = []
        for (name, value) in host.environment.sorted(by: { $0.key.precedesInBytes($1.key) })
        where name.hasPrefix(prefix) && name != fileVariable && !value.isEmpty {
            if let (section, key) = keys[name] {
                settings.append(
                    RawSetting(
                        section: section.rawValue, subsection: nil, key: key.lowercased(),
                        value: value, origin: .environment(name), directory: host.currentDirectory))
            } else {
                let near = NearestMatches.of(name, among: keys.keys.sorted())
                notices.append(
                    "The variable \(name) does not match any key."
                        + (near.isEmpty ? "" : " Nearest: \(near.joined(separator: ", "))."))
            }
        }
        return (settings, notices)
    }

    static func flags(_ overrides: [ConfigurationOverride], _ host: Host) -> [RawSetting] {
        overrides.map { item in
            let parts = item.name.split(separator: ".", omittingEmptySubsequences: false)
            let middle = parts.dropFirst().dropLast()
            return RawSetting(
                section: parts.first.map { $0.lowercased() } ?? "",
                subsection: middle.isEmpty ? nil : middle.joined(separator: "."),
                key: parts.count > 1 ? parts.last.map { $0.lowercased() } ?? "" : "",
                value: item.value, origin: .flag(item.flag), directory: host.currentDirectory)
        }
    }

    /// Returns a key's spelling in variable names: `socketMode` becomes `SOCKET_MODE`.
    private static func variable(_ key: String) -> String {
        var text = ""
        for character in key {
            if character.isUppercase { text.append("_") }
            text += character.uppercased()
        }
        return text
    }
}
