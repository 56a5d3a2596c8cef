import Foundation
import Testing

@testable import Hosting

/// The file that the packages install as `/etc/dragoman/server.conf`.
@Suite struct PackagedConfigurationTests {
    private let text: String

    init() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        text = try String(
            contentsOf: root.appending(path: ".ci/packages/server.conf"), encoding: .utf8)
    }

    /// The text without the signs that make its sections and keys comments.
    private var active: String {
        text.split(separator: "\n").filter { $0.hasPrefix("#[") || $0.hasPrefix("#\t") }
            .map { $0.dropFirst() + "\n" }.joined()
    }

    @Test func onlyCommentsAreThere() {
        #expect(text.split(separator: "\n").allSatisfy { $0.hasPrefix("#") })
    }

    @Test func everyKeyIsThere() {
        let sections = active.split(separator: "[").map { part in
            (name: part.prefix { $0 != "]" }, keys: part.matches(of: #/\t(\w+) = /#).map { $0.1 })
        }
        #expect(
            sections.map(\.name) == [
                "server", "project \"shop\"", "nstack \"shop\"", "i18next \"shop\"",
                "webhook \"ci\"", "limits",
            ])
        let keys = sections.map { $0.keys.map(String.init) }
        #expect(keys[0] == ServerKey.all.map(\.name))
        #expect(keys[1...3].flatMap(\.self) == ProjectKey.all.map(\.name))
        #expect(keys[4] == WebhookKey.all.map(\.name))
        #expect(keys[5] == LimitKey.all.map(\.name))
    }

    /// Values that are not examples are the defaults.
    @Test func theValuesAreValid() throws {
        let scene = try ConfigurationScene()
        let all = try scene.read(active)
        let none = try scene.read("[project \"shop\"]\npath = /var/lib/dragoman/shop\n")
        let examples: Set = [
            "server.socketGroup", "server.url", "server.state", "server.identity", "server.proxy",
            "server.userHeader", "server.userHeaderFrom", "server.contact", "project.shop.cors",
            "project.shop.inContext", "project.shop.agentTools", "project.shop.remote",
            "project.shop.maxLag",
            "nstack.shop.applicationId",
            "nstack.shop.channel",
        ]
        for line in all.lines {
            let name = String(line.prefix { $0 != " " })
            guard !examples.contains(name), !name.hasPrefix("webhook.") else { continue }
            #expect(all.shown(name)?.value == none.shown(name)?.value, "\(name)")
        }
    }
}
