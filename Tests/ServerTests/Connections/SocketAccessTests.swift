import Glibc
import Hosting
import Hummingbird
import TestWorld
import Testing
import Translation

@testable import Server

/// Permissions of a socket in the file system.
@Suite struct SocketAccessTests {
    /// Returns the `stat` of a path.
    private static func state(_ path: String) throws -> stat {
        var state = stat()
        try #require(stat(path, &state) == 0)
        return state
    }

    @Test(arguments: [0o660, 0o600, 0o666] as [UInt32]) func theSocketHasItsMode(
        mode: UInt32
    ) async throws {
        let sandbox = try Sandbox()
        let path = sandbox.directory + "/http"
        let (listening, begin) = AsyncStream.makeStream(of: Void.self)
        let application = try await TestServer(whenListening: { _ in begin.finish() })
            .application([]) {
                $0.listen = .unix(path: path)
                $0.socketMode = mode
                $0.socketGroup = String(getegid())
            }
        let server = Task { try await application.run() }
        for await _ in listening {}
        let state = try Self.state(path)
        #expect(state.st_mode & S_IFMT == S_IFSOCK)
        #expect(state.st_mode & 0o777 == mode)
        #expect(state.st_gid == getegid())
        server.cancel()
        _ = await server.result
    }

    @Test func theUsualModeLetsTheGroupIn() {
        #expect(ServerSettings().socketMode == 0o660)
        #expect(ServerSettings().socketGroup == nil)
    }

    @Test func aGroupThatIsUnknownIsRefused() throws {
        let settings = try TestServer.configuration {
            $0.listen = .unix(path: "/run/dragoman/http")
            $0.socketGroup = "no-such-group"
        }
        #expect {
            try SocketAccess(settings)
        } throws: {
            ($0 as? Refusal)?.message
                == "The group “no-such-group” for the socket /run/dragoman/http does not exist."
        }
        // Other kinds of addresses have no socket file.
        #expect(try SocketAccess(TestServer.configuration()).map { _ in true } == nil)
    }
}
