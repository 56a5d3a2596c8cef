import Foundation
import TestWorld
import Testing

/// What must not go wrong quietly.
@Suite struct SafeguardTests {
    @Test func restoringKeepsWhatADamagedFileStillHolds() throws {
        let sandbox = try Sessions.project()
        try sandbox.write(
            "{\n  \"Log in\": \"Entrer\",\n  \"greeting\": \"Salut\"\n}\n",
            to: "app/fr/default.json")
        sandbox.run(["import", "fr/default.json"], in: "app")
        let digest = sandbox.run(["rebuild"], in: "app").output
        try sandbox.git("worktree", "add", "-q", "../tree", "translations", in: "app")
        let path =
            try sandbox.git("diff", "--name-only", "HEAD~1", in: "tree")
            .split(separator: "\n").map(String.init).first ?? ""
        let lines = try sandbox.read("tree/" + path).split(separator: "\n")
        // Two texts, and what the file says.
        #expect(lines.count == 3)
        try sandbox.write("{\n\(lines[1])\n\(lines[2])\n", to: "tree/" + path)
        try sandbox.git("commit", "-q", "--no-verify", "-am", "by hand", in: "tree")
        let restored = sandbox.run(["fsck", "--restore"], in: "app")
        #expect(restored.errors.contains("Restored 1 event."))
        #expect(sandbox.run(["get", "fr", "greeting"], in: "app").output == "Salut\n")
        #expect(sandbox.run(["get", "fr", "Log in"], in: "app").output == "Entrer\n")
        #expect(try sandbox.read("tree/" + path).hasSuffix("\(lines[1])\n\(lines[2])\n"))
        #expect(sandbox.run(["rebuild"], in: "app").output == digest)
    }

    @Test func aProfileCannotLeaveTheDirectory() throws {
        let sandbox = try Sessions.project()
        let profile = "[{\"format\":\"verid-xml\",\"directory\":\"../../x\"}]"
        let result = sandbox.run(["config", "export-profiles", profile], in: "app")
        #expect(result.status == 2)
        #expect(!FileManager.default.fileExists(atPath: sandbox.directory + "/x"))
        #expect(!FileManager.default.fileExists(atPath: sandbox.directory + "/app/out"))
    }

    @Test func pruningLooksAtAllFilesOfALanguage() throws {
        let sandbox = try Sessions.project()
        try sandbox.write("{\"a\": \"A\"}", to: "one/en/common.json")
        try sandbox.write("{\"b\": \"B\"}", to: "two/en/common.json")
        let files = ["../one/en/common.json", "../two/en/common.json"]
        for _ in 0..<2 {
            let result = sandbox.run(["import", "--prune"] + files, in: "app")
            #expect(result.status == 0, "\(result)")
        }
        let listed = sandbox.run(["list", "-s", "common"], in: "app").output
        #expect(listed == "common:a  A\ncommon:b  B\n")
    }

    @Test func aRemovedLanguageTakesNothingAndLendsNothing() throws {
        let sandbox = try Sessions.project()
        let proposed = sandbox.run(["propose", "fr", "greeting", "Salut"], in: "app").output
        sandbox.run(["locale", "remove", "fr"], in: "app")
        let id = String(proposed.prefix(26))
        #expect(sandbox.run(["accept", id], in: "app").status == 2)
        #expect(
            sandbox.run(["get", "fr-CA", "greeting", "--fallback"], in: "app").output
                == "Good morning\n")
        let exported = sandbox.run(
            ["export", "--format", "verid-xml", "-l", "fr-CA"], in: "app")
        #expect(!exported.output.contains("Bonjour"))
    }

    @Test func tagsInSettingsAreCanonical() throws {
        let sandbox = try Sessions.project()
        sandbox.run(["config", "frozen", "[\"fr_ca\"]"], in: "app")
        #expect(sandbox.run(["set", "fr-CA", "greeting", "Allo"], in: "app").status == 2)
        let reviewers = "{\"FR\":[\"ines@example.org\"]}"
        sandbox.run(["config", "reviewers", reviewers], in: "app")
        let shown = sandbox.run(["config", "reviewers"], in: "app").output
        #expect(shown.contains("{\"fr\":["))
        #expect(sandbox.run(["config", "frozen", "[\"xx\"]"], in: "app").status == 2)
        let twice = "{\"fr-CA\":[],\"fr_CA\":[]}"
        #expect(sandbox.run(["config", "reviewers", twice], in: "app").status == 2)
    }

    @Test func aRefusedBeginningLeavesNothing() throws {
        let sandbox = try Sandbox()
        let nobody = ["GIT_AUTHOR_NAME": "", "GIT_AUTHOR_EMAIL": ""]
        #expect(sandbox.run(["init", "app"], environment: nobody).status == 2)
        #expect(!FileManager.default.fileExists(atPath: sandbox.directory + "/app/.git"))
        #expect(sandbox.run(["init", "app"]).status == 0)
        #expect(
            FileManager.default.isExecutableFile(
                atPath: sandbox.directory + "/app/.git/hooks/pre-commit"))
    }

    @Test func aRepositoryThatCannotBeReadGetsNoOtherInside() throws {
        let sandbox = try Sandbox()
        try sandbox.git("init", "-q", "--object-format=sha256", "other")
        try sandbox.write("", to: "other/sub/.keep")
        #expect(sandbox.run(["init"], in: "other/sub").status == 2)
        #expect(!FileManager.default.fileExists(atPath: sandbox.directory + "/other/sub/.git"))
    }
}
