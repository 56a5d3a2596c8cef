public import Machine
public import Translation
import Workspace

/// What a server is told by the words that it is started with.
///
/// `dragoman serve` reads them for people and hands them to the program of the server, which reads them again: ``words`` and
/// ``init(words:)`` are the two ends of that.
public struct ServeRequest: Sendable, Equatable {
    /// What is served.
    public enum Subject: Sendable, Equatable {
        /// The projects of a configuration file, by its absolute path.
        case file(String)
        /// The project in one directory, an absolute path.
        case directory(String)
    }

    /// What is served.
    public let subject: Subject
    /// Values that count before those of the file, by their names in full.
    public let settings: [ConfigurationOverride]

    /// States what is served.
    public init(_ subject: Subject, settings: [ConfigurationOverride] = []) {
        self.subject = subject
        self.settings = settings
    }

    /// The words for the program of the server.
    public var words: [String] {
        let subject =
            switch subject {
            case .file(let path): ["--config", path]
            case .directory(let path): ["--directory", path]
            }
        return subject + settings.flatMap { ["--set", $0.name, $0.value, $0.flag] }
    }

    /// Reads the words of the program of the server; returns `nil` for any others.
    public init?(words: [String]) {
        var rest = words[...]
        func take(_ count: Int) -> [String]? {
            guard rest.count >= count else { return nil }
            defer { rest = rest.dropFirst(count) }
            return Array(rest.prefix(count))
        }
        guard let first = take(2) else { return nil }
        switch first[0] {
        case "--config": subject = .file(first[1])
        case "--directory": subject = .directory(first[1])
        default: return nil
        }
        var settings: [ConfigurationOverride] = []
        while !rest.isEmpty {
            guard let words = take(4), words[0] == "--set" else { return nil }
            settings.append(ConfigurationOverride(words[1], words[2], flag: words[3]))
        }
        self.settings = settings
    }

    /// Whether everybody on this machine is let in, and an admin's token is made for as long as the server runs.
    public var isForOneProject: Bool {
        if case .directory = subject { return true }
        return false
    }

    /// Reads the configuration.
    ///
    /// Throws a ``Translation/Refusal`` that names the place of the first thing that is wrong.
    public func configuration(on host: Host) throws(Refusal) -> ServerConfiguration {
        switch subject {
        case .file(let path):
            try ServerConfiguration.read(file: path, overrides: settings, on: host)
        case .directory(let path):
            try ServerConfiguration.serving(directory: path, overrides: settings, on: host)
        }
    }
}
