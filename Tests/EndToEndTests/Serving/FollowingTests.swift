import Foundation
import JSON
import TestWorld
import Testing

/// The built example app, which follows a channel of releases that the command line made.
@Suite(.timeLimit(.minutes(10))) struct FollowingTests {
    private let sandbox: Sandbox
    private let server: ServerProcess

    init() throws {
        let sandbox = try Sandbox()
        server = try ServerProcess.startHostile(in: sandbox, serving: "server")
        self.sandbox = sandbox
        for key in ["mara", "otto"] {
            let made = try sandbox.execute(
                "/usr/bin/ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-C", key, "-f", key])
            try #require(made.status == 0)
        }
        try run("init", "shop")
        try FileManager.default.createDirectory(
            atPath: sandbox.directory + "/server/bundles", withIntermediateDirectories: true)
        try run(
            "string", "add", "items", "--plural", "one={{count}} item", "--plural",
            "other={{count}} items")
        try run("string", "add", "title", "Your cart")
    }

    @discardableResult
    private func run(_ words: String...) throws -> String {
        let result = sandbox.run(words, in: words[0] == "init" ? "" : "shop")
        try #require(result.status == 0, "\(words): \(result.errors)")
        return result.output
    }

    /// Makes a release of the project's current texts, and serves it.
    private func release(_ sequence: Int, _ title: String? = nil, signedBy key: String?) throws {
        if let title { try run("string", "edit", "title", title) }
        let sign = key.map { ["--sign", "../\($0)"] } ?? []
        let path = "../server/bundles/production"
        let words = ["bundle", "-o", path, "--channel", "production", "--sequence", "\(sequence)"]
        let result = sandbox.run(words + sign, in: "shop")
        try #require(result.status == 0, "\(result.errors)")
    }

    private func projectID() throws -> String {
        let manifest = try sandbox.read("server/bundles/production/manifest.json")
        return try #require(
            try JSONValue.parse(Array(manifest.utf8)).objectValue?["project"]?.stringValue)
    }

    /// Runs the app, which checks once, and returns its output.
    private func app(
        keys: [String] = ["mara"], fileSizeLimit: Int? = nil, commands: String = "quit"
    ) throws -> String {
        let program = try Products.directory + "/dragoman-client-example"
        var words = [
            program, "follow", "http://127.0.0.1:\(server.port)/files", "--project",
            try projectID(), "--channel", "production", "--app-version", "3.4", "--store", "store",
        ]
        for key in keys { words += ["--key", try sandbox.read(key + ".pub")] }
        // Writing more than the limit fails, as on a full disk.
        let limit = fileSizeLimit.map { "trap '' XFSZ; ulimit -f \($0); " } ?? ""
        let result = try sandbox.execute(
            "/bin/sh",
            [
                "-c", limit + #"commands=$1; shift; printf '%s\n' "$commands" | "$@""#, "sh",
                commands,
            ]
                + words)
        #expect(result.status == 0, "\(result.errors)")
        return result.output
    }

    @Test func theAppFollowsItsChannel() throws {
        try release(1, "First cart", signedBy: "mara")
        let first = try app()
        #expect(first.hasPrefix("[en, as shipped]\n  Your cart\n  1 item\n  3 items\n"))
        let shown = "[en, release 1]\n  First cart\n  1 item\n  3 items\n"
        #expect(first.hasSuffix("Took release 1.\n" + shown + "\n> quit\n"))
        #expect(try app().hasSuffix("Nothing newer.\n" + shown + "\n> quit\n"))
        // Somebody else's release.
        try release(2, "Bad cart", signedBy: "otto")
        let bad = try app()
        #expect(bad.hasPrefix(shown) && bad.hasSuffix(shown + "\n> quit\n"))
        #expect(bad.contains("Kept what it has: The signing key SHA256:"))
        // The connection is cut, and comes back.
        try release(2, "Second cart", signedBy: "mara")
        let second = try app(commands: "offline\ncheck\nonline\ncheck\nlanguage fr")
        #expect(second.contains("Took release 2.\n[en, release 2]\n  Second cart\n"))
        #expect(
            second.contains(
                "Kept what it has: manifest.json was not fetched. The server cannot be reached: The device is offline.\n[en, release 2, offline]\n  Second cart\n"
            ))
        // An app that accepts both keys continues with the new one.
        try release(3, "Third cart", signedBy: "otto")
        #expect(try app(keys: ["mara", "otto"]).contains("Took release 3."))
        // A rollback has a higher number.
        try release(2, "Second cart", signedBy: "otto")
        #expect(
            try app(keys: ["otto"]).contains(
                "The release has the number 2, but number 3 is known.\n[en, release 3]\n  Third cart"
            ))
        try release(4, signedBy: "otto")
        #expect(try app(keys: ["otto"]).contains("Took release 4.\n[en, release 4]\n  Second cart"))
    }

    @Test func aFullDiskLeavesTheOldRelease() throws {
        try release(1, "First cart", signedBy: "mara")
        #expect(try app().contains("Took release 1."))
        try release(2, "Second cart", signedBy: "mara")
        let full = try app(fileSizeLimit: 0)
        #expect(full.contains("Kept what it has: The release cannot be stored: "))
        #expect(full.hasSuffix("[en, release 1]\n  First cart\n  1 item\n  3 items\n\n> quit\n"))
        #expect(try app().contains("Took release 2."))
    }

    @Test(arguments: [
        [], ["http://localhost"], ["http://localhost", "--project"],
        [
            "http://localhost", "--project", "x", "--channel", "at", "--app-version", "1",
            "--store", "s",
        ],
        [
            "http://localhost", "--project", "x", "--channel", "a", "--app-version", "1", "--store",
            "s", "--key", "ssh-rsa AAAA",
        ],
    ])
    func wrongArgumentsAreRefused(words: [String]) throws {
        let program = try Products.directory + "/dragoman-client-example"
        let result = try sandbox.execute(program, ["follow"] + words)
        #expect(result.status == 64 && !result.output.isEmpty)
    }
}
