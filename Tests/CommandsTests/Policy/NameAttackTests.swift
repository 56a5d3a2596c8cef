import TestWorld
import Testing
import Translation

/// Names that some file systems reject or confuse with others, anywhere in the tree.
@Suite struct NameAttackTests {
    private static func server() throws -> JudgedServer {
        var server = try JudgedServer()
        // Mara may change all files; Git itself would refuse some of these names.
        server.pusher = "mara@example.org"
        try server.git("config", "core.protectNTFS", "false")
        try server.git("config", "core.protectHFS", "false")
        return server
    }

    @Test(arguments: [
        "CON", "docs/aux.txt", "docs/lpt1 .md/x", "docs/a:b", #"docs\a"#, "dragoman.json.",
        "dragoman.json ", "Dragoman.json", "DRAGOM~1.JSO", "EVENTS~1", "event\u{17F}/x",
        "ev\u{200C}ents/x", ".gitattributes.", ".GITATTRIBUTES", ".git\u{200C}modules", "readme.md",
        "docs/what?",
    ])
    func isRefused(path: String) throws {
        let server = try Self.server()
        try server.add(Array("x\n".utf8), at: path)
        let verdict = try server.push()
        #expect(verdict.errors == ["path"], "\(verdict.text)")
        // An existing name is reported by `fsck`, but blocks no push.
        try server.sandbox.git("push", "-q", "../server", "HEAD:translations", in: "work")
        try server.sandbox.git("clone", "-q", "--bare", "server", "copy")
        let fsck = server.sandbox.run(["fsck"], in: "copy")
        #expect(fsck.status == 0, "\(fsck)")
        #expect(fsck.output.contains("warning"), "\(fsck)")
        try server.add(Array("y\n".utf8), at: path == "Dragoman.json" ? "LICENSE" : path)
        #expect(!(try server.push().errors.contains("file")))
    }

    @Test(arguments: [
        ["docs/read", "docs/Read"], ["caf\u{E9}", "cafe\u{301}"], ["Straße/a", "STRASSE/b"],
    ])
    func twoNamesAreOne(paths: [String]) throws {
        let server = try Self.server()
        try server.git("config", "core.precomposeunicode", "false")
        for path in paths { try server.add(Array("x\n".utf8), at: path) }
        #expect(try server.push().errors == ["path"])
    }

    /// Directories whose names differ only in case are one directory on some disks.
    @Test func directoriesOfTheLogToo() throws {
        let server = try Self.server()
        let first = try server.event(1, AttackTests.text, by: server.pusher)
        let second = try server.event(2, AttackTests.text, by: server.pusher)
        try server.add(first, at: "events/fr/abc/\(first.id).jsonl")
        #expect(try server.push().errors == [])
        try server.add(second, at: "events/fr/ABC/\(second.id).jsonl")
        #expect(try server.push().errors == ["path"])
        try server.git("reset", "-q", "--hard", "HEAD~1")
        try server.add(second, at: "events/fr/CON/\(second.id).jsonl")
        #expect(try server.push().errors == ["path"])
    }

    @Test(arguments: [
        "docs/con-fr.md", "docs/console", "docs/~backup", "docs/a~b", "docs/com", "docs/.github/x",
        "docs/日本語.md", "LICENSE", "docs/a.b.c",
    ])
    func usualNamesAreNot(path: String) throws {
        let server = try Self.server()
        try server.add(Array("x\n".utf8), at: path)
        let verdict = try server.push()
        #expect(verdict.errors == [], "\(verdict.text)")
    }
}
