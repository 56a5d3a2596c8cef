import Git
import Testing

struct RemoteTests {
    @Test func `remotes are added, shown, changed, renamed and removed`() throws {
        let scratch = try Scratch()
        let repository = scratch.repository
        #expect(try repository.remotes() == [])
        try repository.addRemote("origin", url: "https://example.org/a.git")
        try repository.addRemote("backup", url: "/srv/b.git")
        try scratch.directory.git("config", "remote.backup.pushurl", "/srv/c.git")
        #expect(
            try repository.remotes() == [
                Remote(name: "backup", url: "/srv/b.git", pushURL: "/srv/c.git"),
                Remote(name: "origin", url: "https://example.org/a.git"),
            ])
        #expect(code { try repository.addRemote("origin", url: "x") } == .exists)
        #expect(code { try repository.addRemote("a b", url: "x") } == .invalidSpecification)
        try repository.setURL("git://example.org/d.git", ofRemote: "origin")
        #expect(try repository.remote(named: "origin")?.url == "git://example.org/d.git")
        #expect(try repository.renameRemote("origin", to: "upstream") == [])
        #expect(try repository.remote(named: "origin") == nil)
        #expect(
            try scratch.directory.git("config", "remote.upstream.fetch")
                == "+refs/heads/*:refs/remotes/upstream/*\n")
        try repository.removeRemote("upstream")
        #expect(code { try repository.removeRemote("upstream") } == .notFound)
        #expect(try repository.remotes().map(\.name) == ["backup"])
        #expect(try repository.remote(named: "no name at all") == nil)
    }

    @Test(
        arguments: [
            ("/srv/a.git", "/srv/a.git"), ("../a.git", "../a.git"), ("./a:b.git", "./a:b.git"),
            ("file:///srv/a%20b.git", "/srv/a b.git"), ("file://localhost/a", "/a"),
            ("file:///a%2", "/a%2"), ("file://server/a", nil), ("host:a.git", nil),
            ("git@host:a.git", nil), ("ssh://host/a.git", nil), ("https://host/a.git", nil),
        ] as [(String, String?)])
    func `knows which addresses are paths`(_ address: String, _ path: String?) throws {
        #expect(GitRepository.localPath(address) == path)
    }

    @Test func `names of remotes that could be taken for options are none`() {
        #expect(GitRepository.isRemoteName("origin"))
        #expect(GitRepository.isRemoteName("up/stream"))
        for name in ["-o", "", "a b", "a..b", "a\0b"] {
            #expect(!GitRepository.isRemoteName(name), "\(name)")
        }
    }
}
