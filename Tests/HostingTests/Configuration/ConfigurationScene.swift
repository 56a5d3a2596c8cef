import TestWorld
import Testing
import Translation
import Workspace

@testable import Hosting

/// A configuration file in a sandbox.
struct ConfigurationScene {
    let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    /// One project, so that the rest of a file can be about something else.
    static let shop = "[project \"shop\"]\npath = /srv/shop\n"

    var path: String { sandbox.directory + "/etc/server.conf" }

    func read(
        _ text: String, environment: [String: String] = [:], flags: [ConfigurationOverride] = []
    ) throws -> ServerConfiguration {
        try sandbox.write(text, to: "etc/server.conf")
        return try ServerConfiguration.read(
            file: path, overrides: flags, on: sandbox.host(environment: environment))
    }

    /// The refusal of a file, whose message says `FILE` instead of its path.
    func refusal(
        _ text: String, environment: [String: String] = [:], flags: [ConfigurationOverride] = []
    ) throws -> Refusal {
        let refusal = try HostingTests.refusal {
            try read(text, environment: environment, flags: flags)
        }
        return Refusal(
            refusal.code, refusal.message.replacing(path, with: "FILE"), hint: refusal.hint,
            nearest: refusal.nearest)
    }

    /// A value in the quotes of Git's configuration.
    static func quoted(_ value: String) -> String {
        "\"\(value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }
}

extension ServerConfiguration {
    /// What `lines` shows of a key: its value and where it comes from.
    func shown(_ name: String) -> (value: String, origin: String)? {
        guard let line = lines.first(where: { $0.hasPrefix(name + " ") }) else { return nil }
        let parts = line.dropFirst(name.count).split(separator: "  ").map { part in
            String(part.drop { $0 == " " })
        }
        return parts.count == 2 ? (parts[0], parts[1]) : nil
    }
}
