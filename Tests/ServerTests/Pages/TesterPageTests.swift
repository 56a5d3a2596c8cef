import HTTPTypes
import Hosting
import HummingbirdTesting
import JSON
import TestWorld
import Testing

@testable import Server
@testable import ServerPages

/// Proposals by an app's testers, who have no names, in the pages and in the log.
@Suite struct TesterPageTests {
    private static let german = "/projects/shop/languages/de"
    private static let title = german + "/string?section=default&key=cart.title"

    /// Proposes a German text as a tester; returns the proposal's id and the tester's name.
    private static func propose(
        _ text: String, key: String = "cart.title", as guid: String,
        _ client: any TestClientProtocol
    ) async throws -> (id: String, name: String) {
        let api = APIClient(client: client).with(guid: guid)
        let made = try await api.post(
            "/proposals", #"{"locale":"de","key":"\#(key)","value":"\#(text)"}"#)
        try #require(made.status == .created, "\(made.text)")
        let id = try #require(made.member("proposal")?.stringValue)
        let owner = try #require(
            try await api.get("/proposals/\(id)").member("owner")?.stringValue)
        return (id, "App tester " + owner.prefix(6))
    }

    private static func fields(_ page: PageBrowser.Page) -> [(String, String)] {
        [
            ("form-token", page.field("form-token")), ("idempotency", page.field("idempotency")),
            ("back", title),
        ]
    }

    @Test func theTesterIsCreditedWithAnAcceptedText() async throws {
        let server = try ProjectServer()
        let token = try server.token(.review)
        try await server.run(options: PageBrowser.withPages) { client in
            let (id, tester) = try await Self.propose("Wagen", as: "guid-of-tester", client)
            var browser = PageBrowser(client)
            try await browser.signIn(token)
            var page = try await browser.get(Self.title)
            page = try await browser.post(
                Self.german + "/accept", Self.fields(page) + [("proposal", id)])
            #expect(page.status == .seeOther, "\(page.text)")
            page = try await browser.get(Self.title)
            #expect(page.text.contains("accepted the proposal by \(tester)"), "\(page.text)")
            #expect(page.text.contains("By \(tester), reviewed by Mara"), "\(page.text)")
            #expect(!page.text.contains("proposal by Mara"))
            page = try await browser.get("/projects/shop/changes?from=translations~1")
            #expect(page.text.contains("\(tester), accepted by Mara"), "\(page.text)")
            #expect(!page.text.contains("Mara, accepted by Mara"), "\(page.text)")

            for command in [
                ["blame", "de"], ["blame", "de", "cart.title"], ["log"], ["show", id],
                ["show", "translations"],
            ] {
                let shown = server.sandbox.run(command, in: "shop").output
                #expect(shown.contains(tester), "\(command): \(shown)")
                #expect(!shown.contains("by Mara, accepted by Mara"), "\(command): \(shown)")
            }
            let json = try server.cli("blame", "de", "cart.title", "--format", "json")
            #expect(json.contains("\"tester\"") && json.contains(tester), "\(json)")
            #expect(!json.contains("\"author\": {\"name\": \"Mara\""))
            let commit = try server.sandbox.git(
                "log", "-1", "--format=%(trailers:only)", "translations", in: "shop")
            #expect(commit.contains("Proposed-by: \(tester)"), "\(commit)")
        }
    }

    @Test func theCreditOutlivesARevertToTheText() async throws {
        let server = try ProjectServer()
        try await server.run { client in
            let (id, tester) = try await Self.propose("Wagen", as: "guid-of-tester", client)
            try server.cli("accept", id)
            try server.cli("set", "de", "cart.title", "Vandale")
            try server.cli("undo", "--yes")
            let blame = try server.cli("blame", "de")
            #expect(blame.contains(tester), "\(blame)")
        }
    }

    @Test func aListShowsProposedTextsOfAChosenTester() async throws {
        let server = try ProjectServer()
        let token = try server.token(.review)
        try server.cli("propose", "de", "cart.title", "Mein Warenkorb")
        try await server.run(options: PageBrowser.withPages) { client in
            let one = try await Self.propose("Einkaufswagen", as: "guid-of-one", client)
            let two = try await Self.propose("Wagen", as: "guid-of-two", client)
            var browser = PageBrowser(client)
            try await browser.signIn(token)
            let all = try await browser.get(Self.german + "?show=proposed")
            for text in ["Mein ", "Einkaufswagen", ">Wagen<", one.name, two.name] {
                #expect(all.text.contains(text), "\(text): \(all.text)")
            }
            #expect(!all.text.contains("guid-of"))
            let by = "?show=proposed&by=" + PercentEncoding.text(one.name)
            let ones = try await browser.get(Self.german + by)
            #expect(ones.text.contains("Einkaufswagen"))
            #expect(!ones.text.contains("Mein "))
            #expect(ones.text.contains("1 of 1 string"))
            // The walk has only that tester's proposals.
            let walk = try await browser.get(Self.german + "/review" + by)
            #expect(walk.text.contains("data-queue=\"\(one.id)\""), "\(walk.text)")
            // So does an action on the list.
            let question = try await browser.post(
                Self.german + "/bulk",
                Self.fields(ones) + [
                    ("unit", "default/cart.title"), ("filter", by), ("act", "reject"),
                ])
            #expect(question.text.contains("Einkaufswagen"))
            #expect(!question.text.contains("Mein Warenkorb"), "\(question.text)")
            let done = try await browser.post(
                Self.german + "/bulk",
                Self.fields(question) + [
                    ("unit", "default/cart.title"), ("filter", by), ("act", "reject"),
                    ("confirmed", question.field("confirmed")), ("code", "style"),
                ])
            #expect(done.status == .seeOther, "\(done.text)")
            let open = try server.cli("proposals", "-l", "de")
            #expect(open.contains("Mein") && !open.contains("Einkaufswagen"), "\(open)")

            let nobody = try await browser.get(Self.german + "?show=proposed&by=nobody")
            #expect(nobody.status == .ok)
            #expect(!nobody.text.contains("data-row"))
            let future = try await browser.get(Self.german + "?since=9000-01-01")
            #expect(!future.text.contains("data-row"))
            let past = try await browser.get(Self.german + "?since=2000-01-01&origin=human")
            #expect(past.text.contains("Mein "), "\(past.text)")
            for bad in ["?since=yesterday", "?since=2026-02-31", "/review?since=x"] {
                let page = try await browser.get(Self.german + bad)
                #expect(page.status == .badRequest, "\(bad)")
                // An error page of a project has its tabs.
                #expect(page.text.contains("href=\"/projects/shop/review\""), "\(page.text)")
            }
        }
    }

