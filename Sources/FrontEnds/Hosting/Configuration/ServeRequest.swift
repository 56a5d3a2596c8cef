package import Machine
package import Translation
import Workspace

/// The arguments for starting a server.
///
/// `dragoman serve` parses them for the user and passes them to the server program, which parses
/// them again. ``words`` formats the arguments for that program, and ``init(words:)`` parses them
/// there.
package struct ServeRequest: Sendable, Equatable {
    /// The projects to serve.
    package enum Subject: Sendable, Equatable {
        /// The projects in a configuration file, given by its absolute path.
        case file(String)
        /// The project in a single directory, given by its absolute path.
        case directory(String)
    }

    package let subject: Subject
    /// The values that override those in the file, identified by their full names.
    package let settings: [ConfigurationOverride]

    package init(_ subject: Subject, settings: [ConfigurationOverride] = []) {
        self.subject = subject
        self.settings = settings
    }

    /// The arguments for the server program.
    package var words: [String] {
        let subject =
            switch subject {
            case .file(let path): ["--config", path]
            case .directory(let path): ["--directory", path]
            }
        return subject + settings.flatMap { ["--set", $0.name, $0.value, $0.flag] }
    }

    /// Parses the arguments of the server program; returns nil if they are invalid.
    package init?(words: [String]) {
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

    /// Whether the server is for a single project.
    ///
    /// Such a server accepts every program on this machine, and creates an admin token that is
    /// valid until it stops.
    package var isForOneProject: Bool {
        if case .directory = subject { return true }
        return false
    }

    /// Reads the configuration.
    ///
    /// Throws a ``Translation/Refusal`` with the location of the first error.
    package func configuration(on host: Host) throws(Refusal) -> ServerConfiguration {
        switch subject {
        case .file(let path):
            try ServerConfiguration.read(file: path, overrides: settings, on: host)
        case .directory(let path):
            try ServerConfiguration.serving(directory: path, overrides: settings, on: host)
        }
    }
}
