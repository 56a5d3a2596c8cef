import TestWorld
import Testing
import Texts
import Translation

/// In a language with translators, only they, its reviewers and the maintainers push texts.
@Suite struct TranslatorPushTests {
    /// Otto translates, Mara reviews and maintains, and Ines only proposes.
    private static func server(pusher: String) throws -> JudgedServer {
        var server = try JudgedServer([#"config translators '{"fr":["otto@example.org"]}'"#])
        server.pusher = pusher
        return server
    }

    @Test func aTranslatorSetsAndRemovesTexts() throws {
        let server = try Self.server(pusher: "otto@example.org")
        try server.work("set fr farewell Salut", as: JudgedServer.otto)
        try server.work("unset fr greeting", as: JudgedServer.otto)
        let verdict = try server.push()
        #expect(verdict.status == 0 && verdict.others.isEmpty, "\(verdict.text)")
    }

    @Test func aReviewerSetsTexts() throws {
        let server = try Self.server(pusher: "mara@example.org")
        try server.work("set fr farewell Salut", as: JudgedServer.mara)
        #expect(try server.push().status == 0)
    }

    @Test func aTranslatorNeitherAcceptsNorVouches() throws {
        let server = try Self.server(pusher: "otto@example.org")
        let (proposal, text) = (try server.proposal(), try server.text(of: "fr greeting"))
        try server.add(
            try server.event(
                1, .proposalAccepted(Acceptance(proposal: proposal, value: Value("Adieu"))),
                by: "otto@example.org"),
            try server.event(
                2, .translationReviewed(text: text, reason: nil), by: "otto@example.org",
                key: "greeting"))
        #expect(try server.push().errors == ["reviewer"])
    }

    @Test(arguments: [Payload.translationSet(Value("Salut")), .translationRemoved])
    func othersOnlyPropose(payload: Payload) throws {
        let server = try Self.server(pusher: "ines@example.org")
        try server.work("propose fr greeting Coucou")
        #expect(try server.push().status == 0)
        try server.add(try server.event(1, payload))
        #expect(try server.push().errors == ["translator"])
    }

    /// A copy of the same string's text restores an old text.
    @Test func aCopyFromTheSameStringIsAText() throws {
        let server = try Self.server(pusher: "ines@example.org")
        let text = try server.text(of: "fr greeting")
        let source = try server.text(of: "en greeting")
        try server.add(
            try server.event(1, .translationSet(Value("Bonjour")), key: "greeting") { event in
                event.copies = text
                event.source = source
            })
        #expect(try server.push().errors == ["translator"])
    }

    /// A removal has no text that could match the one that it claims to copy.
    @Test func aRemovalThatClaimsToCopyIsARemoval() throws {
        let server = try Self.server(pusher: "ines@example.org")
        let text = try server.text(of: "fr greeting")
        try server.add(try server.event(1, .translationRemoved) { $0.copies = text })
        #expect(try server.push().errors == ["translator"])
    }

    /// Nobody accepted the proposal, so a copy of it on the new key is another text.
    @Test func aProposalIsNoTextAfterARename() throws {
        let server = try Self.server(pusher: "ines@example.org")
        let proposal = try server.proposal()
        try server.work("string rename farewell bye")
        #expect(try server.push().status == 0)
        let source = try server.text(of: "en bye")
        try server.add(
            try server.event(1, .translationSet(Value("Adieu")), key: "bye") { event in
                event.copies = proposal
                event.source = source
            })
        #expect(try server.push().errors.sorted() == ["copy", "translator"])
    }

    @Test func everyoneMayRenameAString() throws {
        let server = try Self.server(pusher: "ines@example.org")
        try server.work("string rename greeting welcome")
        let verdict = try server.push()
        #expect(verdict.status == 0, "\(verdict.text)")
    }

    @Test func theCommandLineRefusesTheSame() throws {
        let server = try Self.server(pusher: "ines@example.org")
        for line in ["set fr farewell Salut", "unset fr greeting"] {
            let result = server.sandbox.run(Transcript.words(line), in: "work")
            #expect(result.status != 0 && result.errors.contains("may not set texts"), "\(result)")
        }
    }

    /// A language that has translators and no reviewers is not open to everyone's acceptances.
    @Test func maintainersAcceptWhereThereAreOnlyTranslators() throws {
        let server = try JudgedServer([
            #"config reviewers '{}'"#, #"config translators '{"fr":["otto@example.org"]}'"#,
        ])
        let proposal = try server.proposal()
        try server.add(
            try server.event(
                1, .proposalAccepted(Acceptance(proposal: proposal, value: Value("Adieu")))))
        #expect(try server.push().errors == ["reviewer"])
    }
}
