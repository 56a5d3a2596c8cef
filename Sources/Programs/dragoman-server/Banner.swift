import Foundation
import Hosting

/// The start message of a server with one project: the addresses that an app needs, and a token.
struct Banner: Sendable {
    let configuration: ServerConfiguration
    let token: TokenSecret?
    let isWanted: Bool

    /// Returns the server's address, with the port that the system assigned.
    func address(port: Int?) -> String {
        if let url = configuration.server.url { return url.description }
        switch configuration.server.listen {
        case .internet(let host, let said):
            let name = host.contains(":") ? "[\(host)]" : host
            return "http://\(name):\(port ?? said)"
        case .unix(let path): return "unix:\(path)"
        }
    }

    func write(port: Int?) {
        guard isWanted, let project = configuration.projects.first else { return }
        let address = address(port: port)
        var lines = [
            "Serving \(project.path)", "",
            "  pages     \(address)/projects/\(project.name)",
            "  i18next   \(address)/locales/{{lng}}/{{ns}}.json",
            "  NStack    \(address)/api/v2",
            "  API       \(address)/api/v1/projects/\(project.name)",
            "            \(address)/api/openapi.json describes it",
        ]
        if let token {
            lines.append("  token     \(token.text)")
            lines.append(
                "            an admin token for the API and the pages, valid until the server stops"
            )
        }
        let text = lines.joined(separator: "\n") + "\n\n"
        FileHandle.standardOutput.write(Data(text.utf8))
    }
}
