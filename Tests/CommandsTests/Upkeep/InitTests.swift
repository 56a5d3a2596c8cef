import Foundation
import TestKit
import TestWorld
import Testing

@Suite struct InitTests {
    @Test func beginning() throws {
        let sandbox = try Sandbox()
        var transcript = Transcript(sandbox)
        for line in [
            "init app", "init app", "init other --source de_AT --format json",
            "init bad --source nonsense-tag-here-xx", "-C app status",
            "-C nowhere status", "-C app --branch other status",
        ] { transcript.run(line) }
        assertGolden(transcript.text, "beginning.txt")
        let log = try sandbox.git("log", "--format=%an <%ae> %s", in: "app")
        #expect(log == "Ines <ines@example.org> begin a Dragoman project in en\n")
    }

    @Test func settings() throws {
        let sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        assertGolden(
            Sessions.transcript(
                sandbox,
                [
                    "config", "config self-review false", "config self-review false",
                    "config self-review", "config self-review maybe",
                    "config reviewers '{\"fr\":[\"ines@example.org\"]}' --format json",
                    "config --format json", "config self-reviev", "config self-review --unset",
                    "config export-profiles '[{\"format\":\"verid-xml\",\"directory\":\"ios\"}]'",
                    "config export-profiles '[{\"directory\":\"ios\"}]'",
                ]), "settings.txt")
    }

    @Test func languages() throws {
        let sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        assertGolden(
            Sessions.transcript(
                sandbox,
                [
                    "locale add fr", "locale add fr_CA ES-mx", "locale add fr", "locale add en",
                    "locale add en-UK", "locale add zh-HK --name 'Hong Kong' --planned",
                    "locale add gsw --fallback de,fr --format json",
                    "locale add iw", "locale add xx-YY", "locale add de-formal",
                    "locale list", "locale list --format json", "locale list --format markdown",
                    "locale remove fr-CA", "locale remove fr-CA", "locale remove en",
                    "locale list", "locale add fr-CA",
                ]), "languages.txt")
    }

    @Test func beside() throws {
        let sandbox = try Sandbox()
        try sandbox.git("init", "-q", "-b", "main", "code")
        try sandbox.write("print(1)\n", to: "code/main.swift")
        try sandbox.git("add", ".", in: "code")
        try sandbox.git("commit", "-q", "-m", "code", in: "code")
        let before = try sandbox.git("config", "--local", "--list", in: "code")
        let made = sandbox.run(["init"], in: "code")
        #expect(made.status == 0)
        #expect(try sandbox.git("status", "--porcelain", in: "code") == "")
        #expect(try sandbox.git("branch", "--show-current", in: "code") == "main\n")
        #expect(try sandbox.git("config", "--local", "--list", in: "code") == before)
        #expect(
            try sandbox.git("rev-list", "--max-parents=0", "--all", "--count", in: "code") == "2\n")
        #expect(
            try sandbox.git("ls-tree", "-r", "--name-only", "translations", in: "code")
                == ".gitattributes\n.github/actions/setup/action.yml\n.github/workflows/translations.yml\n.gitlab-ci.yml\nREADME.md\n"
                + "dragoman.json\n")
        sandbox.run(["locale", "add", "fr"], in: "code")
        #expect(sandbox.run(["status"], in: "code").output.contains("fr"))
    }

    @Test func agentsAreToldHowToProposeTexts() throws {
        let sandbox = try Sandbox()
        let made = sandbox.run(["--branch", "l10n", "init", "app", "--agents", "--source", "da"])
        #expect(made.status == 0 && made.errors.contains("Wrote AGENTS.md."), "\(made)")
        let text = try sandbox.read("app/AGENTS.md")
        #expect(text.contains("branch `l10n`") && text.contains("source language is `da`"))
        // Each command in it exists.
        for line in text.split(separator: "`") where line.hasPrefix("dragoman ") {
            let verb = line.split(separator: " ")[1]
            #expect(sandbox.run([String(verb), "--help"]).status == 0, "\(line)")
        }
        #expect(!FileManager.default.fileExists(atPath: sandbox.directory + "/AGENTS.md"))
    }

    @Test func anExistingGuideForAgentsStays() throws {
        let sandbox = try Sandbox()
        try sandbox.write("Mine.\n", to: "app/AGENTS.md")
        let made = sandbox.run(["init", "app", "--agents"])
        #expect(made.status == 0 && made.errors.contains("was not changed"), "\(made)")
        #expect(try sandbox.read("app/AGENTS.md") == "Mine.\n")
        try FileManager.default.createDirectory(
            atPath: sandbox.directory + "/other", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: sandbox.directory + "/other/AGENTS.md", withDestinationPath: "nowhere")
        #expect(sandbox.run(["init", "other", "--agents"]).errors.contains("was not changed"))
        #expect(!FileManager.default.fileExists(atPath: sandbox.directory + "/other/nowhere"))
        #expect(sandbox.run(["init", "third"]).status == 0)
        #expect(!FileManager.default.fileExists(atPath: sandbox.directory + "/third/AGENTS.md"))
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
