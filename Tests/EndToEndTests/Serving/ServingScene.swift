import Foundation
import TestWorld
import Testing

/// A project in a sandbox, `app`, that the built program serves.
struct ServingScene {
    let sandbox: Sandbox

    init() throws {
        sandbox = try Sandbox()
        #expect(try sandbox.execute(try Products.dragoman, ["init", "app"]).status == 0)
        for line in ["locale add fr", "string add greeting Hello"] {
            let result = try dragoman(Transcript.words(line))
            try #require(result.status == 0, "\(line): \(result)")
        }
    }

    /// Runs the built program in the project.
    func dragoman(_ words: String...) throws -> Sandbox.Result { try dragoman(words) }

    func dragoman(_ words: [String]) throws -> Sandbox.Result {
        try sandbox.execute(try Products.dragoman, words, in: "app")
    }

    /// Starts the server; by default it serves only the project.
    func serve(
        _ words: [String]? = nil, environment: [String: String] = [:]
    ) throws -> ProductServer {
        let usual = ["\(sandbox.directory)/app", "--listen", "127.0.0.1:0"]
        return try ProductServer(
            try Products.dragoman, (words ?? usual) + ["--state", sandbox.directory + "/state"],
            in: sandbox, environment: environment)
    }

    /// Writes a configuration that ends with the given lines of the project `app`.
    func configure(_ lines: String) throws {
        try sandbox.write(
            """
            [server]
                listen = 127.0.0.1:0
            [project "app"]
                path = \(sandbox.directory)/app
            \(lines)

            """, to: "server.conf")
    }

    /// Returns the body of a proposal.
    static func proposal(_ text: String) -> String {
        #"{"locale":"fr","section":"default","key":"greeting","value":"\#(text)"}"#
    }

    /// Makes a proposal as a tester.
    func propose(_ text: String, to server: ProductServer) throws -> LoopbackClient.Answer {
        try server.exchange(
            "POST", "/api/v1/projects/app/proposals",
            headers: ["Dragoman-Guid": "guid-of-somebody"], body: Self.proposal(text))
    }

    /// Waits for a condition; only the time limit of the test ends the wait.
    func wait(until condition: () throws -> Bool) throws {
        while try !condition() {
            try Task.checkCancellation()
            usleep(5_000)
        }
    }
}

/// A socket that services report their state to.
final class DatagramSocket {
    private let descriptor: Int32

    init(_ path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let isBound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        try #require(isBound)
    }

    deinit { close(descriptor) }

    func receive() -> String {
        var buffer = [UInt8](repeating: 0, count: 1000)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    }
}
