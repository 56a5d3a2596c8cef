import Foundation
import Git
import Sync
import TestWorld
import Testing
import Texts
import Translation
import Workspace

/// Branches that are checked out elsewhere or exist only on a remote, and repositories without
/// history or objects.
@Suite struct RepositoryShapeTests {
    private static func project() throws -> Sandbox {
        let sandbox = try Sandbox.withProject()
        sandbox.perform(
            ["locale add fr", "string add greeting Hello", "set fr greeting Bonjour"], in: "app")
        return sandbox
    }

    private static func expectFollows(_ sandbox: Sandbox, _ tree: String, of directory: String)
        throws
    {
        #expect(try sandbox.git("status", "--porcelain", in: tree) == "")
        let committed = try sandbox.git(
            "ls-tree", "-r", "--name-only", "translations", in: directory)
        let files = try sandbox.git("ls-files", in: tree)
        #expect(files == committed)
        for path in files.split(separator: "\n") {
            let text = try sandbox.git("show", "translations:\(path)", in: directory)
            #expect(try sandbox.read("\(tree)/\(path)").utf8.elementsEqual(text.utf8), "\(path)")
        }
    }

    @Test func theMainWorkTreeFollows() throws {
        let sandbox = try Self.project()
        try sandbox.clone("app", to: "work")
        try Self.expectFollows(sandbox, "work", of: "work")
        sandbox.perform(["set fr greeting Salut"], in: "work")
        try Self.expectFollows(sandbox, "work", of: "work")
        // This also works in a subdirectory.
        sandbox.perform(["set fr greeting Coucou"], in: "work/events/fr")
        try Self.expectFollows(sandbox, "work", of: "work")
        #expect(try sandbox.git("log", "--oneline", in: "work").split(separator: "\n").count == 6)
    }

