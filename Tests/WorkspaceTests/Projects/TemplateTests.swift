import Foundation
import TestWorld
import Testing
import Translation
import Workspace

/// The files that `init` writes, compared with their source folder.
@Suite struct TemplateTests {
    private static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
        .appending(path: "repo-template").resolvingSymlinksInPath()

    private static func templateFiles() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            .filter { path in
                var isDirectory = false
                _ = FileManager.default.fileExists(
                    atPath: folder.appending(path: path).path, isDirectory: &isDirectory)
                return !isDirectory
            }.sorted()
    }

    @Test func theFirstCommitHoldsTheTemplate() throws {
        let sandbox = try Sandbox.withProject()
        let files = try Self.templateFiles()
        let committed = try sandbox.git("ls-tree", "-r", "--name-only", "translations", in: "app")
            .split(separator: "\n").map(String.init)
        let expected = files.filter { !$0.hasPrefix("hooks/") } + ["dragoman.json"]
        #expect(committed.sorted() == expected.sorted())
        for path in files where !path.hasPrefix("hooks/") {
            let text = try sandbox.git("show", "translations:\(path)", in: "app")
            let template = try String(
                contentsOf: Self.folder.appending(path: path), encoding: .utf8)
            #expect(text.utf8.elementsEqual(template.utf8), "\(path)")
        }
    }

    @Test func hooksGoToGitAndNeverOverOthers() throws {
        let sandbox = try Sandbox.withProject()
        // The server hook refuses every push if the program is missing, so it is installed only on
        // request.
        let onServers = "hooks/pre-receive"
        #expect(
            !FileManager.default.fileExists(atPath: sandbox.directory + "/app/.git/" + onServers))
        #expect(sandbox.run(["receive", "--install"], in: "app").status == 0)
        for path in try Self.templateFiles() where path.hasPrefix("hooks/") {
            let installed = try sandbox.read("app/.git/" + path)
            let template = try String(
                contentsOf: Self.folder.appending(path: path), encoding: .utf8)
            #expect(installed.utf8.elementsEqual(template.utf8), "\(path)")
            #expect(
                FileManager.default.isExecutableFile(
                    atPath: sandbox.directory + "/app/.git/" + path), "\(path)")
        }
    }

    @Test func aBranchBesideCodeTouchesNothingElse() throws {
        let sandbox = try Sandbox()
        try sandbox.git("init", "-q", "-b", "main", "code")
        try sandbox.write("print(1)\n", to: "code/main.swift")
        try sandbox.write("#!/bin/sh\n", to: "code/.git/hooks/pre-commit")
        try sandbox.git("add", ".", in: "code")
        try sandbox.git("commit", "-q", "--no-verify", "-m", "code", in: "code")
        let before = try sandbox.git("rev-parse", "main", in: "code")
        #expect(sandbox.run(["init", "."], in: "code").status == 0)
        #expect(try sandbox.git("rev-parse", "HEAD", in: "code") == before)
        #expect(try sandbox.git("status", "--porcelain", in: "code") == "")
        #expect(try sandbox.git("symbolic-ref", "HEAD", in: "code") == "refs/heads/main\n")
        #expect(try sandbox.read("code/.git/hooks/pre-commit") == "#!/bin/sh\n")
        #expect(try sandbox.git("rev-list", "--count", "translations", in: "code") == "1\n")
        let again = sandbox.run(["init", "."], in: "code")
        #expect(again.status == 2)
    }

    @Test func aRepositoryOfItsOwnHasNoWorkTreeAndKeepsAReflog() throws {
        let sandbox = try Sandbox.withProject()
        #expect(try sandbox.git("config", "core.bare", in: "app") == "true\n")
        #expect(try sandbox.git("config", "core.logAllRefUpdates", in: "app") == "always\n")
        sandbox.perform(["locale add fr"], in: "app")
        #expect(
            try sandbox.git("reflog", "show", "--format=%gs", "translations", in: "app")
                .hasPrefix("dragoman: "))
        let project = try sandbox.git("show", "translations:dragoman.json", in: "app")
        #expect(project.hasPrefix("{\"format\":1,\"project\":\"01"))
        #expect(project.hasSuffix("\",\"source\":\"en\",\"defaultSection\":\"default\"}\n"))
    }
}
