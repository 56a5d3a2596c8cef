import TestWorld
import Testing
import Translation

/// References on a server that alias the project's branch.
@Suite struct ServerReferenceTests {
    /// A server with one more reference to the branch.
    private static func server(alias: String) throws -> JudgedServer {
        let server = try JudgedServer()
        try server.sandbox.git(
            "symbolic-ref", "refs/heads/between", "refs/heads/translations", in: "server")
        try server.sandbox.git("symbolic-ref", alias, "refs/heads/between", in: "server")
        return server
    }

    @Test(arguments: ["refs/heads/main", "refs/odd/name", "refs/tags/name"])
    func aSymbolicReferenceIsTheBranch(alias: String) throws {
        let server = try Self.server(alias: alias)
        #expect(try server.push(nil, to: alias).errors == ["rewound"])
        #expect(try server.push("HEAD~1", to: alias).errors == ["lost", "rewound"])
        try server.add(
            try server.event(1, .proposalRejected(Verdict(proposal: server.proposal()))))
        #expect(try server.push(to: alias).errors == ["reviewer"])
        try server.git("reset", "-q", "--hard", "HEAD~1")
        try server.work("set fr farewell Salut")
        #expect(try server.push(to: alias).status == 0)
    }

    /// Git shows a replacement instead of the requested object.
    @Test func aReplacementIsRefused() throws {
        var server = try JudgedServer()
        server.pusher = "mara@example.org"
        let reference = "refs/replace/" + String(repeating: "1", count: 40)
        let verdict = try server.push(to: reference)
        #expect(verdict.errors == ["replace"], "\(verdict.text)")
        // An existing one may be deleted.
        try server.sandbox.git("update-ref", reference, "HEAD", in: "server")
        #expect(try server.push(nil, to: reference).status == 0)
        try server.sandbox.git("symbolic-ref", "refs/odd/name", reference, in: "server")
        #expect(try server.push(to: "refs/odd/name").errors == ["replace"])
        #expect(try server.push(to: "refs/replacements/x").status == 0)
    }

    @Test func aReplacementIsRefusedInAnotherSpellingToo() throws {
        let server = try JudgedServer()
        try server.sandbox.git("config", "core.ignorecase", "true", in: "server")
        let reference = "refs/Replace/" + String(repeating: "1", count: 40)
        #expect(try server.push(to: reference).errors == ["replace"])
    }

    /// Git used to create these, and still does if `core.preferSymlinkRefs` is set.
    @Test func aSymbolicLinkIsOneToo() throws {
        let server = try JudgedServer()
        try server.sandbox.execute(
            "/bin/ln", ["-s", "refs/heads/translations", "server/refs/heads/main"])
        #expect(try server.push(nil, to: "refs/heads/main").errors == ["rewound"])
    }

    @Test(arguments: ["refs/heads/main", "refs/odd/name"])
    func theBranchItselfMayBeSymbolic(target: String) throws {
        let server = try JudgedServer()
        try server.sandbox.git("update-ref", target, "refs/heads/translations", in: "server")
        try server.sandbox.git("symbolic-ref", "refs/heads/translations", target, in: "server")
        for name in [target, "refs/heads/translations"] {
            #expect(try server.push(nil, to: name).errors == ["rewound"])
            #expect(try server.push("HEAD~1", to: name).errors == ["lost", "rewound"])
        }
        try server.work("set fr farewell Salut")
        for name in [target, "refs/heads/translations"] {
            #expect(try server.push(to: name).status == 0)
        }
    }

    @Test func anotherBranchKeepsItsEventsUnderEachName() throws {
        let server = try JudgedServer()
        try server.work("set fr farewell Salut")
        try server.git("push", "-q", "../server", "HEAD:refs/heads/topic")
        try server.sandbox.git(
            "symbolic-ref", "refs/odd/name", "refs/heads/topic", in: "server")
        #expect(try server.push(nil, to: "refs/odd/name").errors == ["lost"])
    }

    /// On a case-insensitive disk both names are one file.
    @Test(arguments: [
        ("refs/heads/Translations", "rewound"), ("refs/HEADS/translations", "rewound"),
        ("refs/heads./translations", "rewound"), ("refs/tags/TRANSLATIONS", "tag"),
    ])
    func anotherSpellingIsTheBranch(name: String, rule: String) throws {
        let server = try JudgedServer()
        try server.work("set fr farewell Salut")
        #expect(try server.push(to: name).status == 0)
        try server.sandbox.git("config", "core.ignorecase", "true", in: "server")
        #expect(try server.push(to: name).errors == [rule])
        if rule != "tag" { #expect(try server.push(nil, to: name).errors == [rule]) }
        #expect(try server.push().status == 0)
    }

    /// Git looks up names directly below `refs/` before it looks up branches.
    @Test func nothingHidesTheBranch() throws {
        let server = try JudgedServer()
        #expect(try server.push(to: "refs/translations").errors == ["tag"])
        #expect(try server.push(to: "refs/heads/translations/x").status == 0)
    }
}
