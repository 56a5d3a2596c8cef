import Foundation
import TestWorld
import Testing

/// The hook of `repo-template/` in a server's repository, with real pushes by Git.
@Suite struct ServerHookTests {
    /// A server with the hook, and the repository of Mara, the only reviewer of French.
    private struct Server {
        let sandbox: Sandbox
        private let path: String

        init() throws {
            sandbox = try Sandbox()
            let system = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
            path = "\(try Products.directory):\(system)"
            try dragoman(["init", "app"])
            for line in [
                "locale add fr", "string add greeting Hello",
                #"config reviewers '{"fr":["mara@example.org"],"*":["mara@example.org"]}'"#,
            ] { try dragoman(Transcript.words(line), in: "app") }
            try sandbox.git("init", "-q", "--bare", "-b", "translations", "server")
            try dragoman(["-C", "server", "receive", "--install"])
            try sandbox.git("remote", "add", "origin", "../server", in: "app")
        }

        @discardableResult
        func dragoman(_ words: [String], in directory: String = "") throws -> String {
            let result = try sandbox.execute(
                Products.dragoman, words, in: directory,
                environment: ["GIT_AUTHOR_NAME": "Mara", "GIT_AUTHOR_EMAIL": "mara@example.org"])
            try #require(result.status == 0, "\(words): \(result)")
            return result.output
        }

        func push(
            _ words: String..., from directory: String = "app",
            as user: String? = "mara@example.org",
            withProgram: Bool = true
        ) throws -> Sandbox.Result {
            var environment = ["PATH": withProgram ? path : "/usr/bin:/bin"]
            environment["REMOTE_USER"] = user
            return try sandbox.execute(
                "/usr/bin/env", ["git", "push", "-q"] + words, in: directory,
                environment: environment)
        }

        func tip(of directory: String = "server", _ name: String = "translations") throws -> String
        {
            try sandbox.git("rev-parse", name, in: directory)
        }
    }

