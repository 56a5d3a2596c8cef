import Foundation
import TestWorld
import Testing

/// Debian's Varnish, with the configuration in the documents, in front of the built server.
@Suite(
    .enabled(if: Varnish.isThere, "varnish is not installed"), .timeLimit(.minutes(10)),
    .serialized)
struct VarnishTests {
    private static let file = "/projects/open/bundles/production/i18next-json/fr/default.json"

    @Test func releasesAreServedWhileTheServerIsDown() throws {
        let scene = try CachedScene()
        let cache = try Varnish(in: scene.sandbox, origin: scene.port)
        try scene.point(at: scene.tip, sequence: 1)
        var server: ServerProcess? = try scene.serve()
        let first = try cache.wait(for: Self.file) { $0.status == 200 }
        #expect(first.body.contains("Bonjour"))
        // The first response may still be on its way from the server.
        let manifest = try cache.wait(for: "/projects/open/bundles/production/manifest.json") {
            $0.status == 200 && !$0.body.isEmpty
        }
        // The file has expired, but is loaded again without a change.
        _ = try cache.wait(for: Self.file) { $0.headers["age"] == "0" && $0.status == 200 }
        server?.stop()
        server = nil
        // Files that are older than they may be are served all the same.
        let stale = try cache.wait(for: Self.file) { answer in
            answer.headers["age"].flatMap { Int($0) } ?? 0 > 1
        }
        #expect(stale.status == 200)
        #expect(stale.body == first.body)
        #expect(stale.headers["etag"] == first.headers["etag"])
        #expect(stale.headers["dragoman-release"] == first.headers["dragoman-release"])
        let again = try cache.get("/projects/open/bundles/production/manifest.json")
        #expect(again.status == 200)
        #expect(again.body == manifest.body)
        // A file that the cache never had.
        let unknown = try cache.get("/projects/open/bundles/production/provenance.json")
        #expect(unknown.status == 503)
        try scene.dragoman("set", "fr", "greeting", "Salut")
        try scene.point(at: scene.tip, sequence: 2)
        server = try scene.serve()
        let next = try cache.wait(for: Self.file) { $0.body.contains("Salut") }
        #expect(try next.headers["dragoman-release"] == scene.tip(before: 1))
        // A release that the server cannot make does not replace the one that apps have.
        try scene.point(at: String(repeating: "7", count: 40), sequence: 3)
        try scene.wait(for: 503, at: Self.file)
        for _ in 0..<3 {
            let kept = try cache.get(Self.file)
            #expect(kept.status == 200)
            #expect(kept.body == next.body)
            usleep(300_000)
        }
        server?.stop()
    }

    @Test func filesOfOtherProjectsAreNeverKept() throws {
        let scene = try CachedScene()
        let cache = try Varnish(in: scene.sandbox, origin: scene.port)
        try scene.point(at: scene.tip, sequence: 1)
        let server = try scene.serve()
        let paths = ["production/manifest.json", "at/\(try scene.tip(before: 1))/manifest.json"].map
        {
            "/projects/closed/bundles/" + $0
        }
        let reader = ["Authorization": "Bearer \(scene.token)"]
        for path in paths {
            let answer = try cache.wait(for: path, headers: reader) { $0.status == 200 }
            #expect(answer.headers["cache-control"]?.hasPrefix("private, ") == true)
            #expect(try cache.get(path).status == 401)
            #expect(try cache.get(path, headers: ["Cookie": "dragoman=x"]).status == 401)
            // Every answer comes from the server.
            #expect(try cache.get(path, headers: reader).headers["age"] == "0")
        }
        server.stop()
        for path in paths {
            for headers in [reader, [:], ["Cookie": "dragoman=x"]] {
                let answer = try cache.get(path, headers: headers)
                #expect(answer.status == 503)
                #expect(!answer.body.contains("sha256"))
            }
        }
    }

    @Test func onlyOperatorsRemoveFiles() throws {
        let scene = try CachedScene()
        let cache = try Varnish(in: scene.sandbox, origin: scene.port)
        try scene.point(at: scene.tip, sequence: 1)
        let server = try scene.serve()
        _ = try cache.wait(for: Self.file) { $0.status == 200 }
        server.stop()
        #expect(try cache.get(Self.file + "?x=1").status == 200)
        #expect(try cache.exchange("PURGE", Self.file).status == 200)
        #expect(try cache.get(Self.file).status == 503)
    }
}

/// Two projects with the same repository: `open` is public, and `closed` is not.
private struct CachedScene {
    let sandbox: Sandbox
    let port: UInt16
    let token: String