    @Test func proposersSeeNoBoxes() async throws {
        let server = try ProjectServer()
        let tokens = (try server.token(.propose), try server.token(.translate))
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            try await browser.signIn(tokens.0)
            let proposer = try await browser.get(Self.german)
            #expect(!proposer.text.contains("type=\"checkbox\""), "\(proposer.text)")
            try await browser.signIn(tokens.1)
            let translator = try await browser.get(Self.german)
            #expect(translator.text.contains("name=\"unit\""))
            #expect(translator.text.contains("Select all 3 that match"))
            #expect(!translator.text.contains("Revert…"))
        }
    }

    @Test func anEditedTextIsAcceptedForAnOutdatedProposal() async throws {
        let server = try ProjectServer()
        let token = try server.token(.review)
        try server.cli("propose", "de", "cart.title", "Mein Warenkorb")
        try server.cli("set", "de", "cart.title", "Korb")
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            try await browser.signIn(token)
            let page = try await browser.get(Self.title)
            let edited = [
                ("proposal", page.field("proposal")), ("edited", "1"), ("value", "Mein Korb"),
            ]
            let done = try await browser.post(Self.german + "/accept", Self.fields(page) + edited)
            #expect(done.status == .seeOther, "\(done.text)")
            #expect(try server.cli("get", "de", "cart.title") == "Mein Korb\n")
            #expect(try await browser.get(Self.title).text.contains("Accepted as edited."))
        }
    }

    @Test func aTextTypedForADecidedProposalCanBeProposed() async throws {
        let server = try ProjectServer()
        let token = try server.token(.review)
        try server.cli("propose", "de", "cart.title", "Mein Warenkorb")
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            try await browser.signIn(token)
            let walk = try await browser.get(Self.german + "/review")
            let id = walk.field("proposal")
            #expect(walk.text.contains("Propose instead"))
            try server.cli("reject", id, "--reason", "wrong")
            let edited = [
                ("proposal", id), ("edited", "1"), ("value", "Mein Korb"),
                ("back", Self.german + "/review?at=" + id),
            ]
            let token = Self.fields(walk).dropLast()
            // Without a tag, the card of the walk is shown again, with the typed text.
            let refused = try await browser.post(Self.german + "/accept", token + edited)
            #expect(refused.status == .conflict, "\(refused.status)")
            #expect(refused.text.contains("Mein Korb</textarea>"), "\(refused.text)")
            #expect(refused.text.contains("id=\"panel-mine\" data-mine>"), "\(refused.text)")
            // With a tag, the page about the change offers to propose it.
            let changed = try await browser.post(
                Self.german + "/accept", token + edited + [("tag", walk.field("tag"))])
            #expect(changed.status == .preconditionFailed)
            #expect(changed.text.contains("Propose mine"), "\(changed.text)")
            #expect(changed.text.contains("rejected this"), "\(changed.text)")
            let proposed = try await browser.post(
                Self.german + "/propose",
                Self.fields(changed) + [
                    ("section", "default"), ("key", "cart.title"), ("value", "Mein Korb"),
                ])
            #expect(proposed.status == .seeOther, "\(proposed.text)")
            #expect(try server.cli("proposals", "-l", "de").contains("Mein Korb"))
        }
    }

    @Test func aRevertShowsWhatComesBack() async throws {
        let server = try ProjectServer()
        let token = try server.token(.review)
        try server.cli("set", "de", "cart.title", "Vandale")
        try server.cli("set", "de", "auth:login.title", "Unsinn")
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            try await browser.signIn(token)
            let list = try await browser.get(Self.german)
            let question = try await browser.post(
                Self.german + "/bulk",
                Self.fields(list) + [
                    ("unit", "default/cart.title"), ("unit", "auth/login.title"), ("act", "revert"),
                ])
            #expect(question.text.contains("Revert 2 strings?"), "\(question.text)")
            #expect(question.text.contains("added: </span>Warenkorb</ins>"), "\(question.text)")
            #expect(question.text.contains("removed: </span>Vandale</del>"), "\(question.text)")
            #expect(question.text.contains("has no text afterwards"), "\(question.text)")
        }
    }
}
