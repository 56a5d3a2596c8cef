import Foundation
import JSON
import TestKit
import TestWorld
import Testing

@Suite struct DoctorTests {
    /// Returns the findings by subject.
    ///
    /// The exit status must match. The programs beside `dragoman` may be missing in a test.
    private func findings(
        _ sandbox: Sandbox, in directory: String = "app", environment: [String: String] = [:]
    ) throws -> [String: (outcome: String, message: String, hint: String?)] {
        let result = sandbox.run(
            ["doctor", "--format", "json"], in: directory, environment: environment)
        let members = try #require(
            try JSONValue.parse(Array(result.output.utf8)).objectValue)
        let findings = try #require(members["findings"]?.arrayValue)
        let hasProblem = findings.contains { $0.objectValue?["outcome"]?.stringValue == "problem" }
        #expect(result.status == (hasProblem ? 1 : 0))
        #expect(members["ok"] == .bool(!hasProblem))
        return Dictionary(
            uniqueKeysWithValues: findings.compactMap { finding in
                guard let members = finding.objectValue,
                    let subject = members["subject"]?.stringValue,
                    let outcome = members["outcome"]?.stringValue,
                    let message = members["message"]?.stringValue
                else { return nil }
                return (subject, (outcome, message, members["hint"]?.stringValue))
            })
    }

    private func project() throws -> Sandbox {
        let sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        return sandbox
    }

    @Test func aNewProject() throws {
        let sandbox = try project()
        let found = try findings(sandbox)
        #expect(found.count == 10)
        #expect(found["identity"]?.message == "Ines <ines@example.org>")
        #expect(found["branch"]?.message == "translations, with source texts in en")
        #expect(found["remote"]?.outcome == "note")
        #expect(found["hook"]?.message == "pre-commit")
        #expect(found["read-model"]?.outcome == "ok")
        #expect(found["disk"]?.outcome == "ok")
    }

    @Test func nothingChanges() throws {
        let sandbox = try project()
        sandbox.run(["status"], in: "app")
        let path = sandbox.directory + "/app"
        let before = try FileManager.default.subpathsOfDirectory(atPath: path)
        _ = try findings(sandbox)
        #expect(try FileManager.default.subpathsOfDirectory(atPath: path) == before)
    }

    @Test func noRepository() throws {
        let sandbox = try Sandbox()
        try FileManager.default.createDirectory(
            atPath: sandbox.directory + "/empty", withIntermediateDirectories: true)
        let found = try findings(sandbox, in: "empty")
        #expect(found["repository"]?.outcome == "note")
        #expect(found["branch"] == nil)
        #expect(found["disk"]?.outcome == "ok")
    }

    @Test func aRepositoryWithoutTheBranch() throws {
        let sandbox = try Sandbox()
        try sandbox.git("init", "-q", "-b", "main", "app")
        let found = try findings(sandbox)
        #expect(found["branch"]?.outcome == "problem")
        #expect(found["branch"]?.hint?.contains("dragoman init") == true)
        #expect(found["read-model"] == nil)
    }

    @Test func aRemote() throws {
        let sandbox = try project()
        try sandbox.git("init", "-q", "--bare", "hub.git")
        sandbox.run(["remote", "add", "origin", "../hub.git"], in: "app")
        #expect(try findings(sandbox)["remote"]?.message.contains("never been pushed") == true)
        #expect(sandbox.run(["push"], in: "app").status == 0)
        #expect(try findings(sandbox)["remote"]?.outcome == "ok")
        sandbox.run(["locale", "add", "fr"], in: "app")
        #expect(try findings(sandbox)["remote"]?.hint?.contains("dragoman sync") == true)
    }

    /// The branch of the upstream counts, as in a sync.
    @Test func anUpstreamOfAnotherName() throws {
        let sandbox = try project()
        try sandbox.git("init", "-q", "--bare", "hub.git")
        try sandbox.git("remote", "add", "hub", "../hub.git", in: "app")
        try sandbox.git("push", "-q", "-u", "hub", "translations:l10n", in: "app")
        #expect(try findings(sandbox)["remote"]?.outcome == "ok")
        try sandbox.git("remote", "add", "other", "../other.git", in: "app")
        try sandbox.git("config", "--unset", "branch.translations.remote", in: "app")
        #expect(try findings(sandbox)["remote"]?.message.contains("none is called origin") == true)
    }

    @Test func hooks() throws {
        let sandbox = try project()
        let hook = sandbox.directory + "/app/.git/hooks/pre-commit"
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: hook)
        #expect(try findings(sandbox)["hook"]?.outcome == "problem")
        try sandbox.write("#!/bin/sh\n", to: "app/.git/hooks/pre-commit")
        #expect(try findings(sandbox)["hook"]?.outcome == "note")
        try FileManager.default.removeItem(atPath: hook)
        #expect(try findings(sandbox)["hook"]?.message.hasPrefix("No hook protects") == true)
    }

    @Test(arguments: [(UInt32(1), "An older version"), (1_000_000, "A newer version")])
    func aReadModelOfAnotherVersion(version: UInt32, message: String) throws {
        let sandbox = try project()
        sandbox.run(["status"], in: "app")
        let path = sandbox.directory + "/app/.git/dragoman/translations.sqlite"
        let file = try #require(FileHandle(forUpdatingAtPath: path))
        try file.seek(toOffset: 60)
        try file.write(contentsOf: withUnsafeBytes(of: version.bigEndian) { Data($0) })
        try file.close()
        #expect(try findings(sandbox)["read-model"]?.message.hasPrefix(message) == true)
    }

    @Test func aReadModelOfANewerVersionIsRebuilt() throws {
        let sandbox = try project()
        sandbox.run(["status"], in: "app")
        let path = sandbox.directory + "/app/.git/dragoman/translations.sqlite"
        let tables = try sandbox.execute(
            "/usr/bin/env",
            [
                "sqlite3", path,
                "PRAGMA user_version = 99; UPDATE meta SET value = 99 WHERE name = 'schema'",
            ])
        try #require(tables.status == 0, "\(tables)")
        let first = sandbox.run(["status"], in: "app")
        #expect(first.status == 0)
        #expect(
            first.errors.contains("A newer version of dragoman wrote the read model"), "\(first)")
        #expect(sandbox.run(["status"], in: "app").errors.isEmpty)
    }

    @Test func aDamagedReadModel() throws {
        let sandbox = try project()
        try sandbox.write("no database", to: "app/.git/dragoman/translations.sqlite")
        #expect(try findings(sandbox)["read-model"]?.message.hasPrefix("It is damaged") == true)
    }

    @Test(arguments: ["app", ""])
    func noIdentity(directory: String) throws {
        let sandbox = try project()
        let found = try findings(
            sandbox, in: directory, environment: ["GIT_AUTHOR_NAME": "", "GIT_AUTHOR_EMAIL": ""])
        #expect(found["identity"]?.outcome == "problem")
        #expect(found["identity"]?.hint?.contains("user.email") == true)
    }

    @Test(arguments: [
        ("C", true, "problem"), ("C", false, "ok"), ("de_DE.UTF-8", true, "ok"),
        ("C.utf8", true, "ok"),
    ])
    func terminals(locale: String, isInteractive: Bool, outcome: String) throws {
        let sandbox = try project()
        let terminal = RecordingTerminal(isInteractive: isInteractive)
        let result = sandbox.run(
            ["doctor"], in: "app", environment: ["LC_ALL": locale], terminal: terminal)
        let line = result.output.split(separator: "\n").first { $0.contains("terminal") }
        #expect(line?.contains(outcome) == true, "\(result)")
    }

    @Test func noGit() throws {
        let sandbox = try project()
        let found = try findings(sandbox, environment: ["PATH": "/nowhere"])
        #expect(found["git"]?.message == "The program git is not installed.")
        #expect(found["identity"]?.outcome == "ok")
    }
}
