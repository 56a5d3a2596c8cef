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
            [ ! -e list ] || { ls -A disk/state/bundles/app > listed.new; rm list; mv listed.new listed; }
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
        let prefix = [
            "/usr/bin/env", "-C", sandbox.directory, "unshare", geteuid() == 0 ? "-m" : "-rm",
            "/bin/sh", "-c", Self.script, "sh",
        ]
        let server: ProductServer
        do {
            server = try ProductServer(
                try Products.dragoman,
                [
                    "\(sandbox.directory)/app", "--listen", "127.0.0.1:0", "--state",
                    sandbox.directory + "/disk/state",
                ] + ServerTortureTests.generous, in: sandbox, through: prefix)
        } catch let error as ServerProcess.NotStarted where error.log == "" {
            print("torture: skipped, bundles without room: nothing can be mounted here")
            return
        }
        try server.waitUntilReady()
        func manifest(of commit: Substring) throws -> LoopbackClient.Answer {
            try server.exchange("GET", "/projects/app/bundles/at/\(commit)/manifest.json")
        }
        let kept = try manifest(of: first)
        try #require(kept.status == 200, "\(kept) \(server.process.said.suffix(2000))")
        try switchTo("full", sandbox)
        let full = try manifest(of: second)
        #expect(full.status == 507, "\(full)")
        #expect(full.body.contains("disk-full"))
        // The bundle that is there, reads and writes of the project.
        #expect(try manifest(of: first).body == kept.body)
        #expect(try server.exchange("GET", "/locales/fr/default.json").status == 200)
        #expect(try server.exchange("GET", "/health/ready").status == 200)
        #expect(try list(sandbox) == 1)
        try switchTo("free", sandbox)
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
        try switchTo("list", sandbox)
        return try sandbox.read("listed").split(separator: "\n").count
    }

    private func switchTo(_ name: String, _ sandbox: Sandbox) throws {
        try sandbox.write("", to: name)
        while FileManager.default.fileExists(atPath: sandbox.directory + "/" + name) {
            usleep(5_000)
        }
    }
}
