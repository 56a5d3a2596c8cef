import TestWorld
import Testing
import Texts
import Translation

/// A renamed string keeps its proposals: their authors stay the same, whoever renames it.
@Suite struct RenamedProposalTests {
    /// Otto proposed a text for `farewell`, which Mara renamed to `goodbye`.
    private static func server() throws -> JudgedServer {
        var server = try JudgedServer(["string rename farewell goodbye"])
        server.pusher = "otto@example.org"
        return server
    }

    @Test func theyAreListedUnderTheirMakersName() throws {
        let server = try Self.server()
        let id = try server.proposal()
        for name in ["otto", "mara"] {
            let found = try server.work("proposals --author \(name) --format json")
            #expect(found.contains(id.description) == (name == "otto"), "\(name): \(found)")
        }
        for line in ["proposals", "show \(id)", "diff HEAD~1"] {
            let text = try server.work(line + " --format json")
                .filter { !$0.isWhitespace }
            #expect(
                text.contains(#""actor":{"name":"Otto","email":"otto@example.org"},"origin""#),
                "\(line): \(text)")
        }
        #expect(try server.work("diff HEAD~1").contains("Otto"))
    }

    @Test(arguments: [
        "propose fr goodbye Ciao --guid guid-of-otto", "delete ID --guid guid-of-otto",
    ])
    func theirMakersMayReplaceAndDeleteThem(line: String) throws {
        let server = try Self.server()
        let id = try server.proposal().description
        try server.work(line.replacing("ID", with: id), as: JudgedServer.otto)
        let verdict = try server.push()
        #expect(verdict.errors == [], "\(verdict.text)")
    }

    @Test(arguments: ["otto@example.org", "ines@example.org"])
    func whoMadeThemDeletesThemAsThemselves(email: String) throws {
        var server = try Self.server()
        server.pusher = email
        let deletion = Payload.proposalDeleted(Verdict(proposal: try server.proposal()))
        try server.add(try server.event(1, deletion, by: email, key: "goodbye"))
        let verdict = try server.push()
        #expect(verdict.errors == (email == "otto@example.org" ? [] : ["owner"]), "\(verdict.text)")
    }

    /// After two renames, the proposal is a copy of a copy.
    @Test func nobodyAcceptsWhatTheyProposedBeforeItWasRenamedTwice() throws {
        let reviewers = #"config reviewers '{"fr":["mara@example.org","otto@example.org"]}'"#
        var server = try JudgedServer([
            "string rename farewell goodbye", "string rename goodbye parting", reviewers,
            "config self-review false",
        ])
        server.pusher = "otto@example.org"
        let id = try server.proposal()
        let acceptance = Acceptance(proposal: id, value: Value("Adieu"))
        try server.add(
            try server.event(
                1, .proposalAccepted(acceptance), by: "otto@example.org", key: "parting"))
        let verdict = try server.push()
        #expect(verdict.errors == ["self-review"], "\(verdict.text)")
    }

    /// Mara is a reviewer, but may not review her own proposals.
    @Test(arguments: [
        (isOfItsGuid: true, text: "Adieu", errors: []),
        (isOfItsGuid: true, text: "Ciao", errors: ["copy", "self-review"]),
        (isOfItsGuid: false, text: "Adieu", errors: ["self-review"]),
    ])
    func aCopyThatSaysSomethingElseIsByWhoMadeIt(
        isOfItsGuid: Bool, text: String, errors: [String]
    ) throws {
        var server = try JudgedServer(["config self-review false"])
        server.pusher = "mara@example.org"
        let guid = isOfItsGuid ? try server.guidOfProposal() : HashedGuid("GUIDOFMARA")
        let copied = try server.proposal()
        let source = try server.text(of: "en farewell")
        let copy = try server.event(
            1, .proposalMade(ProposedText(value: Value(text), guid: guid)), by: server.pusher
        ) {
            $0.copies = copied
            $0.source = source
        }
        let acceptance = Acceptance(proposal: copy.id, value: Value(text))
        try server.add(copy)
        try server.add(try server.event(2, .proposalAccepted(acceptance), by: server.pusher))
        let verdict = try server.push()
        #expect(verdict.errors == errors, "\(verdict.text)")
        let shown = try server.work("show \(copy.id) --format json").filter { !$0.isWhitespace }
        let proposer = errors.isEmpty ? "otto" : "mara"
        #expect(shown.contains("\(proposer)@example.org"), "\(shown)")
    }
}
