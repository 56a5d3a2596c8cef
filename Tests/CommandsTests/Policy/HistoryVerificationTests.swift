import TestWorld
import Testing
import Translation

/// `verify --history` applies the rules of the hook to existing history.
@Suite struct HistoryVerificationTests {
    private func verify(_ server: JudgedServer, _ words: String...) -> Sandbox.Result {
        server.sandbox.run(["verify", "--history"] + words, in: "work")
    }

    @Test func aHistoryWithoutFaultIsSo() throws {
        let server = try JudgedServer()
        try server.work("set fr farewell Salut")
        try server.git("checkout", "-q", "-b", "topic", "HEAD~1")
        try server.run(
            ["--branch", "topic"] + Transcript.words("set fr farewell Ciao"), in: "work")
        try server.git("checkout", "-q", "translations")
        try server.git("merge", "-q", "--no-edit", "topic")
        let result = verify(server)
        #expect(result.status == 0, "\(result)")
        #expect(result.output.hasSuffix("10 commits\nok\n"))
        #expect(result.output.contains("unchecked  actor in "))
        #expect(verify(server, "HEAD~1..HEAD").output.hasSuffix("1 commit\nok\n"))
        let shallow = "file://" + server.sandbox.directory + "/work"
        try server.sandbox.git("clone", "-q", "--depth", "1", shallow, "shallow")
        let border = try server.commit("HEAD")
        let cut = server.sandbox.run(["verify", "--history"], in: "shallow")
        #expect(cut.status == 1 && cut.output == "0 commits\nnot ok\n", "\(cut)")
        #expect(
            cut.errors.contains(
                "The history before \(border.prefix(12)) is missing from this shallow clone and was not checked."
            ), "\(cut)"
        )
        // The requested range is complete.
        let rest = server.sandbox.run(
            ["verify", "--history", "\(border.prefix(12)).."], in: "shallow")
        #expect(rest.status == 0 && rest.output == "0 commits\nok\n", "\(rest)")
        try server.sandbox.git("fetch", "-q", "--depth", "2", in: "shallow")
        let part = server.sandbox.run(
            ["verify", "--history", "--as-push", "--format", "json"], in: "shallow")
        #expect(part.status == 1 && part.output.contains("\"ok\": false"), "\(part)")
        #expect(part.output.contains("\"borders\": [\n"), "\(part)")
    }

    /// A range with a gap before its start was not fully judged either.
    @Test func aRangeWithAGapIsNotOK() throws {
        let server = try JudgedServer()
        for text in ["Salut", "Ciao", "Adieu"] { try server.work("set fr farewell \(text)") }
        let start = try server.commit("HEAD~3")
        try server.sandbox.git(
            "clone", "-q", "--depth", "1", "file://\(server.sandbox.directory)/work", "shallow")
        try server.sandbox.git("fetch", "-q", "--depth", "1", "origin", start, in: "shallow")
        for words in [["--as-push"], []] {
            let result = server.sandbox.run(
                ["verify", "--history", "\(start)..HEAD"] + words, in: "shallow")
            #expect(result.status == 1, "\(result)")
            #expect(
                result.errors.contains("is missing from this shallow clone and was not checked"),
                "\(result)")
        }
    }

    @Test(arguments: AttackTests.histories + AttackTests.forms)
    func whatTheHookWouldRefuseIsNamed(attack: AttackTests.Attack) throws {
        // The branch alone does not show that it was rewound, and a branch without a project cannot
        // be opened.
        guard !attack.rules.contains("rewound"), !attack.rules.contains("project") else { return }
        let server = try JudgedServer()
        try attack.prepare(server)
        try server.git("checkout", "-q", "-B", "translations")
        let result = verify(server, "--format", "json")
        #expect(result.status == 1, "\(result)")
        for rule in attack.rules where rule != "maintainer" {
            #expect(result.output.contains("\"rule\": \"\(rule)\""), "\(result)")
        }
    }

    /// In separate steps, the second commit has the rights that the first grants; in one push it
    /// has not.
    @Test func aRequestIsOnePush() throws {
        let server = try JudgedServer()
        let base = try server.commit("HEAD")
        let value = #"{"fr":["ines@example.org"]}"#
        try server.work("config reviewers '\(value)'", as: JudgedServer.mara)
        try server.work("accept \(server.proposal())")
        #expect(verify(server, "\(base)..HEAD").status == 0)
        for words in [["--as-push"], ["--rules", base]] {
            let result = server.sandbox.run(
                ["verify", "--history", "\(base)..HEAD"] + words, in: "work")
            #expect(result.status == 1, "\(result)")
            #expect(result.output.contains("ines@example.org is not a reviewer of fr."))
        }
        #expect(server.sandbox.run(["verify", "x", "--as-push"], in: "work").status == 64)
        #expect(server.sandbox.run(["verify"], in: "work").status == 64)
        #expect(verify(server, "--signers", "x").status == 64)
    }
}
