import Foundation
import JSON
import TestWorld
import Testing
import Translation

/// Signed commits: ours are signed like Git's, and a project can require them.
@Suite struct CommitSignatureTests {
    /// A server whose project requires signatures and lists the keys of Mara and Ines.
    private static func server(_ signers: (Keys) -> String = { $0.all }) throws -> JudgedServer {
        let keys = try Keys()
        var server = try JudgedServer([
            "config signers '\(signers(keys))'", "config signed true --force",
        ])
        server.pusher = nil
        try keys.copy(to: server.sandbox)
        try sign(server, with: "ines")
        return server
    }

    /// Configures Git in the clone to sign with a key.
    private static func sign(
        _ server: JudgedServer, with key: String, in directory: String = "work"
    ) throws {
        let sandbox = server.sandbox
        try sandbox.git("config", "commit.gpgsign", "true", in: directory)
        try sandbox.git("config", "gpg.format", "ssh", in: directory)
        try sandbox.git("config", "user.signingkey", "\(sandbox.directory)/\(key)", in: directory)
    }

    /// Keys of people, without passphrases.
    private struct Keys {
        let sandbox: Sandbox

        init() throws {
            sandbox = try Sandbox()
            for name in ["mara", "ines", "otto"] {
                let made = try sandbox.execute(
                    "/usr/bin/ssh-keygen",
                    ["-q", "-t", "ed25519", "-N", "", "-C", name, "-f", name])
                try #require(made.status == 0, "\(made)")
            }
        }

        func text(_ name: String) -> String {
            let text = (try? sandbox.read(name + ".pub")) ?? ""
            return text.trimmingCharacters(in: .newlines)
        }

        var all: String {
            #"{"mara@example.org":["\#(text("mara"))"],"ines@example.org":["\#(text("ines"))"]}"#
        }

        func copy(to other: Sandbox) throws {
            for name in ["mara", "ines", "otto", "ines.pub"] {
                let path = other.directory + "/" + name
                try FileManager.default.copyItem(
                    atPath: sandbox.directory + "/" + name, toPath: path)
            }
        }
    }

    @Test func ourCommitsAreSignedAsThoseOfGit() throws {
        let server = try Self.server()
        try server.work("set fr farewell Salut")
        try server.git("commit", "-q", "--allow-empty", "-m", "by git")
        let key = try server.sandbox.read("ines.pub")
        try server.sandbox.write("ines@example.org \(key)", to: "allowed")
        try server.git(
            "config", "gpg.ssh.allowedSignersFile", server.sandbox.directory + "/allowed")
        let seen = try server.sandbox.git("log", "-3", "--format=%G? %GS", in: "work")
        #expect(seen == "G ines@example.org\nG ines@example.org\nN \n")
        let raw = try server.sandbox.git("cat-file", "commit", "HEAD~1", in: "work")
        let byGit = try server.sandbox.git("cat-file", "commit", "HEAD", in: "work")
        let lines = { (text: String) in
            text.split(separator: "\n").filter { $0.hasPrefix(" ") }.count
        }
        #expect(lines(raw) == lines(byGit))
        #expect(!raw.contains("\n \n"))
        try server.sandbox.git("fsck", "--strict", in: "work")
        let verdict = try server.push()
        #expect(verdict.status == 0 && verdict.others.isEmpty, "\(verdict.text)")
    }

    @Test func anAgentSigns() throws {
        let server = try Self.server()
        let sandbox = server.sandbox
        try server.git(
            "config", "user.signingkey",
            "key::" + sandbox.read("ines.pub").trimmingCharacters(in: .newlines))
        let socket = sandbox.directory + "/agent"
        let agent = Process()
        agent.executableURL = URL(fileURLWithPath: "/usr/bin/ssh-agent")
        agent.arguments = ["-D", "-a", socket]
        agent.standardOutput = FileHandle.nullDevice
        agent.standardError = FileHandle.nullDevice
        try agent.run()
        // The threads of tests block signals, and children inherit the mask: only SIGKILL ends it.
        defer { kill(agent.processIdentifier, SIGKILL) }
        for _ in 0..<500 where !FileManager.default.fileExists(atPath: socket) { usleep(10_000) }
        let environment = ["SSH_AUTH_SOCK": socket]
        let added = try sandbox.execute(
            "/usr/bin/ssh-add", ["-q", "ines"], environment: environment)
        try #require(added.status == 0, "\(added)")
        try server.work("set fr farewell Salut", as: environment)
        #expect(try server.push().status == 0)
        let refused = sandbox.run(["set", "fr", "farewell", "Ciao"], in: "work")
        #expect(refused.status == 2 && refused.errors.contains("cannot be signed"), "\(refused)")
    }

