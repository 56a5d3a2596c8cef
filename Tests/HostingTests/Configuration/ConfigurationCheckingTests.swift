import Foundation
import TestWorld
import Testing
import Translation

@testable import Hosting

/// The files that a configuration names, and the keys that a reload does not change.
@Suite struct ConfigurationCheckingTests {
    private let scene: ConfigurationScene

    init() throws { scene = try ConfigurationScene() }

    private func problems(_ text: String) throws -> [Refusal] {
        try scene.read(text).problems(on: scene.sandbox.host())
    }

    @Test func aProjectThatIsThereHasNoProblem() throws {
        scene.sandbox.run(["init", "shop"])
        let text = "[project \"shop\"]\npath = \(scene.sandbox.directory)/shop\n"
        #expect(try problems(text) == [])
        // The check leaves no files behind.
        let made = scene.sandbox.directory + "/shop/.git/dragoman"
        try? FileManager.default.removeItem(atPath: made)
        #expect(try problems(text) == [])
        #expect(!FileManager.default.fileExists(atPath: made))
    }

    @Test func aPathWithoutAProjectIsNamed() throws {
        let missing = try problems("[project \"shop\"]\npath = /nowhere/shop\n")
        #expect(
            missing.map(\.message) == [
                "\(scene.path):2: the directory /nowhere/shop does not exist."
            ])
        try scene.sandbox.write("", to: "empty/file")
        let empty = try problems("[project \"shop\"]\npath = \(scene.sandbox.directory)/empty\n")
        #expect(empty.count == 1)
        #expect(empty.first?.message.contains("/empty is not a project.") == true, "\(empty)")
    }

    @Test func aRemoteThatIsMissingIsNamed() throws {
        scene.sandbox.run(["init", "shop"])
        let path = scene.sandbox.directory + "/shop"
        let text = "[project \"shop\"]\npath = \(path)\nremote = hub\n"
        #expect(
            try problems(text).map(\.message) == [
                "\(scene.path):3: There is no remote “hub”."
            ])
        try scene.sandbox.git("remote", "add", "hub", "/srv/hub/shop.git", in: "shop")
        #expect(try problems(text) == [])
    }

    @Test(arguments: [
        ("ack = remote", "“ack” needs “remote”, the name of a Git remote of the project."),
        ("maxLag = 1min", "“maxLag” needs “remote”, the name of a Git remote of the project."),
        (
            "remote = hub\nack = remote\nsyncInterval = 11s",
            "with “ack = remote”, “syncInterval” is at most 10s."
        ),
        (
            "remote = hub\nmaxLag = 29s",
            "“maxLag” must be at least three times “syncInterval”."
        ),
    ])
    func replicationMustBeSound(lines: String, reason: String) throws {
        let refusal = #expect(throws: Refusal.self) {
            try scene.read("[project \"shop\"]\npath = /srv/shop\n\(lines)\n")
        }
        #expect(refusal?.message.hasSuffix(reason) == true, "\(refusal?.message ?? "")")
    }

    @Test func keysThatNeedARestartAreNamed() throws {
        let shop = ConfigurationScene.shop
        let old = try scene.read(shop + "[server]\nlisten = 127.0.0.1:1\n")
        #expect(old.keysForRestart(since: old) == [])
        let new = try scene.read(
            shop
                + "public = true\ncors = https://a.example\ninContext = https://b.example\n[server]\nlisten = 127.0.0.1:2\n"
                + "[limits]\nconnections = 5\nvalue = 1KiB\n[project \"web\"]\npath = /srv/web\n")
        #expect(
            new.keysForRestart(since: old) == [
                "server.listen", "limits.connections", "project.shop.cors",
                "project.shop.inContext",
            ])
    }
}