    @Test func linkedWorkTreesFollow() throws {
        let sandbox = try Self.project()
        try sandbox.git("worktree", "add", "-q", "../linked", "translations", in: "app")
        sandbox.perform(["set fr greeting Salut"], in: "app")
        try Self.expectFollows(sandbox, "linked", of: "app")
        sandbox.perform(["set fr greeting Coucou"], in: "linked")
        try Self.expectFollows(sandbox, "linked", of: "app")
        // Both use one log, and one read model.
        #expect(sandbox.run(["get", "fr", "greeting"], in: "app").output == "Coucou\n")
        #expect(
            FileManager.default.fileExists(
                atPath: sandbox.directory + "/app/.git/dragoman/translations.sqlite"))
        #expect(
            !FileManager.default.fileExists(
                atPath: sandbox.directory + "/app/.git/worktrees/linked/dragoman"))
    }

    @Test func workTreesOfOtherBranchesAreLeftAlone() throws {
        let sandbox = try Self.project()
        try sandbox.git("branch", "other", "translations", in: "app")
        try sandbox.git("worktree", "add", "-q", "../other", "other", in: "app")
        try sandbox.git(
            "worktree", "add", "-q", "--detach", "../detached", "translations", in: "app")
        try sandbox.write("changed\n", to: "other/README.md")
        let heads = try ["other", "detached"].map { try sandbox.commit("HEAD", in: $0) }
        sandbox.perform(["set fr greeting Salut"], in: "app")
        #expect(try ["other", "detached"].map { try sandbox.commit("HEAD", in: $0) } == heads)
        #expect(try sandbox.git("status", "--porcelain", in: "other") == " M README.md\n")
        #expect(try sandbox.git("status", "--porcelain", in: "detached") == "")
    }

    @Test func changesInAnyWorkTreeOfTheBranchRefuseTheWrite() throws {
        let sandbox = try Self.project()
        try sandbox.clone("app", to: "work")
        for (path, text) in [
            ("work/README.md", "changed\n"), ("work/events/fr/stray.jsonl", "{}\n"),
        ] {
            try sandbox.write(text, to: path)
            try sandbox.git("add", ".", in: "work")
            let before = try sandbox.commit("HEAD", in: "work")
            let refusal = try #require(throws: (any Error).self) {
                try sandbox.open("work").perform(
                    "set",
                    .unsetText(
                        try Workspace.language("fr") { _ in },
                        StringID(section: "default", key: "greeting")))
            }
            #expect(Refusal(refusal)?.code == .dirtyWorkTree)
            #expect(try sandbox.commit("HEAD", in: "work") == before)
            try sandbox.git("reset", "-q", "--hard", in: "work")
        }
        sandbox.perform(["set fr greeting Salut"], in: "work")
    }

    @Test func aRemoteTrackingBranchIsReadAndMadeLocalByTheFirstWrite() throws {
        let sandbox = try Self.project()
        try sandbox.git("init", "-q", "-b", "main", "code")
        try sandbox.git("remote", "add", "origin", "../app", in: "code")
        let missing = sandbox.run(["get", "fr", "greeting"], in: "code")
        #expect(missing.status == 2)
        #expect(missing.errors.contains("hint: `dragoman fetch` fetches it, if origin has it."))

        #expect(sandbox.run(["fetch"], in: "code").status == 0)
        #expect(sandbox.run(["get", "fr", "greeting"], in: "code").output == "Bonjour\n")
        #expect(try sandbox.git("branch", "--list", in: "code") == "")
        sandbox.perform(["set fr greeting Salut"], in: "code")
        #expect(
            try sandbox.git("branch", "--list", "--format=%(refname)", in: "code")
                == "refs/heads/translations\n")
        #expect(
            try sandbox.commit("translations~1", in: "code")
                == sandbox.commit("origin/translations", in: "code"))
        #expect(
            try sandbox.git(
                "rev-parse", "--abbrev-ref", "translations@{upstream}", in: "code")
                == "origin/translations\n")
        try sandbox.git("push", "-q", "origin", "translations", in: "code")
        #expect(sandbox.run(["get", "fr", "greeting"], in: "app").output == "Salut\n")
    }

    @Test func aShallowCloneExportsTheSameBytesAndCanWrite() throws {
        let sandbox = try Self.project()
        try sandbox.git(
            "clone", "-q", "--depth", "1", "file://\(sandbox.directory)/app", "shallow")
        #expect(try sandbox.git("rev-list", "--count", "HEAD", in: "shallow") == "1\n")
        let digest = try sandbox.rebuiltDigest("app")
        #expect(try sandbox.rebuiltDigest("shallow") == digest)
        for format in ["verid-xml", "i18next-json"] {
            for directory in ["app", "shallow"] {
                let result = sandbox.run(
                    ["export", "--format", format, "-o", "../out-\(directory)"], in: directory)
                #expect(result.status == 0, "\(result)")
            }
        }
        let files = try FileManager.default.subpathsOfDirectory(
            atPath: sandbox.directory + "/out-app")
        #expect(files.contains("fr.xml") && files.contains("fr/default.json"))
        #expect(
            try sandbox.execute("/usr/bin/env", ["diff", "-r", "out-app", "out-shallow"]).output
                == "")

        #expect(try RepositoryCheck(sandbox.open("shallow")).run().isOK)
        sandbox.perform(["set fr greeting Salut", "propose fr greeting Coucou"], in: "shallow")
        #expect(try sandbox.git("status", "--porcelain", in: "shallow") == "")
        try sandbox.git("push", "-q", "origin", "translations", in: "shallow")
        #expect(try sandbox.rebuiltDigest("app") == sandbox.rebuiltDigest("shallow"))
        try sandbox.expectSoundObjects("app")
    }

    @Test func aPartialCloneIsRefusedByName() throws {
        let sandbox = try Self.project()
        try sandbox.git("config", "uploadpack.allowFilter", "true", in: "app")
        try sandbox.git(
            "clone", "-q", "--filter=blob:none", "file://\(sandbox.directory)/app", "partial")
        let refusal = try #require(throws: Refusal.self) { try sandbox.open("partial") }
        #expect(refusal.code == .repository)
        #expect(refusal.message.lowercased().contains("partialclone"), "\(refusal.message)")
        #expect(!refusal.hint.typed.isEmpty)
    }

    @Test func aRepositoryOfSHA256IsRefusedByName() throws {
        let sandbox = try Sandbox()
        try sandbox.git("init", "-q", "--object-format=sha256", "strange")
        let refusal = try #require(throws: Refusal.self) { try sandbox.open("strange") }
        #expect(refusal.code == .repository)
        #expect(refusal.message.lowercased().contains("sha-256"), "\(refusal.message)")
    }
}
