import JSON
import TestWorld
import Testing
import Texts
import Translation

/// Attacks with copies, which keep author and review, and with copies of missing events.
@Suite struct CopyAttackTests {
    /// Mara and Otto review French, and nobody may review their own texts; Mara wrote “Bonjour”.
    private static func server(_ lines: [String] = []) throws -> JudgedServer {
        var server = try JudgedServer(
            [
                #"config reviewers '{"fr":["mara@example.org","otto@example.org"]}'"#,
                "config self-review false",
            ] + lines)
        server.pusher = "otto@example.org"
        return server
    }

    private static let mara = JudgedServer.mara
    private static let otto = JudgedServer.otto

    /// Pushes the clone's commits to the server, without judging them.
    private static func publish(_ server: JudgedServer) throws {
        try server.sandbox.git("push", "-q", "../server", "HEAD:translations", in: "work")
    }

    private static func vouch(
        for text: EventID, key: String, by email: String, on server: JudgedServer
    ) throws -> JudgedServer.Verdict {
        var server = server
        server.pusher = email
        try server.add(
            try server.event(1, .translationReviewed(text: text, reason: nil), by: email, key: key))
        return try server.push()
    }

    @Test(arguments: ["mara@example.org", "otto@example.org"])
    func aRenamedTextIsOfWhoWroteIt(email: String) throws {
        let server = try Self.server()
        try server.work("string rename greeting hello", as: Self.otto)
        try Self.publish(server)
        let text = try server.text(of: "fr hello")
        let verdict = try Self.vouch(for: text, key: "hello", by: email, on: server)
        #expect(
            verdict.errors == (email == "mara@example.org" ? ["self-review"] : []),
            "\(verdict.text)")
    }

    @Test(arguments: ["mara@example.org", "otto@example.org"])
    func anAcceptedTextIsOfWhoProposedIt(email: String) throws {
        let server = try Self.server()
        try server.work("accept \(server.proposal())", as: Self.mara)
        try server.work("flag fr farewell --reason 'too formal'", as: Self.mara)
        try Self.publish(server)
        let text = try server.text(of: "fr farewell")
        let verdict = try Self.vouch(for: text, key: "farewell", by: email, on: server)
        #expect(
            verdict.errors == (email == "otto@example.org" ? ["self-review"] : []),
            "\(verdict.text)")
    }

    @Test(arguments: ["mara@example.org", "otto@example.org", "ines@example.org"])
    func anAcceptanceCreditsWhoMadeTheProposal(author: String) throws {
        var server = try Self.server()
        server.pusher = "mara@example.org"
        let acceptance = Acceptance(
            proposal: try server.proposal(), value: Value("Adieu"),
            author: Actor(name: "Somebody", email: author))
        try server.add(try server.event(1, .proposalAccepted(acceptance), by: server.pusher))
        let verdict = try server.push()
        #expect(
            verdict.errors == (author == "otto@example.org" ? [] : ["actor"]), "\(verdict.text)")
    }

    /// The author is unknown; accepting without naming an author is correct.
    @Test(arguments: [("otto@example.org", ["actor"]), (nil, [])] as [(String?, [String])])
    func nobodyIsCreditedForWhatIsNotThere(author: String?, errors: [String]) throws {
        var server = try JudgedServer()
        server.pusher = "mara@example.org"
        let acceptance = Acceptance(
            proposal: server.id(9), value: Value("Adieu"),
            author: author.map { Actor(name: "Somebody", email: $0) })
        try server.add(try server.event(1, .proposalAccepted(acceptance), by: server.pusher))
        let verdict = try server.push()
        #expect(verdict.errors == errors, "\(verdict.text)")
    }

    @Test func nobodyApprovesOfWhatIsNotThere() throws {
        let server = try Self.server()
        let id = server.id(9)
        for payload in [
            Payload.proposalAccepted(Acceptance(proposal: id, value: Value("Salut"))),
            .translationReviewed(text: id, reason: nil),
        ] {
            try server.add(try server.event(1, payload, by: server.pusher))
            let verdict = try server.push()
            #expect(verdict.errors == ["self-review"], "\(payload): \(verdict.text)")
        }
    }

    @Test(arguments: [("fr", "farewell"), ("de", "greeting"), ("fr", "greeting")])
    func aCopyStaysWithItsStringInItsLanguage(locale: String, key: String) throws {
        let server = try Self.server(["locale add de"])
        let text = try server.text(of: "fr greeting")
        let source = try server.text(of: "en greeting")
        try server.add(
            try server.event(
                1, .translationSet(Value("Bonjour")), by: server.pusher, locale: locale, key: key
            ) {
                $0.copies = text
                $0.source = source
            })
        let verdict = try server.push()
        let isThere = locale == "fr" && key == "greeting"
        #expect(verdict.errors == (isThere ? [] : ["copy"]), "\(verdict.text)")
    }

    /// Nobody is recorded as the author of a source text, so a copy of one could not be reviewed;
    /// it is refused.
    @Test func aSourceTextIsNotCopiedIntoAnotherLanguage() throws {
        let server = try Self.server()
        let text = try server.text(of: "en greeting")
        try server.add(
            try server.event(
                1, .translationSet(Value("Hello")), by: server.pusher, key: "greeting"
            ) { $0.copies = text })
        let verdict = try server.push()
        #expect(verdict.errors == ["copy"], "\(verdict.text)")
    }

    /// As in the fold: if the chain of copies ends without a name, or in a cycle, the last named
    /// person is the author.
    @Test(arguments: [true, false])
    func aCopyOfNobodysTextIsOfWhoCopiedIt(isCircle: Bool) throws {
        let server = try Self.server()
        let value = Payload.translationSet(Value("Adieu"))
        let copy = try server.event(2, value, by: Self.email) { $0.copies = server.id(1) }
        try server.add(
            try server.event(1, value, by: isCircle ? "ines@example.org" : nil) {
                if isCircle { $0.copies = copy.id }
            })
        try server.add(copy)
        try Self.publish(server)
        try server.add(
            try server.event(3, .translationReviewed(text: copy.id, reason: nil), by: Self.email))
        let verdict = try server.push()
        #expect(verdict.errors == ["self-review"], "\(verdict.text)")
    }

    private static let email = "otto@example.org"

    /// This holds even if the first rename is already on the server and only the second is pushed.
    @Test(arguments: [true, false])
    func aCopyGoesWithItsStringThroughRenames(isFirstThere: Bool) throws {
        let server = try Self.server()
        try server.work("string rename greeting hello", as: Self.otto)
        try server.work("string edit hello 'Hello!' --minor", as: Self.otto)
        if isFirstThere { try Self.publish(server) }
        try server.work("string rename hello welcome", as: Self.otto)
        let verdict = try server.push()
        #expect(verdict.errors == [], "\(verdict.text)")
        #expect(try server.work("get fr welcome") == "Bonjour\n")
    }

    /// Ines renamed the string of Otto's proposal.
    private static func renamed() throws -> JudgedServer {
        let server = try JudgedServer()
        try server.work("string rename farewell goodbye")
        try publish(server)
        return server
    }

    @Test(arguments: ["ines@example.org", "otto@example.org"])
    func aRenamedProposalIsTakenBackByWhoMadeIt(email: String) throws {
        var server = try Self.renamed()
        server.pusher = email
        let copy = try server.proposal()
        try server.add(
            try server.event(1, .commentAdded(proposal: nil, text: "x"), by: email, key: "goodbye")
            { $0.undoes = [copy] })
        let verdict = try server.push()
        #expect(
            verdict.errors == (email == "otto@example.org" ? [] : ["owner"]), "\(verdict.text)")
    }

    @Test func whoRenamedMayRevertIt() throws {
        let server = try Self.renamed()
        try server.work("revert \(server.commit("HEAD")) --yes")
        let verdict = try server.push()
        #expect(verdict.errors == [], "\(verdict.text)")
        let proposals = try server.work("proposals --format json")
        #expect(proposals.contains(#""key": "farewell""#) && !proposals.contains("goodbye"))
        try server.work("string rename farewell goodbye")
        let again = try JSONValue.parse(Array(try server.work("proposals --format json").utf8))
        #expect(again.arrayValue?.count == 1)
    }

    // MARK: Chains

    /// Returns texts by Ines, each a copy of the previous one.
    private static func chain(_ depth: Int, on server: JudgedServer) throws -> [Event] {
        var chain: [Event] = []
        for number in 0...depth {
            chain.append(
                try server.event(UInt64(number), .translationSet(Value("Adieu"))) { event in
                    event.base = chain.last?.id
                    event.copies = chain.last?.id
                })
        }
        return chain
    }

    private static func add(_ events: [Event], to server: JudgedServer) throws {
        let first = try #require(events.first)
        try server.add(
            events.flatMap { $0.line + [UInt8(ascii: "\n")] }, at: JudgedServer.path(of: first))
    }

    @Test func aChainOfCopiesIsAcceptedUpToTheBound() throws {
        var server = try Self.server()
        server.pusher = "ines@example.org"
        let chain = try Self.chain(CopyDepths.limit + 1, on: server)
        try Self.add(chain.dropLast(), to: server)
        #expect(try server.push().errors == [])
        try Self.publish(server)
        try Self.add(chain.suffix(1), to: server)
        let verdict = try server.push()
        #expect(verdict.errors == ["copy"], "\(verdict.text)")
    }

    @Test func aCircleOfCopiesIsRefused() throws {
        var server = try Self.server()
        server.pusher = "ines@example.org"
        var chain = try Self.chain(3, on: server)
        chain[0].copies = chain[3].id
        try Self.add(chain, to: server)
        #expect(try server.push().errors == ["copy"])
    }

    /// The log of another project may contain a longer chain.
    ///
    /// It is read, but cannot be extended.
    @Test func aLongerChainThatIsThereIsRead() throws {
        let server = try Self.server()
        let chain = try Self.chain(3_000, on: server)
        try Self.add(chain, to: server)
        try server.git("reset", "-q", "--hard")
        let blame = try server.work("blame fr farewell")
        #expect(blame.contains("Somebody"), "\(blame)")
        let renamed = server.sandbox.run(["string", "rename", "farewell", "bye"], in: "work")
        #expect(renamed.status == 2, "\(renamed)")
        #expect(renamed.errors.contains("a chain of more than 1000 copies"), "\(renamed)")
        try server.work("set fr farewell Salut")
        try server.work("string rename farewell bye")
    }

    // MARK: Control characters

    @Test(arguments: ["a\u{0}", "\u{1B}[31m"]) func aControlCharacterIsRefused(_ text: String)
        throws
    {
        var server = try Self.server()
        server.pusher = "ines@example.org"
        let set = try server.event(1, .translationSet(Value(text)))
        // A copy of a missing event is refused as well.
        let copy = try server.event(2, .translationSet(Value(text))) { $0.copies = set.id }
        try Self.add([copy], to: server)
        #expect(try server.push().errors.contains("malformed"))
        try Self.add([set], to: server)
        #expect(try server.push().errors.contains("malformed"))
    }

    @Test func tabsAndLineBreaksAreAccepted() throws {
        var server = try Self.server()
        server.pusher = "ines@example.org"
        try Self.add([try server.event(1, .translationSet(Value("a\tb\r\nc")))], to: server)
        #expect(try server.push().errors == [])
    }
}
