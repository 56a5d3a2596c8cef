import Foundation
import Git
import Testing

struct OpeningTests {
    @Test func `a new repository is bare, and git agrees`() throws {
        let scratch = try Scratch()
        let path = scratch.directory.path
        #expect(scratch.repository.isBare)
        #expect(scratch.repository.gitDirectory == "\(path)/.git")
        #expect(try scratch.repository.headBranch() == branch)
        #expect(try scratch.directory.git("config", "core.bare") == "true\n")
        #expect(try scratch.directory.git("symbolic-ref", "HEAD") == "refs/heads/translations\n")
        #expect(
            try scratch.directory.git("rev-parse", "--is-bare-repository") == "true\n")
    }

    @Test func `creating twice is refused`() throws {
        let scratch = try Scratch()
        let code = code {
            _ = try GitRepository.create(at: scratch.directory.path, initialBranch: "other")
        }
        #expect(code == .exists)
    }

    @Test(arguments: ["", "/sub/deeper", "/.git"])
    func `discovers a bare .git from above and below`(place: String) throws {
        let scratch = try Scratch()
        let path = scratch.directory.path
        try scratch.directory.write("", to: "sub/deeper/file")
        let found = try GitRepository.discover(from: path + place)
        #expect(found.gitDirectory == "\(path)/.git")
        #expect(found.workDirectory == nil)
    }

    @Test func `finds nothing below a ceiling, and open does not search`() throws {
        let scratch = try Scratch()
        let path = scratch.directory.path
        try scratch.directory.write("", to: "sub/deeper/file")
        #expect(
            code { _ = try GitRepository.discover(from: "\(path)/sub/deeper", ceilings: [path]) }
                == .notFound)
        #expect(code { _ = try GitRepository.open(at: "\(path)/sub") } == .notFound)
    }

    @Test func `opens linked work trees of plain and bare repositories`() throws {
        let plain = try CheckedOut()
        try plain.git("worktree", "add", "-q", "../linked")
        let linked = try GitRepository.discover(from: "\(plain.directory.path)/linked/d")
        #expect(linked.workDirectory == "\(plain.directory.path)/linked")
        #expect(linked.commonDirectory == "\(plain.directory.path)/main/.git")
        #expect(linked.gitDirectory == "\(plain.directory.path)/main/.git/worktrees/linked")

        let bare = try Scratch()
        try bare.commit(["a": "1"])
        try bare.directory.git("worktree", "add", "-q", "tree", "translations")
        let tree = try GitRepository.discover(from: "\(bare.directory.path)/tree")
        #expect(tree.workDirectory == "\(bare.directory.path)/tree")
        #expect(tree.commonDirectory == "\(bare.directory.path)/.git")
    }

    @Test(arguments: [
        ("1", "partialClone", "origin"), ("0", "partialClone", "origin"),
        ("1", "worktreeConfig", "true"), ("0", "worktreeConfig", "true"),
        ("1", "objectFormat", "sha256"), ("1", "someFutureThing", "true"),
    ])
    func `refuses extensions by name`(version: String, name: String, value: String) throws {
        let scratch = try Scratch()
        try scratch.directory.git("config", "core.repositoryFormatVersion", version)
        try scratch.directory.git("config", "extensions.\(name)", value)
        do {
            _ = try GitRepository.discover(from: scratch.directory.path)
            Issue.record("opened")
        } catch {
            #expect(error.code == .unsupportedExtension)
            #expect(error.extensionName?.lowercased() == name.lowercased())
        }
    }

    @Test func `refuses what git makes with a filter or another hash`() throws {
        let source = try CheckedOut()
        try source.git("config", "uploadpack.allowFilter", "true")
        let url = "file://\(source.directory.path)/main"
        try source.directory.git("clone", "-q", "--filter=blob:none", url, "partial")
        try source.directory.git("init", "-q", "--object-format=sha256", "long")
        for (name, expected) in [("partial", "partialClone"), ("long", "objectFormat")] {
            do {
                _ = try GitRepository.open(at: "\(source.directory.path)/\(name)")
                Issue.record("opened \(name)")
            } catch {
                #expect(error.extensionName == expected)
                #expect(error.hint != nil)
            }
        }
    }

    @Test func `a switched-off extension is none`() throws {
        let scratch = try Scratch()
        try scratch.directory.git("config", "extensions.worktreeConfig", "false")
        _ = try GitRepository.open(at: scratch.directory.path)
    }
}
