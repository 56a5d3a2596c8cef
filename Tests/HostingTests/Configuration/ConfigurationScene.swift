import TestWorld
import Testing
import Translation
import Workspace

@testable import Hosting

/// A configuration file in a sandbox.
struct ConfigurationScene {
    let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    /// One project, for files that test other sections.
    static let shop = "[project \"shop\"]\npath = /srv/shop\n"

    var path: String { sandbox.directory + "/etc/server.conf" }

    func read(
        _ text: String, environment: [String: String] = [:], flags: [ConfigurationOverride] = []
    ) throws -> ServerConfiguration {
        try sandbox.write(text, to: "etc/server.conf")
        return try ServerConfiguration.read(
            file: path, overrides: flags, on: sandbox.host(environment: environment))
    }

    /// Returns the refusal of a file, with `FILE` in place of its path.
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

    /// Returns a value quoted for Git's configuration.
    static func quoted(_ value: String) -> String {
        "\"\(value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }
}

extension ServerConfiguration {
    /// Returns a key's value and origin in `lines`.
    func shown(_ name: String) -> (value: String, origin: String)? {
        guard let line = lines.first(where: { $0.hasPrefix(name + " ") }) else { return nil }
        let parts = line.dropFirst(name.count).split(separator: "  ").map { part in
            String(part.drop { $0 == " " })
        }
        return parts.count == 2 ? (parts[0], parts[1]) : nil
    }
}