    @Test func withoutAKeyNothingIsWritten() throws {
        let server = try Self.server()
        let before = try server.commit("HEAD")
        func refusal(_ words: String...) -> String {
            let result = server.sandbox.run(["set", "fr", "farewell"] + words, in: "work")
            #expect(result.status == 2, "\(result)")
            return result.errors
        }
        try server.git("config", "commit.gpgsign", "false")
        #expect(refusal("Salut").contains("The project requires signed commits"))
        try server.git("config", "commit.gpgsign", "true")
        try server.git("config", "gpg.format", "openpgp")
        #expect(
            refusal("Salut").contains("the format openpgp, but Dragoman signs with SSH keys only"))
        try server.git("config", "gpg.format", "ssh")
        try server.git("config", "user.signingkey", "/nowhere/key")
        #expect(refusal("Salut").contains("There is no key /nowhere/key"))
        try server.git("config", "--unset", "user.signingkey")
        #expect(refusal("Salut").contains("`user.signingkey` is not"))
        #expect(try server.commit("HEAD") == before)
    }

    /// Without a key that the server accepts, merging and gathering are refused; a fast-forward
    /// needs no key.
    @Test func withoutAKeyNothingIsUnitedOrGathered() throws {
        let server = try Self.server()
        let sandbox = server.sandbox
        try sandbox.git("clone", "-q", "server", "other")
        try sandbox.git("config", "commit.gpgsign", "false", in: "work")
        func refused(_ words: String...) throws -> String {
            let before = try sandbox.git("for-each-ref", "refs/heads", in: "work")
            let result = sandbox.run(words, in: "work")
            #expect(result.status == 2, "\(result)")
            #expect(try sandbox.git("for-each-ref", "refs/heads", in: "work") == before)
            return result.errors
        }
        func work(_ words: String, isSigned: String) throws {
            try server.git("config", "commit.gpgsign", isSigned)
            try server.work(words)
            try server.git("config", "commit.gpgsign", "false")
        }
        try Self.sign(server, with: "ines", in: "other")
        try server.run(["set", "fr", "farewell", "Salut"], as: JudgedServer.mara, in: "other")
        try server.run(["sync"], in: "other")
        try server.work("sync")
        #expect(try refused("gather", "--all").contains("The project requires signed commits"))
        try work("set fr greeting Coucou", isSigned: "true")
        try server.run(["set", "fr", "farewell", "Ciao"], as: JudgedServer.mara, in: "other")
        try server.run(["sync"], in: "other")
        #expect(try refused("sync").contains("The project requires signed commits"))
        // The setting is pushed first, and is not known here yet; after that it is known on both
        // sides.
        try work("sync", isSigned: "true")
        try server.run(["sync"], in: "other")
        try server.run(["config", "signed", "false"], as: JudgedServer.mara, in: "other")
        try server.run(["sync"], in: "other")
        try server.work("sync")
        try server.work("set fr greeting Hé")
        try server.run(["config", "signed", "true"], as: JudgedServer.mara, in: "other")
        try server.run(["sync"], in: "other")
        #expect(try refused("sync").contains("The project requires signed commits"))
    }

    @Test func aCommitWithoutASignatureIsRefused() throws {
        let server = try Self.server()
        try server.add(try server.event(1, AttackTests.text))
        #expect(try server.push().status == 0)
        try server.git("config", "commit.gpgsign", "false")
        try server.git("commit", "-q", "--allow-empty", "-m", "not signed")
        #expect(try server.push().errors == ["signature"])
    }

    /// The key identifies the user, whatever the server says.
    @Test func theKeyIsWhoPushes() throws {
        var server = try Self.server()
        server.pusher = "ines@example.org"
        try Self.sign(server, with: "mara")
        try server.work("set fr farewell Salut")
        #expect(try server.push().errors == ["actor"])
    }

    @Test func aForeignKeyIsRefused() throws {
        let server = try Self.server()
        try Self.sign(server, with: "otto")
        try server.work("set fr farewell Salut")
        #expect(try server.push().errors == ["signature"])
        // A user who adds a key in the same push is not yet identified by it.
        let keys =
            #"{"ines@example.org":["\#(try server.sandbox.execute("/usr/bin/ssh-keygen", ["-y", "-f", "otto"]).output.trimmingCharacters(in: .newlines))"]}"#
        try server.add(
            try server.event(
                1, .settingChanged(name: "signers", value: try JSONValue.parse(Array(keys.utf8))),
                by: "mara@example.org", locale: "en", key: nil))
        #expect(try server.push().errors.contains("signature"))
    }

    @Test func aSignatureForSomethingElseIsRefused() throws {
        let server = try Self.server()
        try server.sandbox.write(
            """
            #!/bin/bash
            args=()
            for word in "$@"; do [ "$word" = git ] && word=file; args+=("$word"); done
            exec ssh-keygen "${args[@]}"
            """, to: "wrong")
        try server.sandbox.execute("/bin/chmod", ["+x", "wrong"])
        try server.git("config", "gpg.ssh.program", server.sandbox.directory + "/wrong")
        try server.work("set fr farewell Salut")
        #expect(try server.push().errors == ["signature"])
    }

    @Test(arguments: [
        (#""validBefore":"20261121""#, false), (#""validBefore":"20261122""#, true),
        (#""validAfter":"20261122""#, false), (#""validAfter":"20261120""#, true),
    ])
    func keysHaveTheirTime(limit: String, isGood: Bool) throws {
        let server = try Self.server { keys in
            #"{"ines@example.org":[{"key":"\#(keys.text("ines"))",\#(limit)}]}"#
        }
        try server.work("set fr farewell Salut")
        #expect(try server.push().errors == (isGood ? [] : ["signature"]))
    }

    @Test func aRemovedSignerIsNoSigner() throws {
        let server = try Self.server()
        try Self.sign(server, with: "mara")
        try server.sandbox.write("", to: "none")
        let others = try JSONValue.parse(
            Array(try server.work("config signers --format json").utf8)
        ).objectValue?["signers"]?.objectValue?["mara@example.org"]
        let value = JSONValue.object(
            JSONObject(uniqueMembers: [("mara@example.org", try #require(others))]))
        try server.run(
            ["config", "signers", String(decoding: CanonicalJSON.encode(value), as: UTF8.self)],
            as: JudgedServer.mara, in: "work")
        #expect(try server.push().status == 0)
        try server.git("push", "-q", "../server", "HEAD:translations")
        try Self.sign(server, with: "ines")
        try server.work("set fr farewell Salut")
        #expect(try server.push().errors == ["signature"])
    }

    @Test func anOpenPGPSignatureIsNone() throws {
        let server = try Self.server()
        let raw = try server.sandbox.git("cat-file", "commit", "HEAD", in: "work")
        let parts = raw.split(separator: "\n\n", maxSplits: 1).map(String.init)
        try server.sandbox.write(
            parts[0]
                + "\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n\n"
                + parts[1], to: "forged")
        let id = try server.sandbox.git(
            "hash-object", "-t", "commit", "-w", "../forged", in: "work"
        )
        .trimmingCharacters(in: .newlines)
        try server.git("reset", "-q", "--hard", id)
        let verdict = try server.push()
        #expect(verdict.errors.contains("signature"))
        #expect(verdict.text.contains("OpenPGP is not supported"))
    }
}
