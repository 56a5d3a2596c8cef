import Foundation
import JSON
import Synchronization
import TestWorld
import Testing

/// Two built servers behind haproxy, with one hub, started from the files in `docs/server/fleet`.
///
/// Only addresses, ports and paths differ from the documents. The node `a` has the project `shop`,
/// and `b` has `kiosk`. All programs end when the value is released.
final class Fleet: Sendable {
    let sandbox: Sandbox
    /// The port of haproxy.
    let port: UInt16
    /// The token of a person with the scope `admin`.
    let admin: String
    /// The token of an app.
    let app: String
    private let ports: [String: UInt16]
    private let hub: ServerProcess
    /// The nodes and `haproxy`.
    private let programs = Mutex<[String: ServerProcess]>([:])

    /// The error thrown when a program ends before it is ready.
    private struct Ended: Error {
        let log: String
    }

    private static let haproxy = "/usr/sbin/haproxy"

    /// The reason why a fleet cannot run, or `nil`.
    static var obstacle: String? {
        for program in [haproxy, "/usr/bin/perl", "/usr/bin/curl", "/usr/bin/flock"]
        where !FileManager.default.isExecutableFile(atPath: program) {
            return "\(program) is not installed"
        }
        return HTTPServer.obstacle
    }

    init() throws {
        sandbox = try Sandbox()
        port = try Loopback.freePort()
        ports = ["a": try Loopback.freePort(), "b": try Loopback.freePort()]
        try sandbox.write("node-a:secret-a\nnode-b:secret-b\n", to: "fleet/hub.users")
        hub = try Self.startHub(in: sandbox)
        for project in ["shop", "kiosk"] { try Self.createProject(project, hub: hub, in: sandbox) }
        admin = try Self.token(
            ["--name", "Mara", "--email", "mara@example.org", "--scope", "admin"], in: sandbox)
        app = try Self.token(["--app", "--name", "App"], in: sandbox)
        try sandbox.write(String(repeating: "0f", count: 32) + "\n", to: "a/state/session.key")
        for file in ["tokens.jsonl", "session.key"] {
            try sandbox.write(sandbox.read("a/state/" + file), to: "b/state/" + file)
        }
        for node in ["a", "b"] {
            try document(
                "server.conf", as: "server-\(node).conf",
                replacing: [
                    ("10.0.0.1:8080", "127.0.0.1:\(ports[node] ?? 0)"),
                    ("/var/lib/dragoman", "\(sandbox.directory)/\(node)"),
                    ("10.0.0.10", "127.0.0.1"),
                ])
            try start(node)
        }
        for file in ["projects.map", "applications.map", "moving.map", "move"] {
            try document(file)
        }
        try document(
            "haproxy.cfg",
            replacing: [
                ("10.0.0.1:8080", "127.0.0.1:\(ports["a"] ?? 0)"),
                ("10.0.0.2:8080", "127.0.0.1:\(ports["b"] ?? 0)"),
                ("bind :8000", "bind 127.0.0.1:\(port)"),
                ("/run/haproxy/admin.sock", socket),
            ])
        try restartProxy()
    }

    /// The address of the proxy.
    var address: String { "http://127.0.0.1:\(port)" }

    private var socket: String { sandbox.directory + "/haproxy.sock" }

    // MARK: Requests

    /// Sends a request to the proxy, on a new connection.
    func exchange(
        _ method: String, _ path: String, headers: [String: String] = [:], body: String? = nil
    ) throws -> LoopbackClient.Answer {
        try LoopbackClient(port: port).exchange(method, path, headers: headers, body: body)
    }

