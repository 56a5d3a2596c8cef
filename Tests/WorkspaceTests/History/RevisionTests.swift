import Foundation
import ReadModel
import TestWorld
import Testing
import Translation
import Workspace

/// Valid values of `--rev`, and the errors for invalid ones.
@Suite struct RevisionTests {
    private static func project() throws -> Sandbox {
        let sandbox = try Sandbox.withProject()
        sandbox.perform(
            ["locale add fr", "string add greeting Hello", "set fr greeting Salut"], in: "app")
        try sandbox.git("tag", "-a", "-m", "one", "v1.0", "translations", in: "app")
        sandbox.perform(["set fr greeting Bonjour", "set fr greeting Coucou"], in: "app")
        return sandbox
    }

    private static func refusal(_ revision: String, _ directory: String, _ sandbox: Sandbox)
        throws -> Refusal
    {
        let workspace = try sandbox.open(directory)
        return try #require(throws: Refusal.self) {
            try workspace.read(at: .revision(revision)) { _ in }
        }
    }

    @Test(arguments: [
        ("v1.0", "Salut"), ("v1.0^{commit}", "Salut"), ("v1.0^{}", "Salut"), ("HEAD~1", "Bonjour"),
        ("@{1}", "Bonjour"), ("HEAD@{2}", "Salut"), ("translations@{2}", "Salut"),
        (":/set fr greeting", "Coucou"), ("HEAD^{/define}", nil), ("@", "Coucou"),
        ("refs/tags/v1.0", "Salut"), ("heads/translations", "Coucou"),
    ])
    func whatGitTakes(revision: String, text: String?) throws {
        let sandbox = try Self.project()
        let result = sandbox.run(["get", "fr", "greeting", "--rev", revision], in: "app")
        #expect(result.output == text.map { "\($0)\n" } ?? "", "\(result)")
        #expect(result.status == (text == nil ? 1 : 0))
    }

    @Test func aDateIsSentToAt() throws {
        let sandbox = try Self.project()
        let refusal = try Self.refusal("2026-01-01", "app", sandbox)
        #expect(refusal.code == .unknownRevision)
        #expect(refusal.hint.typed.contains("--at 2026-01-01"))
        // A tag may have such a name nevertheless.
        try sandbox.git("tag", "2026-01-01", "v1.0", in: "app")
        #expect(
            sandbox.run(["get", "fr", "greeting", "--rev", "2026-01-01"], in: "app").output
                == "Salut\n")
    }

    @Test func namesThatAreLikeIt() throws {
        let sandbox = try Self.project()
        try sandbox.git("branch", "spanish", "translations", in: "app")
        try sandbox.clone("app", to: "work")
        #expect(try Self.refusal("v1.O", "app", sandbox).nearest == ["v1.0"])
        #expect(try Self.refusal("v1.O~2", "app", sandbox).nearest == ["v1.0"])
        #expect(try Self.refusal("spansih", "app", sandbox).nearest == ["spanish"])
        #expect(try Self.refusal("origin/spansih", "work", sandbox).nearest == ["origin/spanish"])
        // The name is correct, but not the suffix.
        #expect(try Self.refusal("v1.0~99", "app", sandbox).nearest == [])
    }

    /// Each refusal suggests a command; running it must fetch the missing history.
    @Test func aShallowCloneNamesTheFetchThatBringsIt() throws {
        let sandbox = try Self.project()
        let old = try sandbox.commit("v1.0", in: "app")
        for revision in ["v1.0", "tags/v1.0", "HEAD~2", old, String(old.prefix(10)), "v1.0^0"] {
            let clone = "shallow-\(abs(revision.hashValue))"
            try sandbox.git("clone", "-q", "--depth", "1", "file://\(sandbox.directory)/app", clone)
            let get = ["get", "fr", "greeting", "--rev", revision]
            let refused = sandbox.run(get, in: clone)
            #expect(refused.status == 2)
            let line = try #require(refused.errors.split(separator: "`").dropFirst().first)
            #expect(line.hasPrefix("git fetch "), "\(refused.errors)")
            let words = line.split(separator: " ").dropFirst().map(String.init)
            let fetched = try sandbox.execute("/usr/bin/env", ["git"] + words, in: clone)
            #expect(fetched.status == 0, "\(line): \(fetched.errors)")
            #expect(sandbox.run(get, in: clone).output == "Salut\n", "\(revision): \(line)")
        }
    }

    @Test func aTagThatIsCheckedOutAloneIsReadAndNotWrittenTo() throws {
        let sandbox = try Self.project()
        try sandbox.git(
            "clone", "-q", "--depth", "1", "-c", "advice.detachedHead=false", "--branch", "v1.0",
            "file://\(sandbox.directory)/app", "tagged")
        #expect(sandbox.run(["get", "fr", "greeting"], in: "tagged").output == "Salut\n")
        #expect(
            sandbox.run(["get", "fr", "greeting", "--rev", "v1.0"], in: "tagged").output
                == "Salut\n")
        let refused = sandbox.run(["set", "fr", "greeting", "Allo"], in: "tagged")
        #expect(refused.status == 2)
        #expect(refused.errors.contains("hint: `dragoman fetch`"))
        #expect(try sandbox.git("for-each-ref", "refs/heads", in: "tagged") == "")
        // The suggested command makes it writable.
        #expect(sandbox.run(["fetch"], in: "tagged").status == 0)
        #expect(sandbox.run(["set", "fr", "greeting", "Allo"], in: "tagged").status == 0)
        #expect(
            sandbox.run(["get", "fr", "greeting", "--rev", "translations~1"], in: "tagged").output
                == "Coucou\n")
    }

    @Test func aDetachedHeadOfCodeIsNoLog() throws {
        let sandbox = try Self.project()
        try sandbox.git("init", "-q", "-b", "main", "code")
        try sandbox.write("x\n", to: "code/events/x.txt")
        try sandbox.git("add", ".", in: "code")
        try sandbox.git("commit", "-q", "-m", "code", in: "code")
        try sandbox.git("checkout", "-q", "--detach", in: "code")
        let refused = sandbox.run(["status"], in: "code")
        #expect(refused.status == 2)
        #expect(refused.errors.contains("There is no branch “translations” here."))
    }
}
