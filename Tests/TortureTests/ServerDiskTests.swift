import Foundation
import TestWorld
import Testing

/// A server whose disk fills up, and is then cleared.
@Suite(.timeLimit(.minutes(10))) struct ServerDiskTests {
    /// Serves a project on a small file system, which `full` and `free` beside it fill and clear.
    private static let script = """
        mkdir disk
        mount -t tmpfs -o size=6m dragoman-torture disk 2>/dev/null || exit 77
        cp -a app disk/app
        while sleep 0.02; do
            [ ! -e full ] || { cat /dev/zero > disk/filler 2>/dev/null; mv full filled; }
            [ ! -e free ] || { rm -f disk/filler; mv free freed; }
        done & helper=$!
        trap 'kill $helper' EXIT
        "$@" & server=$!
        trap 'kill $server' TERM
        wait $server; wait $server; status=$?
        kill $helper; trap - EXIT
        rm -rf app; cp -a disk/app app
        exit $status
        """

    @Test func aFullDiskStopsWritesAndNothingElse() throws {
        let scene = try Scene()
        let sandbox = scene.sandbox
        guard
            let server = try SmallDisk.serve(
                ["disk/app", "--state", sandbox.directory + "/state"], in: sandbox,
                through: Self.script)
        else { return }
        try server.waitUntilReady()
        let first = try propose("Bonjour", 0, server)
        try #require(first.status == 201, "\(first) \(server.process.said.suffix(2000))")
        try SmallDisk.switchTo("full", sandbox)
        // A few proposals still fit into the last block.
        var full: LoopbackClient.Answer?
        for number in 1..<200 where full == nil {
            let answer = try propose("Salut \(number)", number, server)
            if answer.status == 201 {
                try scene.acknowledge(.init(status: 0, output: answer.body, errors: ""))
            } else {
                full = answer
            }
        }
        #expect(full?.status == 507, "\(String(describing: full))")
        let read = try server.exchange("GET", "/api/v1/projects/app/proposals")
        #expect(read.status == 200 && read.body.contains("Bonjour"), "\(read)")
        let ready = try server.exchange("GET", "/health/ready")
        #expect(ready.status == 503 && ready.body.contains("no disk space"), "\(ready)")
        #expect(try server.exchange("GET", "/health/live").status == 200)
        try SmallDisk.switchTo("free", sandbox)
        // The server recovers without a write.
        try server.waitUntilReady()
        let last = try propose("Encore", 1000, server)
        #expect(last.status == 201, "\(last)")
        try scene.acknowledge(.init(status: 0, output: last.body, errors: ""))
        try server.process.signal(SIGTERM)
        #expect(server.process.end() == 0, "\(server.process.said.suffix(500))")
        #expect(try scene.problems() == [])
        #expect(scene.leftFiles { $0.contains("tmp_object") } == [])
    }

    private func propose(
        _ text: String, _ number: Int, _ server: ProductServer
    ) throws -> LoopbackClient.Answer {
        try server.exchange(
            "POST", "/api/v1/projects/app/proposals",
            headers: ["Dragoman-Guid": "guid-of-\(number)"],
            body: #"{"locale":"fr","section":"default","key":"greeting","value":"\#(text)"}"#)
    }
}