    /// Signs in with the person's token, on the page for it.
    func signIn() throws -> LoopbackClient.Answer {
        let client = try LoopbackClient(port: port)
        let body = "token=\(admin)"
        try client.send(
            "POST /login HTTP/1.1\r\nHost: localhost\r\nOrigin: https://l10n.example.org\r\n"
                + "Content-Type: application/x-www-form-urlencoded\r\n"
                + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
        return try client.receive()
    }

    /// Returns the name of the node that answers a request.
    func node(answering path: String, headers: [String: String] = [:]) throws -> String {
        let id = UUID().uuidString
        let answer = try exchange(
            "GET", path, headers: headers.merging(["X-Request-Id": id]) { $1 })
        try #require(answer.status < 500, "\(path): \(answer)")
        return try line(containing: id).node
    }

    /// Waits for a text in the nodes' logs, and returns its line and the node.
    func line(containing text: String) throws -> (line: Substring, node: String) {
        while true {
            for node in ["a", "b"] {
                let lines = try log(of: node).split(separator: "\n")
                if let line = lines.first(where: { $0.contains(text) }) { return (line, node) }
            }
            try Task.checkCancellation()
            usleep(5_000)
        }
    }

    /// Lets a node sync with the hub.
    func sync(_ project: String, on node: String) throws {
        let answer = try answer(toSyncOf: project, on: node)
        try #require(answer.status == 200, "\(node): \(answer)")
    }

    /// Lets a node sync with the hub, and returns its answer.
    func answer(toSyncOf project: String, on node: String) throws -> LoopbackClient.Answer {
        try client(of: node).exchange(
            "POST", "/api/v1/projects/\(project)/sync",
            headers: ["Authorization": "Bearer \(admin)"])
    }

    /// Returns the texts of all proposals that a node has, sorted.
    func texts(of project: String, on node: String) throws -> [String] {
        let answer = try client(of: node).exchange(
            "GET", "/api/v1/projects/\(project)/proposals?state=all&limit=1000")
        try #require(answer.status == 200 && answer.headers["link"] == nil, "\(answer)")
        let list = try #require(try JSONValue.parse(Array(answer.body.utf8)).arrayValue)
        return list.compactMap { $0.objectValue?["value"]?.stringValue }.sorted()
    }

    private func client(of node: String) throws -> LoopbackClient {
        try LoopbackClient(port: ports[node] ?? 0)
    }

    // MARK: Operations

    /// Runs the documented script that moves a project.
    func move(_ words: String...) throws -> Sandbox.Result {
        try sandbox.execute(
            "/bin/sh", ["fleet/move"] + words,
            environment: [
                "FLEET": sandbox.directory + "/fleet", "FLEET_SOCKET": socket,
                "DRAGOMAN_TOKEN": admin,
            ])
    }

    /// Lets a project begin anew on the hub.
    func beginAnew(_ project: String) throws {
        try Hub.require(
            sandbox.execute(
                try Products.dragoman, ["begin-anew", "--yes"], in: "hub/\(project).git"))
    }

    /// Lets a running node take over the new beginning, and sends what it kept.
    func takeOverBeginning(of project: String, on node: String) throws {
        try Hub.require(
            sandbox.execute(
                try Products.dragoman, ["begin-anew", "--from", "origin", "--yes"],
                in: "\(node)/\(project)"))
        try sync(project, on: node)
    }

    /// Starts a node, and waits until it is ready.
    func start(_ node: String) throws {
        try run(node, [try Products.dragoman, "serve", "--config", path("server-\(node).conf")]) {
            try client(of: node).exchange("GET", "/health/ready").status == 200
        }
    }

    /// Stops a node.
    func stop(_ node: String) { programs.withLock { $0.removeValue(forKey: node) }?.stop() }

    /// Stops the hub.
    func stopHub() { hub.stop() }

    /// Returns the log of a node since its last start.
    func log(of node: String) throws -> String { try sandbox.read("\(node).log") }

    /// Starts haproxy again, which reads its files.
    func restartProxy() throws {
        stop("haproxy")
        try run("haproxy", [Self.haproxy, "-db", "-f", path("haproxy.cfg")]) {
            try exchange("GET", "/health/ready").status == 200
        }
    }

    private func path(_ file: String) -> String { "\(sandbox.directory)/fleet/\(file)" }

    /// Starts a program, and waits until it answers.
    private func run(
        _ name: String, _ command: [String], until isReady: () throws -> Bool
    ) throws {
        let process = try ServerProcess.start(
            command, log: "\(sandbox.directory)/\(name).log",
            environment: sandbox.hermeticEnvironment.merging(
                ["DRAGOMAN_SERVER_LOG_ADDRESSES": "true"]
            ) { $1 })
        programs.withLock { $0[name] = process }
        while process.isRunning {
            if (try? isReady()) == true { return }
            try Task.checkCancellation()
            usleep(5_000)
        }
        throw Ended(log: process.said)
    }

    // MARK: Preparations

    /// Writes a documented file, with other values instead of those that a test cannot use.
    private func document(
        _ name: String, as other: String? = nil, replacing values: [(String, String)] = []
    ) throws {
        try Self.document(name, as: other ?? name, in: sandbox, replacing: values)
    }

    private static func document(
        _ name: String, as other: String, in sandbox: Sandbox, replacing values: [(String, String)]
    ) throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "docs/server/fleet/\(name)")
        var text = try String(contentsOf: file, encoding: .utf8)
        for (documented, value) in values {
            try #require(text.contains(documented), "\(name): \(documented)")
            text = text.replacing(documented, with: value)
        }
        try sandbox.write(text, to: "fleet/" + other)
    }

    private static func startHub(in sandbox: Sandbox) throws -> ServerProcess {
        let repositories = sandbox.directory + "/hub"
        try FileManager.default.createDirectory(
            atPath: repositories, withIntermediateDirectories: true)
        return try ServerProcess.start(
            log: sandbox.directory + "/hub.log", readyWord: "server started",
            environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C"]
        ) { port in
            try document(
                "hub.conf", as: "hub.conf", in: sandbox,
                replacing: [
                    ("10.0.0.20", "127.0.0.1"), ("8090", "\(port)"), ("/srv/hub", repositories),
                    ("/etc/lighttpd", sandbox.directory + "/fleet"),
                    // The user's configuration must have no influence.
                    (
                        "\"PATH\" =>",
                        "\"GIT_CONFIG_GLOBAL\" => \"/dev/null\", \"HOME\" => \"/\", \"PATH\" =>"
                    ),
                ])
            return [HTTPServer.program, "-D", "-f", sandbox.directory + "/fleet/hub.conf"]
        }
    }

    /// Creates a project on the hub, and a clone on each node.
    private static func createProject(
        _ project: String, hub: ServerProcess, in sandbox: Sandbox
    ) throws {
        let bare = "hub/\(project).git"
        let dragoman = try Products.dragoman
        try Hub.require(sandbox.execute(dragoman, ["init", project]))
        try sandbox.git("init", "-q", "--bare", "--initial-branch=translations", bare)
        try sandbox.git("remote", "add", "origin", "../" + bare, in: project)
        for line in [
            "locale add fr", "string add greeting Hello",
            #"config servers '["dragoman@example.org"]'"#, "push",
        ] { try Hub.require(sandbox.execute(dragoman, Transcript.words(line), in: project)) }
        try Hub.require(sandbox.execute(dragoman, ["receive", "--install"], in: bare))
        for (key, value) in [
            ("dragoman.program", dragoman), ("dragoman.pusher.required", "true"),
            ("dragoman.pusher.node-a.email", "dragoman@example.org"),
            ("dragoman.pusher.node-b.email", "dragoman@example.org"),
            ("receive.fsckObjects", "true"),
        ] { try sandbox.git("config", key, value, in: bare) }
        for node in ["a", "b"] {
            let address = "http://node-\(node):secret-\(node)@127.0.0.1:\(hub.port)/\(bare)"
            try Hub.require(
                sandbox.execute(dragoman, ["clone", address, "\(node)/\(project)"]))
        }
    }

    private static func token(_ words: [String], in sandbox: Sandbox) throws -> String {
        let added = try sandbox.execute(
            try Products.dragoman,
            ["token", "add"] + words + ["--state", sandbox.directory + "/a/state"])
        try Hub.require(added)
        return String(added.output.prefix { $0 != "\n" })
    }
}
