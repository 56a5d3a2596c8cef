import Foundation
import TestWorld
import Testing

@testable import Git

/// The directories that Git's `safe.directory` lists.
@Suite struct TrustedDirectoriesTests {
    @Test(arguments: [
        (["/srv/app"], true), (["/srv/app/"], true), (["/srv/app/.git"], true), (["*"], true),
        (["/srv/*"], true), (["/*"], true), (["/elsewhere", "/srv/app"], true), ([], false),
        (["/srv"], false), (["/srv/ap"], false), (["/srv/app/sub"], false), (["/sr/*"], false),
        (["*", ""], false), (["/srv/app", "", "/other"], false), (["", "*"], true),
        (["app"], false), (["/srv/ap*"], false),
    ])
    func names(values: [String], isTrusted: Bool) {
        let directories = ["/srv/app/", "/srv/app/.git/"]
        #expect(TrustedDirectories(values).contain(anyOf: directories) == isTrusted, "\(values)")
    }

    @Test func linksLeadToDirectories() throws {
        let sandbox = try Sandbox()
        try sandbox.write("", to: "app/.keep")
        try sandbox.execute("/bin/ln", ["-s", "app", "link"])
        let path = URL(fileURLWithPath: sandbox.directory + "/app").resolvingSymlinksInPath().path
        let trusted = TrustedDirectories([sandbox.directory + "/link"])
        #expect(trusted.contain(anyOf: [path]))
        #expect(!trusted.contain(anyOf: [path + "s"]))
    }

    /// A work tree in a repository's own configuration does not count as its directory.
    @Test func repositoriesAreNotTrustedByWhatTheySayOfThemselves() throws {
        let sandbox = try Sandbox()
        for name in ["trusted", "outer", "outer/sub"] { try sandbox.git("init", "-q", name) }
        try sandbox.git("init", "-q", "--separate-git-dir=apart.git", "beside")
        try sandbox.git("init", "-q", "--bare", "bare.git")
        try sandbox.git("commit", "-q", "--allow-empty", "-m", "one", in: "trusted")
        try sandbox.git("worktree", "add", "-q", "../linked", in: "trusted")
        func directories(_ path: String) throws -> [String] {
            let root = URL(fileURLWithPath: sandbox.directory).resolvingSymlinksInPath().path + "/"
            let repository = try GitRepository.open(at: root + path)
            return try repository.withHandle { $0.directories }.map {
                String($0.dropFirst(root.count))
            }
        }
        #expect(try directories("outer") == ["outer/", "outer/.git/"])
        #expect(try directories("bare.git") == ["bare.git/"])
        #expect(try directories("beside") == ["beside/", "apart.git/"])
        #expect(try directories("linked") == ["linked/", "trusted/.git/worktrees/linked/"])

        func claim(_ directory: String, by gitDirectory: String) throws {
            let path = sandbox.directory + "/" + directory
            try sandbox.git("config", "-f", gitDirectory + "/config", "core.bare", "false")
            try sandbox.git("config", "-f", gitDirectory + "/config", "core.worktree", path)
        }
        for directory in ["trusted", "outer/sub"] {
            try claim(directory, by: "outer/.git")
            #expect(try directories("outer") == ["outer/", "outer/.git/"], "\(directory)")
            try claim(directory, by: "bare.git")
            #expect(try directories("bare.git") == ["bare.git/"], "\(directory)")
        }
        try sandbox.write(
            sandbox.directory + "/beside/.git\n", to: "trusted/.git/worktrees/linked/gitdir")
        #expect(try directories("linked") == ["trusted/.git/worktrees/linked/"])
    }
}
