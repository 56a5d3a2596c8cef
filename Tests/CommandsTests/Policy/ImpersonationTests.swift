import TestWorld
import Testing
import Texts
import Translation

/// Names and addresses that could be mistaken for another person's.
@Suite struct ImpersonationTests {
    private static let names =
        #"config names '{"mara@example.org":["Mara"],"otto@example.org":["Otto"]}'"#

    /// The Kelvin sign is not a k, although Unicode's case and normalization rules map it to one.
    @Test(arguments: ["\u{212A}im@example.org", "K\u{131}m@example.org"])
    func anAddressIsComparedByItsBytes(email: String) throws {
        var server = try JudgedServer([#"config reviewers '{"fr":["kim@example.org"]}'"#])
        server.pusher = email
        let event = Payload.proposalRejected(Verdict(proposal: try server.proposal()))
        try server.add(try server.event(1, event, by: email))
        #expect(try server.push().errors == ["reviewer"])
        // The user who pushes as Kim is not the person that the event names.
        server.pusher = "kim@example.org"
        #expect(try server.push().errors == ["actor", "reviewer"])
    }

    @Test func theCaseOfAnAddressDoesNotCount() throws {
        var server = try JudgedServer([#"config reviewers '{"fr":["Kim@Example.org"]}'"#])
        server.pusher = "KIM@example.org"
        let event = Payload.proposalRejected(Verdict(proposal: try server.proposal()))
        try server.add(try server.event(1, event, by: "kim@EXAMPLE.org"))
        let verdict = try server.push()
        #expect(verdict.status == 0, "\(verdict.text)")
    }

    @Test(arguments: ["Mara", "mara ", "Ma\u{200B}ra"])
    func aBoundNameIsRefusedWithAnotherAddress(name: String) throws {
        var server = try JudgedServer([Self.names])
        server.pusher = "eve@example.org"
        let event = try server.event(1, AttackTests.text) {
            $0.actor = Actor(name: name, email: "eve@example.org")
        }
        try server.add(event)
        let verdict = try server.push()
        #expect(verdict.errors == ["actor"], "\(verdict.text)")
        #expect(verdict.text.contains("belongs to another person"), "\(verdict.text)")
    }

    /// An acceptance also credits the proposer by name.
    @Test func aBoundNameIsRefusedAsThatOfAnAuthor() throws {
        var server = try JudgedServer([Self.names])
        server.pusher = "mara@example.org"
        let proposal = try server.proposal()
        let credit = Actor(name: "Mara", email: "otto@example.org")
        let event = Payload.proposalAccepted(
            Acceptance(proposal: proposal, value: Value("Adieu"), author: credit))
        try server.add(
            try server.event(1, event) { $0.actor = Actor(name: "Mara", email: "MARA@example.org") }
        )
        #expect(try server.push().errors == ["actor"])
    }

    @Test func ownAndFreeNamesAreTaken() throws {
        var server = try JudgedServer([Self.names])
        server.pusher = "mara@example.org"
        try server.work("set fr farewell Salut", as: JudgedServer.mara)
        #expect(try server.push().status == 0)
        server.pusher = "ines@example.org"
        try server.git("push", "-q", "../server", "HEAD:translations")
        try server.work("set fr farewell Ciao")
        #expect(try server.push().status == 0)
    }

    /// If a name is ambiguous, the address is shown.
    @Test func aNameOfSomebodyElseIsShownWithTheAddress() throws {
        let sandbox = try Sessions.project()
        let eve = ["GIT_AUTHOR_NAME": "Mara", "GIT_AUTHOR_EMAIL": "eve@example.org"]
        sandbox.run(["set", "fr", "Log in", "Entrer"], in: "app", environment: eve)
        func blame(_ words: String...) -> String {
            sandbox.run(["blame", "fr"] + words, in: "app").output
        }
        #expect(!blame("Log in").contains("eve@example.org"))
        Sessions.prepare(sandbox, [#"config names '{"mara@example.org":["Mara"]}' --force"#])
        #expect(blame("Log in").contains("Mara <eve@example.org>"))
        #expect(blame().contains("Mara <eve@example.org>"))
        let id = sandbox.run(["log", "-n", "2", "--format", "json"], in: "app").output
            .split(separator: "\"id\":\"").dropFirst().map { $0.prefix(26) }
        let shown = id.map { sandbox.run(["show", String($0)], in: "app").output }.joined()
        #expect(shown.contains("Mara <eve@example.org> set the text"), "\(shown)")
    }

    /// Without a setting, people with the same name in one list are distinguished.
    @Test func peopleOfOneNameAreToldApart() throws {
        let sandbox = try Sessions.project()
        for (key, email) in [("Log in", "eve"), ("greeting", "mara")] {
            let who = ["GIT_AUTHOR_NAME": "Mara", "GIT_AUTHOR_EMAIL": "\(email)@example.org"]
            sandbox.run(["set", "fr", key, "Entrer"], in: "app", environment: who)
        }
        let blame = sandbox.run(["blame", "fr"], in: "app").output
        #expect(blame.contains("Mara <eve@example.org>"), "\(blame)")
        #expect(blame.contains("Mara <mara@example.org>"), "\(blame)")
    }

    @Test(arguments: ["[]", #"{"mara":["Mara"]}"#, #"{"mara@example.org":"Mara"}"#])
    func theSettingIsChecked(value: String) throws {
        let sandbox = try Sessions.project()
        let result = sandbox.run(["config", "names", value], in: "app")
        #expect(result.status == 2, "\(result)")
    }
}
