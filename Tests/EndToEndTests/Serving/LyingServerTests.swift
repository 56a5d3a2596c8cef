import Foundation
import TestWorld
import Testing

/// The built example app, with a server that returns other data than texts.
@Suite(.timeLimit(.minutes(10))) struct LyingServerTests {
    private let sandbox: Sandbox
    private let server: ServerProcess

    init() throws {
        let sandbox = try Sandbox()
        server = try ServerProcess.startHostile(in: sandbox)
        self.sandbox = sandbox
    }

    private func switchTo(_ mode: String) throws {
        #expect(
            try LoopbackClient(port: server.port).exchange("GET", "/switch/\(mode)").status == 200)
    }

    /// Runs the app with 4 GB of address space, and returns its screens.
    private func run(_ storage: String = "device") throws -> String {
        let program = try Products.directory + "/dragoman-client-example"
        let url = "http://127.0.0.1:\(server.port)/current"
        let result = try sandbox.execute(
            "/bin/sh",
            [
                "-c", #"ulimit -v 4000000; printf 'refresh\nquit\n' | "$0" "$1" "$2""#, program,
                url, storage,
            ])
        #expect(result.status == 0, "\(result.errors)")
        return result.output
    }

    @Test(arguments: ["portal", "problem", "hostile", "endless", "bomb", "elsewhere"])
    func liesReplaceNothing(mode: String) throws {
        // An app that was never connected shows its built-in texts.
        try switchTo(mode)
        let first = try run("new device")
        #expect(first.contains("[en, local]\n  Your cart\n  1 item\n  3 items\n  ! en/default: "))
        #expect(!first.contains("external") && !first.contains("cached"))
        try switchTo("cart")
        #expect(try run().contains("[en, external]\n  Fetched cart\n  1 thing\n  3 things\n"))
        try switchTo(mode)
        let lied = try run()
        // The first screen, and the screen after the response.
        #expect(lied.hasPrefix("[en, cached]\n  Fetched cart\n  1 thing\n  3 things\n"))
        #expect(
            lied.contains("[en, cached]\n  Fetched cart\n  1 thing\n  3 things\n  ! en/default: "))
        #expect(!lied.contains("external") && !lied.contains("Your cart"))
        server.stop()
        #expect(try run().hasPrefix("[en, cached]\n  Fetched cart\n  1 thing\n  3 things\n"))
    }

    @Test func olderTextsLeaveTheOthers() throws {
        try switchTo("older")
        #expect(try run().contains("[en, external]\n  Old cart\n  1 item\n  3 items\n"))
    }
}
