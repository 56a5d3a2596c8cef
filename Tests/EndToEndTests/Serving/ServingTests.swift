import Foundation
import TestWorld
import Testing

/// The program that `dragoman serve` executes.
@Suite(.timeLimit(.minutes(10))) struct ServingTests {
    private let scene: ServingScene

    init() throws { scene = try ServingScene() }

    @Test func theBannerSaysWhatWorks() throws {
        let server = try scene.serve()
        try server.waitUntilReady()
        let said = server.process.said
        let api = "http://127.0.0.1:\(server.port)/api/v1/projects/app"
        #expect(said.contains("  API       \(api)\n"))
        let token = try #require(said.firstMatch(of: #/token +(dgp_\S+)/#)).1
        let answer = try server.exchange(
            "PUT", "/api/v1/projects/app/text/fr?section=default&key=greeting",
            headers: ["Authorization": "Bearer \(token)"], body: #"{"value":"Bonjour"}"#)
        #expect(answer.status == 200, "\(answer)")
        // Everyone can read, and testers can propose.
        let read = try server.exchange(
            "GET", "/api/v1/projects/app/text/fr?section=default&key=greeting")
        #expect(read.body.contains("Bonjour"), "\(read)")
        #expect(try scene.propose("Salut", to: server).status == 201)
        #expect(try scene.dragoman("get", "fr", "greeting").output == "Bonjour\n")
    }

    @Test func theConfigurationIsChecked() throws {
        try scene.configure("public = true")
        let good = try scene.dragoman("serve", "--config", "../server.conf", "--check-config")
        #expect(good.status == 0)
        #expect(good.output.contains("public"), "\(good)")
        try scene.configure("pubic = true")
        let bad = try scene.dragoman("serve", "--config", "../server.conf", "--check-config")
        #expect(bad.status == 2)
        #expect(bad.errors.contains("server.conf") && bad.errors.contains("hint: "), "\(bad)")
    }

    /// Arguments of `serve`, and the resulting exit status.
    private static let wrong: [(words: String, status: Int32)] = [
        ("../nowhere", 2), (". --listen nonsense", 2), (". --set limits.x=1", 2),
        (". --set limits", 64), ("--bogus", 64), (". --config x", 64),
        ("--config ../nowhere.conf", 2), (". --listen unix:/nowhere/socket", 2),
        (". --set server.tlsCertificate=/nowhere --set server.tlsKey=/nowhere", 2),
    ]

    @Test(arguments: wrong.indices) func whatCannotBeServedIsRefused(_ index: Int) throws {
        let (text, status) = Self.wrong[index]
        let words = text.split(separator: " ").map(String.init)
        let result = try scene.dragoman(["serve", "--state", "../state"] + words)
        #expect(result.status == status, "\(result)")
        #expect(result.output == "")
        guard status == 2 else { return }
        let lines = result.errors.split(separator: "\n").filter { !$0.hasPrefix("{") }
        #expect(lines.first?.hasPrefix("refused: ") == true, "\(result)")
        #expect(lines.last?.hasPrefix("hint: ") == true, "\(result)")
    }

    @Test func anAddressThatIsTakenIsSaid() throws {
        let server = try scene.serve()
        let result = try scene.dragoman(
            ["serve", ".", "--state", "../state", "--listen", "127.0.0.1:\(server.port)"])
        #expect(result.status == 2, "\(result)")
        #expect(result.errors.contains("127.0.0.1:\(server.port)"), "\(result)")
        #expect(result.errors.contains("hint: "), "\(result)")
    }

    @Test func withoutItsProgramItSaysWhatIsMissing() throws {
        let copy = scene.sandbox.directory + "/bin/dragoman"
        try scene.sandbox.write("", to: "bin/others")
        try FileManager.default.copyItem(atPath: try Products.dragoman, toPath: copy)
        let result = try scene.sandbox.execute(copy, ["serve", "app"])
        #expect(result.status == 2)
        #expect(result.errors.contains("dragoman-server"), "\(result)")
        #expect(result.errors.contains("make install"), "\(result)")
    }

    @Test func commitsOfTheCommandLineAreSeen() throws {
        let server = try scene.serve()
        try server.waitUntilReady()
        for text in ["Un", "Deux", "Trois"] {
            #expect(try scene.dragoman("set", "fr", "greeting", text).status == 0)
            // The benchmark measures the time.
            try scene.wait {
                try server.exchange(
                    "GET", "/api/v1/projects/app/text/fr?section=default&key=greeting"
                ).body.contains(text)
            }
        }
    }

    @Test func systemdIsTold() throws {
        let path = scene.sandbox.directory + "/notify"
        let socket = try DatagramSocket(path)
        let server = try scene.serve(environment: ["NOTIFY_SOCKET": path])
        #expect(socket.receive() == "READY=1")
        try server.process.signal(SIGTERM)
        #expect(socket.receive() == "STOPPING=1")
        #expect(server.process.end() == 0)
    }
}