    init() throws {
        sandbox = try Sandbox()
        port = try Loopback.freePort()
        let made = try sandbox.execute(try Products.dragoman, ["init", "app"])
        try #require(made.status == 0, "\(made)")
        for line in ["locale add fr", "string add greeting Hello", "set fr greeting Bonjour"] {
            let result = try sandbox.execute(
                try Products.dragoman, Transcript.words(line), in: "app")
            try #require(result.status == 0, "\(line): \(result)")
        }
        try sandbox.git("clone", "-q", "app", "copy")
        try sandbox.write(
            """
            [server]
                listen = 127.0.0.1:\(port)
                url = http://127.0.0.1
                state = \(sandbox.directory)/state
                proxy = 127.0.0.1
            [project "open"]
                path = \(sandbox.directory)/app
                public = true
            [project "closed"]
                path = \(sandbox.directory)/copy
            """, to: "server.conf")
        let added = try sandbox.execute(
            try Products.dragoman,
            [
                "token", "add", "--name", "Mara", "--email", "mara@example.org", "--scope", "read",
                "--state", sandbox.directory + "/state",
            ])
        try #require(added.status == 0, "\(added)")
        token = String(added.output.prefix { $0 != "\n" })
    }

    func dragoman(_ words: String...) throws {
        let result = try sandbox.execute(try Products.dragoman, words, in: "app")
        try #require(result.status == 0, "\(words): \(result)")
    }

    var tip: String { get throws { try tip(before: 0) } }

    func tip(before commits: Int) throws -> String {
        String(try sandbox.git("rev-parse", "translations~\(commits)", in: "app").dropLast())
    }

    /// Points the channel of both projects.
    func point(at commit: String, sequence: Int) throws {
        try dragoman(
            "config", "channel.production", #"{"commit":"\#(commit)","sequence":\#(sequence)}"#)
        try sandbox.git("fetch", "-q", "origin", "translations", in: "copy")
        try sandbox.git("update-ref", "refs/heads/translations", "FETCH_HEAD", in: "copy")
    }

    /// Starts the server on the port that the cache knows, and waits until it is ready.
    func serve() throws -> ServerProcess {
        let server = try ServerProcess.start(
            [try Products.dragoman, "serve", "--config", sandbox.directory + "/server.conf"],
            log: sandbox.directory + "/server.log", environment: sandbox.hermeticEnvironment)
        while server.isRunning {
            if let client = try? LoopbackClient(port: port),
                try client.exchange("GET", "/health/ready").status == 200
            {
                return server
            }
            usleep(5_000)
        }
        throw ServerEnded(log: server.said)
    }

    /// Waits until the server itself answers with a status.
    func wait(for status: Int, at path: String) throws {
        while try LoopbackClient(port: port).exchange("GET", path).status != status {
            try Task.checkCancellation()
            usleep(20_000)
        }
    }
}

/// Varnish with the configuration in the documents; stopped when the value is released.
private final class Varnish {
    private let process: ServerProcess

    private static let program = "/usr/sbin/varnishd"

    static var isThere: Bool { FileManager.default.isExecutableFile(atPath: program) }

    /// Files expire after a moment, so that tests need not wait for a minute.
    private static let briefly = """

        sub vcl_backend_response {
            if (beresp.ttl > 0.1s) { set beresp.ttl = 0.1s; }
        }
        """

    init(in sandbox: Sandbox, origin: UInt16) throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "docs/server/bundles.vcl")
        let text = try String(contentsOf: file, encoding: .utf8)
        let ours = text.replacing(".port = \"8080\"", with: ".port = \"\(origin)\"")
        try #require(ours != text)
        let start = try #require(ours.range(of: "sub vcl_recv")).lowerBound
        // Of two subroutines with one name, the first runs first.
        try sandbox.write(
            ours[..<start] + Self.briefly + "\n" + ours[start...], to: "bundles.vcl")
        process = try ServerProcess.start(
            log: sandbox.directory + "/varnish.log", readyWord: "Child launched OK",
            environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C"]
        ) { port in
            [
                Self.program, "-F", "-j", "none", "-n", sandbox.directory + "/varnish", "-a",
                "127.0.0.1:\(port)", "-f", sandbox.directory + "/bundles.vcl", "-s", "malloc,16m",
                "-T", "none",
            ]
        }
    }

    func exchange(
        _ method: String, _ path: String, headers: [String: String] = [:]
    ) throws -> LoopbackClient.Answer {
        try LoopbackClient(port: process.port).exchange(method, path, headers: headers)
    }

    func get(
        _ path: String, headers: [String: String] = [:]
    ) throws -> LoopbackClient.Answer {
        try exchange("GET", path, headers: headers)
    }

    /// Repeats a request until its answer satisfies a condition.
    func wait(
        for path: String, headers: [String: String] = [:],
        until isWanted: (LoopbackClient.Answer) -> Bool
    ) throws -> LoopbackClient.Answer {
        while true {
            let answer = try get(path, headers: headers)
            if isWanted(answer) { return answer }
            try Task.checkCancellation()
            usleep(50_000)
        }
    }
}

/// The server ended before it was ready.
private struct ServerEnded: Error {
    let log: String
}
