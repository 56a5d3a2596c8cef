import Foundation
import JSON
import TestWorld
import Testing

/// `dragoman webhook`, beside a server whose receiver refuses everything.
@Suite(.timeLimit(.minutes(10))) struct WebhookProgramTests {
    private let scene: ServingScene
    private let receiver: ProductServer

    init() throws {
        scene = try ServingScene()
        receiver = try scene.serve()
        try receiver.waitUntilReady()
        try scene.configure(
            """
                testers = open
            [webhook "ci"]
                project = app
                url = http://127.0.0.1:\(receiver.port)/nowhere
                secret = whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
            """)
    }

    private func webhook(_ words: String...) throws -> Sandbox.Result {
        try scene.dragoman(
            ["webhook"] + words + ["--config", "../server.conf", "--state", "../hooks"])
    }

    private func member(_ name: String) throws -> JSONValue? {
        let list = try webhook("list", "--format", "json")
        return try JSONValue.parse(Array(list.output.utf8)).arrayValue?.first?.objectValue?[name]
    }

    @Test func theReceiverIsTried() throws {
        let tried = try webhook("test", "ci")
        #expect(tried.status == 1, "\(tried)")
        #expect(tried.errors.contains("The receiver answered 404."), "\(tried)")
        let unknown = try webhook("test", "cj")
        #expect(unknown.status == 2 && unknown.errors.contains("no webhook “cj”"), "\(unknown)")
        let list = try webhook("list")
        #expect(list.status == 0 && list.output.contains("not started"), "\(list)")
        let early = try webhook("replay", "ci")
        #expect(early.status == 2 && early.errors.contains("has not started yet"), "\(early)")
        let nameless = try scene.dragoman("webhook", "list")
        #expect(nameless.status == 2 && nameless.errors.contains("--config"), "\(nameless)")
    }

    @Test func aRunningServerKeepsItsPlace() throws {
        let start = try scene.sandbox.git("rev-parse", "translations", in: "app")
            .trimmingCharacters(in: .whitespacesAndNewlines)
        let server = try ProductServer(
            try Products.dragoman,
            ["--config", "\(scene.sandbox.directory)/server.conf"]
                + ["--state", scene.sandbox.directory + "/hooks"], in: scene.sandbox)
        try server.waitUntilReady()
        try scene.wait { try member("after") != nil }
        #expect(try webhook("list").output.contains("  on "))
        // A commit of the command line fails, and the position stays.
        #expect(try scene.dragoman("set", "fr", "greeting", "Bonjour").status == 0)
        try scene.wait { try member("failures")?.integerValue == 1 }
        #expect(try member("after")?.stringValue == start)
        let again = try webhook("replay", "ci", "--after", start)
        #expect(again.status == 0 && again.errors.contains(start), "\(again)")
        try scene.wait { try member("failures")?.integerValue == 1 }
        #expect(try member("after")?.stringValue == start)
        let wrong = try webhook("replay", "ci", "--after", "HEAD")
        #expect(wrong.status == 2 && wrong.errors.contains("not a commit"), "\(wrong)")
    }
}
