import HTTPTypes
import Hosting
import Hummingbird
import HummingbirdTesting
import JSON
import TestWorld
import Testing

@testable import Server

/// Permissions in NStack's API.
@Suite struct NStackPeopleTests {
    @Test func withoutTestersNobodyProposes() async throws {
        let server = try ProjectServer()
        let app = try server.token(.propose, app: true)
        try await server.run("    public = true\n    testers = off\n") { client async throws in
            var nstack = NStackCalls(client)
            let refused = try await nstack.propose("Korb")
            #expect(refused.status == .forbidden)
            #expect(refused.json?.objectValue?["class"] == "Forbidden")
            nstack.headers = [.restAPIKey: app]
            #expect(try await nstack.propose("Korb").status == .forbidden)
            #expect(try await nstack.get("/proposals").status == .ok)
        }
    }

    @Test func testersOfAnAppNeedItsToken() async throws {
        let server = try ProjectServer()
        let app = try server.token(.propose, app: true)
        try await server.run("    testers = app\n") { client async throws in
            var nstack = NStackCalls(client)
            let refused = try await nstack.propose("Korb")
            #expect(refused.status == .unauthorized)
            #expect(refused.json?.objectValue?["class"] == "Unauthorized")
            #expect(try await nstack.get("/proposals").status == .unauthorized)
            nstack.headers = [.restAPIKey: app]
            #expect(try await nstack.propose("Korb").status == .created)
            #expect(try await nstack.get("/proposals").rows.count == 1)
            nstack.headers = [.restAPIKey: String(app.dropLast()) + "x"]
            let wrong = try await nstack.propose("Tasche")
            #expect(wrong.status == .unauthorized)
            #expect(wrong.headers[.contentType] == "application/json")
            #expect(wrong.json?.objectValue?["class"] == "Unauthorized")
            #expect(try await nstack.get("/mobile/languages").status == .unauthorized)
        }
        #expect(!server.log.contains(NStackCalls.guid))
        #expect(!server.log.contains(app))
    }

    @Test func aTokenOfAnotherProjectLetsNoTestersIn() async throws {
        let server = try ProjectServer()
        let file = TokenFile(directory: server.stateDirectory)
        let request = try TokenRequest(app: "Other", scope: .read, projects: ["other"])
        let app = try file.add(request, on: server.sandbox.host()).secret.text
        try await server.run("    public = true\n    testers = app\n") { client async throws in
            let refused = try await NStackCalls(client).propose(
                "Korb", headers: [.restAPIKey: app])
            #expect(refused.status == .unauthorized)
        }
    }

    @Test func aPersonProposesByName() async throws {
        let server = try ProjectServer()
        let mara = try server.token(.propose, locales: ["de"])
        let reader = try server.token(.read, email: "tom@example.org")
        try await server.run("    testers = off\n") { client async throws in
            var nstack = NStackCalls(client)
            nstack.headers = .bearer(mara)
            let made = try await nstack.post(
                "key=cart.title&section=default&value=Korb&locale=de&platform=web")
            #expect(made.status == .created, "\(made.text)")
            let elsewhere = try await nstack.propose("Sac", in: "fr")
            #expect(elsewhere.status == .forbidden)
            nstack.headers = .bearer(reader)
            #expect(try await nstack.propose("Tasche").status == .forbidden)
        }
        let list = try server.cli("proposals", "--format", "json")
        #expect(list.contains("Mara"))
    }

    @Test func testersAreLimited() async throws {
        let open = "    public = true\n    testers = open\n[limits]\n    testerRate = 2/min\n"
        try await ProjectServer().run(open) { client async throws in
            let nstack = NStackCalls(client)
            #expect(try await nstack.propose("a").status == .created)
            #expect(try await nstack.propose("b").status == .created)
            let third = try await nstack.propose("c")
            #expect(third.status == .tooManyRequests)
            #expect(third.headers[.retryAfter] != nil)
            #expect(third.headers[.rateLimit] != nil)
            #expect(third.json?.objectValue?["class"] == "TooMany")
            #expect(try await nstack.propose("c", guid: NStackCalls.other).status == .created)
        }
    }

    @Test func openProposalsAreLimited() async throws {
        let open = "    public = true\n    testers = open\n[limits]\n    openProposals = 1\n"
        try await ProjectServer().run(open) { client async throws in
            let nstack = NStackCalls(client)
            #expect(try await nstack.propose("a").status == .created)
            #expect(try await nstack.propose("b", in: "fr").status == .tooManyRequests)
        }
    }

    @Test func strictProjectsRefuseWhatBreaksTheApp() async throws {
        let server = try ProjectServer()
        try server.cli("string", "add", "hello", "Hello {{name}}")
        try await server.run("    public = true\n    testers = open\n    strict = true\n") {
            client async throws in
            let answer = try await NStackCalls(client).propose("Hallo", for: "hello")
            #expect(answer.status == .preconditionFailed)
            #expect(answer.json?.objectValue?["class"] == "FailedChecks")
        }
    }

    @Test func pagesElsewhereMustBeConfigured() async throws {
        let origin: HTTPFields = [.origin: "https://shop.example.org"]
        let server = try ProjectServer()
        try await server.run { client async throws in
            let refused = try await NStackCalls(client).propose("Korb", headers: origin)
            #expect(refused.status == .forbidden)
            #expect(refused.json?.objectValue?["class"] == "Origin")
        }
        try await server.run(
            "    public = true\n    testers = open\n    cors = https://shop.example.org\n"
        ) { client async throws in
            #expect(
                try await NStackCalls(client).propose("Korb", headers: origin).status == .created)
        }
    }
}
