import Foundation
import TestWorld
import Testing

/// A server whose disk for bundles fills up, and is then cleared.
@Suite(.timeLimit(.minutes(10))) struct BundleDiskTests {
    /// Serves a project with its state on a small file system, which `full` and `free` beside it
    /// fill and clear.
    private static let script = """
        mkdir disk
        mount -t tmpfs -o size=4m dragoman-torture disk 2>/dev/null || exit 77
        while sleep 0.02; do
            [ ! -e full ] || { cat /dev/zero > disk/filler 2>/dev/null; mv full filled; }
            [ ! -e free ] || { rm -f disk/filler; mv free freed; }
            [ ! -e list ] || { ls -A disk/state/bundles/app > listed.new; mv listed.new listed; rm list; }
        done & helper=$!
        trap 'kill $helper' EXIT
        "$@" & server=$!
        trap 'kill $server' TERM
        wait $server; wait $server; status=$?
        kill $helper; trap - EXIT
        exit $status
        """

    @Test func aFullDiskRefusesNewBundlesAndNothingElse() throws {
        let scene = try Scene()
        let sandbox = scene.sandbox
        let first = try sandbox.git("rev-parse", "translations", in: "app").prefix { $0 != "\n" }
        _ = try scene.execute(["set", "fr", "greeting", "Salut"])
        let second = try sandbox.git("rev-parse", "translations", in: "app").prefix { $0 != "\n" }
        guard
            let server = try SmallDisk.serve(
                ["app", "--state", sandbox.directory + "/disk/state"], in: sandbox,
                through: Self.script)
        else { return }
        try server.waitUntilReady()
        func manifest(of commit: Substring) throws -> LoopbackClient.Answer {
            try server.exchange("GET", "/projects/app/bundles/at/\(commit)/manifest.json")
        }
        let kept = try manifest(of: first)
        try #require(kept.status == 200, "\(kept) \(server.process.said.suffix(2000))")
        try SmallDisk.switchTo("full", sandbox)
        let full = try manifest(of: second)
        #expect(full.status == 507, "\(full)")
        #expect(full.body.contains("disk-full"))
        // The bundle that is there, reads and writes of the project.
        #expect(try manifest(of: first).body == kept.body)
        #expect(try server.exchange("GET", "/locales/fr/default.json").status == 200)
        #expect(try server.exchange("GET", "/health/ready").status == 200)
        #expect(try list(sandbox) == 1)
        try SmallDisk.switchTo("free", sandbox)
        var answer = try manifest(of: second)
        while answer.status == 507 {
            try Task.checkCancellation()
            usleep(100_000)
            answer = try manifest(of: second)
        }
        #expect(answer.status == 200, "\(answer)")
        #expect(answer.headers["dragoman-release"] == String(second))
        #expect(try list(sandbox) == 2)
        try server.process.signal(SIGTERM)
        #expect(server.process.end() == 0, "\(server.process.said.suffix(500))")
    }

    /// Returns the number of entries in the directory of the project's bundles.
    private func list(_ sandbox: Sandbox) throws -> Int {
        try SmallDisk.switchTo("list", sandbox)
        return try sandbox.read("listed").split(separator: "\n").count
    }
}