    @Test func pushesAreJudgedBeforeTheyAreAccepted() throws {
        let server = try Server()
        #expect(try server.push("origin", "translations").status == 0)
        #expect(try server.tip() == server.tip(of: "app"))

        // A thin pack, based on the server's objects.
        try server.dragoman(Transcript.words("set fr greeting Bonjour"), in: "app")
        let good = try server.push("--thin", "origin", "translations")
        #expect(good.status == 0, "\(good)")

        // A user without the program edits by hand.
        try server.sandbox.git("clone", "-q", "server", "work")
        let file = try server.sandbox.git("ls-files", "events/fr", in: "work")
            .split(separator: "\n")[0]
        try server.sandbox.git("rm", "-q", String(file), in: "work")
        try server.sandbox.git("commit", "-q", "-m", "by hand", in: "work")
        let before = try server.tip()
        let bad = try server.push("origin", "translations", from: "work")
        #expect(bad.status != 0)
        #expect(bad.errors.contains("remote: error  lost"), "\(bad.errors)")
        #expect(
            bad.errors.contains("remote: refused: refs/heads/translations: the push breaks 1 rule"))
        #expect(bad.errors.contains("remote: hint: "))
        #expect(bad.errors.contains("pre-receive hook declined"))
        #expect(try server.tip() == before)
        // The hook wrote nothing; only Git did.
        #expect(
            !FileManager.default.fileExists(atPath: server.sandbox.directory + "/server/dragoman"))
    }

    @Test func oneBadReferenceStopsAll() throws {
        let server = try Server()
        #expect(try server.push("origin", "translations").status == 0)
        try server.sandbox.git("clone", "-q", "server", "work")
        try server.sandbox.git("tag", "v1", in: "work")
        try server.sandbox.git("tag", "translations", in: "work")
        let both = try server.push(
            "--atomic", "origin", "refs/tags/v1", "refs/tags/translations", from: "work")
        #expect(
            both.status != 0 && both.errors.contains("would be mistaken for the branch"), "\(both)")
        #expect(try server.sandbox.git("tag", in: "server") == "")
        #expect(try server.push("--atomic", "origin", "refs/tags/v1", from: "work").status == 0)
        #expect(try server.push("origin", ":translations", from: "work").errors.contains("rewound"))
        try server.sandbox.git("reset", "-q", "--hard", "HEAD~1", in: "work")
        let forced = try server.push("--force", "origin", "HEAD:translations", from: "work")
        #expect(forced.errors.contains("rewound") && forced.errors.contains("lost"), "\(forced)")
    }

    /// Git itself deletes the branch that a symbolic reference names.
    @Test func aSymbolicReferenceIsNoWayAround() throws {
        let server = try Server()
        #expect(try server.push("origin", "translations").status == 0)
        let alias = "refs/heads/main"
        try server.sandbox.git("symbolic-ref", alias, "refs/heads/translations", in: "server")
        let before = try server.tip()
        let deletion = try server.push("origin", ":main")
        #expect(deletion.errors.contains("rewound"), "\(deletion)")
        let rewinding = try server.push("--force", "origin", "translations~1:main")
        #expect(rewinding.errors.contains("rewound"), "\(rewinding)")
        #expect(try server.tip() == before)
        try server.dragoman(Transcript.words("set fr greeting Bonjour"), in: "app")
        #expect(try server.push("origin", "translations:main").status == 0)
        #expect(try server.tip() == server.tip(of: "app"))
        try server.sandbox.git("config", "receive.denyDeletes", "false", in: "server")
        try server.sandbox.git("config", "core.hooksPath", "nowhere", in: "server")
        try server.sandbox.git("config", "receive.denyDeleteCurrent", "ignore", in: "server")
        #expect(try server.push("origin", ":main").status == 0)
        #expect(try server.sandbox.git("branch", in: "server") == "")
    }

    @Test func whoPushesIsSaidOrNot() throws {
        let server = try Server()
        #expect(try server.push("origin", "translations").status == 0)
        try server.dragoman(Transcript.words("set fr greeting Bonjour"), in: "app")
        let other = try server.push("origin", "translations", as: "otto@example.org")
        #expect(other.status != 0)
        #expect(
            other.errors.contains(
                "Its actor is mara@example.org, but it comes from otto@example.org."))
        let unknown = try server.push("origin", "translations", as: nil)
        #expect(unknown.status == 0)
        #expect(unknown.errors.contains("remote: unchecked  actor"), "\(unknown)")
    }

    @Test func withoutTheProgramNothingIsAccepted() throws {
        let server = try Server()
        let result = try server.push("origin", "translations", withProgram: false)
        #expect(result.status != 0)
        #expect(result.errors.contains("remote: refused: This server checks pushes with dragoman"))
        try server.sandbox.git("config", "dragoman.program", try Products.dragoman, in: "server")
        #expect(try server.push("origin", "translations", withProgram: false).status == 0)
    }

    /// A push is accepted only if the program reports that it judged every reference.
    @Test(arguments: [
        "true", "echo help", "kill -9 $$", "exit 3", "cat", "echo 'judged 1: accepted'; exit 2",
        "echo 'judged 1: accepted'; kill $$", "echo 'judged 2: accepted'",
        "echo 'judged 1: accepted'; echo more", "cat > /dev/null; echo 'x judged 1: accepted'",
    ])
    func aProgramThatDoesNotJudgeAcceptsNothing(body: String) throws {
        let server = try Server()
        let program = server.sandbox.directory + "/program"
        try server.sandbox.write("#!/bin/sh\n\(body)\n", to: "program")
        try server.sandbox.execute("/bin/chmod", ["755", program])
        try server.sandbox.git("config", "dragoman.program", program, in: "server")
        let result = try server.push("origin", "translations")
        #expect(result.status != 0, "\(result)")
        #expect(result.errors.contains("pre-receive hook declined"), "\(result)")
        #expect(try server.sandbox.git("branch", in: "server") == "")
    }

    @Test func severalReferencesAreAcceptedTogether() throws {
        let server = try Server()
        try server.sandbox.git("tag", "v1", "translations", in: "app")
        let result = try server.push("origin", "translations", "v1")
        #expect(result.status == 0, "\(result)")
        #expect(!result.errors.contains("judged"), "\(result)")
    }

    @Test func theHookIsPutOverNoOther() throws {
        let server = try Server()
        try server.dragoman(["-C", "server", "receive", "--install"])
        try server.sandbox.write("#!/bin/sh\n", to: "server/hooks/pre-receive")
        let result = try server.sandbox.execute(
            Products.dragoman, ["-C", "server", "receive", "--install"])
        #expect(result.status == 2 && result.errors.contains("Another hook"), "\(result)")
    }
}
