import Git
import Machine
import Texts
import Translation
import Workspace

/// A value that is given beside the file, by a flag.
public struct ConfigurationOverride: Sendable, Equatable {
    /// The key in full, such as `server.listen` or `project.shop.public`.
    public let name: String
    /// The value, as the file would have it.
    public let value: String
    /// The flag as people type it, such as `--listen`.
    public let flag: String

    /// States a value.
    public init(_ name: String, _ value: String, flag: String) {
        self.name = name
        self.value = value
        self.flag = flag
    }
}

/// A key with a value, before anything is known of either.
struct RawSetting: Sendable {
    let section: String
    let subsection: String?
    let key: String
    let value: String?
    let origin: ConfigurationOrigin
    /// The directory that relative paths start from.
    let directory: String
}

/// What is wrong in a configuration: where, and what.
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
            hint: "docs/server/running.md lists the keys and their values.", nearest: nearest)
    }
}

enum ConfigurationSource {
    /// What names of variables begin with.
    static let prefix = "DRAGOMAN_SERVER_"
    /// The variable that names the file.
    static let fileVariable = "DRAGOMAN_SERVER_CONFIG"

    /// The settings of a file.
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

    /// The settings of variables, and remarks on those that set nothing.
    ///
    /// `DRAGOMAN_SERVER_LISTEN` is `listen` of `[server]`, and `DRAGOMAN_SERVER_LIMITS_APP_RATE` is `appRate` of `[limits]`.
    /// Others are remarked on and not refused: Kubernetes makes variables of the name of a service.
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
                    "The variable \(name) sets nothing."
                        + (near.isEmpty ? "" : " Nearest: \(near.joined(separator: ", "))."))
            }
        }
        return (settings, notices)
    }

    /// The settings of flags.
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

    /// A key as a variable has it: `socketMode` becomes `SOCKET_MODE`.
    private static func variable(_ key: String) -> String {
        var text = ""
        for character in key {
            if character.isUppercase { text.append("_") }
            text += character.uppercased()
        }
        return text
    }
}
