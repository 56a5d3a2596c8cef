import TestWorld

/// The program that transfers events between a clone and a server.
enum Carriage: String, CaseIterable, Sendable {
    /// Git alone: it shows that the servers are set up correctly.
    case plainGit
    case dragoman

    /// Clones into a directory below the home directory.
    func clone(_ url: String, to directory: String, by home: Home) throws -> Sandbox.Result {
        self == .plainGit
            ? try home.git("clone", "-q", url, directory)
            : try home.dragoman("clone", "--format", "json", url, directory)
    }

    /// Fetches from the clone's origin.
    func fetch(in directory: String, by home: Home) throws -> Sandbox.Result {
        self == .plainGit
            ? try home.git("fetch", "-q", in: directory)
            : try home.dragoman("fetch", "--format", "json", in: directory)
    }

    /// Pushes to the clone's origin.
    func push(in directory: String, by home: Home) throws -> Sandbox.Result {
        self == .plainGit
            ? try home.git("push", "-q", "origin", "translations", in: directory)
            : try home.dragoman("push", "--format", "json", in: directory)
    }

    /// Brings the clone and the server to the same events, however many others do so at the same
    /// time.
    ///
    /// Plain git merges the others' commits in a work tree, or rebases onto them, as a person
    /// would.
    func sync(
        in directory: String, by home: Home, rebases: Bool = false
    ) throws -> Sandbox.Result {
        guard self == .plainGit else {
            return try home.dragoman("sync", "--format", "json", in: directory)
        }
        var pushed = try push(in: directory, by: home)
        for _ in 0..<100 where pushed.status != 0 {
            let pulled = try home.git(
                "pull", "-q", "--no-edit", rebases ? "--rebase" : "--no-rebase", "origin",
                "translations", in: directory)
            if pulled.status == 0 { pushed = try push(in: directory, by: home) }
        }
        guard pushed.status == 0 else { return pushed }
        return try home.git(
            "pull", "-q", "--no-edit", "--no-rebase", "origin", "translations", in: directory)
    }
}

/// A project on a server: the bare repository `srv/hub.git` of a sandbox.
struct Hub {
    let sandbox: Sandbox
    static let name = "hub.git"

    /// Creates a project with a language and some strings.
    init(strings: Int = 3) throws {
        sandbox = try Sandbox()
        let maker = try Home("maker", in: sandbox)
        try Self.require(maker.dragoman("init", "app"))
        try Self.require(maker.dragoman("locale", "add", "fr", in: "app"))
        let lines = (0..<strings).map { "\"key\($0)\":\"Text number \($0)\"" }
        try sandbox.write("{\(lines.joined(separator: ","))}", to: "home/maker/en.json")
        try Self.require(
            maker.dragoman("import", "--locale", "en", "../en.json", in: "app"))
        try sandbox.git("clone", "-q", "--bare", "home/maker/app", "srv/\(Self.name)")
        // The clone records its origin, which the server does not need.
        try sandbox.git("remote", "remove", "origin", in: "srv/\(Self.name)")
    }

    /// The commit of the branch.
    var tip: String {
        get throws { try sandbox.git("rev-parse", "translations", in: "srv/\(Self.name)") }
    }

    /// The defects of the repository and its events; empty if all are intact.
    var defects: String {
        get throws {
            let git = try sandbox.execute(
                "/usr/bin/env", ["git", "fsck", "--strict", "--no-dangling"], in: "srv/\(Self.name)"
            )
            let ours = try sandbox.execute(
                try Products.dragoman, ["fsck"], in: "srv/\(Self.name)")
            return [git, ours].filter { $0.status != 0 }.map { $0.output + $0.errors }.joined()
        }
    }

    /// Adds a hook to the repository.
    func addHook(_ name: String, _ script: String) throws {
        try sandbox.write("#!/bin/sh\n" + script, to: "srv/\(Self.name)/hooks/\(name)")
        try sandbox.execute("/bin/chmod", ["+x", "srv/\(Self.name)/hooks/\(name)"])
    }

    static func require(_ result: Sandbox.Result) throws {
        guard result.status == 0 else { throw Home.Failed(result: result) }
    }
}
