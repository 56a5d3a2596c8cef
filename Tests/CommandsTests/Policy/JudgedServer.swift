import EventStore
import Foundation
import JSON
import Machine
import TestWorld
import Testing
import Texts
import Translation
import Workspace

/// A server's repository, and a clone to push from.
///
/// Mara administers the project and reviews French; Ines and Otto translate. Commits go to the
/// server under a reference that is not judged, and are then judged as the hook would.
struct JudgedServer {
    let sandbox: Sandbox
    /// The pushing user, as the server identifies them.
    var pusher: String? = "ines@example.org"

    static let mara = ["GIT_AUTHOR_NAME": "Mara", "GIT_AUTHOR_EMAIL": "mara@example.org"]
    static let otto = ["GIT_AUTHOR_NAME": "Otto", "GIT_AUTHOR_EMAIL": "otto@example.org"]

    init(_ lines: [String] = []) throws {
        sandbox = try Sandbox()
        try run(["init", "app"], as: Self.mara)
        let usual = [
            "locale add fr", "string add greeting Hello", "string add farewell Goodbye",
            "set fr greeting Bonjour", #"config maintainers '["mara@example.org"]'"#,
            #"config reviewers '{"fr":["mara@example.org"]}'"#,
        ]
        for line in usual { try run(Transcript.words(line), as: Self.mara, in: "app") }
        try run(
            Transcript.words("propose fr farewell Adieu --guid guid-of-otto"), as: Self.otto,
            in: "app")
        for line in lines { try run(Transcript.words(line), as: Self.mara, in: "app") }
        try sandbox.git("clone", "-q", "--bare", "app", "server")
        try sandbox.git("clone", "-q", "server", "work")
    }

    /// Runs a command that must succeed, as Ines unless the environment names another user.
    @discardableResult
    func run(
        _ words: [String], as who: [String: String] = [:], in directory: String = ""
    ) throws -> String {
        let result = sandbox.run(words, in: directory, environment: who)
        try #require(result.status == 0, "\(words): \(result)")
        return result.output
    }

    /// Runs a command in the clone.
    @discardableResult
    func work(_ line: String, as who: [String: String] = [:]) throws -> String {
        try run(Transcript.words(line), as: who, in: "work")
    }

    func git(_ words: String...) throws {
        let result = try sandbox.execute("/usr/bin/env", ["git"] + words, in: "work")
        try #require(result.status == 0, "\(words): \(result)")
    }

    func commit(_ revision: String, in directory: String = "work") throws -> String {
        try sandbox.git("rev-parse", revision, in: directory).trimmingCharacters(in: .newlines)
    }

    // MARK: Judging

    /// The hook's answer to a push.
    struct Verdict {
        let status: Int32
        /// The violated rules, sorted.
        let errors: [String]
        /// The rules of the other messages, sorted.
        let others: [String]
        let text: String
    }

    /// Judges a push of the clone's HEAD.
    func push(
        _ revision: String? = "HEAD", to reference: String = "refs/heads/translations",
        environment: [String: String] = [:]
    ) throws -> Verdict {
        let zero = String(repeating: "0", count: 40)
        var new = zero
        if let revision {
            new = try commit(revision)
            try sandbox.git("push", "-q", "-f", "../server", "\(new):refs/pushed/it", in: "work")
        }
        let known = try sandbox.execute(
            "/usr/bin/env", ["git", "rev-parse", "-q", "--verify", reference], in: "server")
        let old = known.status == 0 ? known.output.trimmingCharacters(in: .newlines) : zero
        return try judge("\(old) \(new) \(reference)\n", environment)
    }

    func judge(_ lines: String, _ environment: [String: String] = [:]) throws -> Verdict {
        var environment = environment
        environment["PATH"] = "/usr/bin:/bin"
        if let pusher { environment["REMOTE_USER"] = pusher }
        let result = sandbox.run(
            ["receive", "--format", "json"], in: "server", environment: environment,
            terminal: RecordingTerminal(input: Array(lines.utf8)))
        guard let json = try? JSONValue.parse(Array(result.output.utf8)) else {
            return Verdict(
                status: result.status, errors: [], others: [], text: result.output + result.errors)
        }
        var errors: Set<String> = []
        var others: Set<String> = []
        for reference in json.arrayValue ?? [] {
            for finding in reference.objectValue?["findings"]?.arrayValue ?? [] {
                guard let finding = finding.objectValue, let rule = finding["rule"]?.stringValue
                else { continue }
                if finding["severity"]?.stringValue == "error" {
                    errors.insert(rule)
                } else {
                    others.insert(rule)
                }
            }
        }
        return Verdict(
            status: result.status, errors: errors.sorted(), others: others.sorted(),
            text: result.output)
    }

    // MARK: Forging

    /// Returns an id of the current time, or later by the given milliseconds.
    func id(_ number: UInt64, later: Int64 = 0) -> EventID {
        EventID(
            milliseconds: UInt64(sandbox.host().now() + later), random: (7, number))
    }

    /// Returns an event that no program of ours would write.
    func event(
        _ number: UInt64, _ payload: Payload, by email: String? = "ines@example.org",
        locale: String = "fr", key: String? = "farewell", later: Int64 = 0,
        change: (inout Event) -> Void = { _ in }
    ) throws -> Event {
        var event = Event(
            id: id(number, later: later), at: "2026-11-21T09:31:00.000Z",
            actor: email.map { Actor(name: "Somebody", email: $0) },
            locale: try #require(LanguageTag(locale)),
            string: key.map { StringID(section: "default", key: $0) }, payload: payload)
        change(&event)
        return event
    }

    /// Commits a file of lines at a path, by default at the first event's usual path.
    func add(_ events: Event..., at path: String? = nil) throws {
        guard let first = events.first else { return }
        let content = events.flatMap { $0.line + [UInt8(ascii: "\n")] }
        try add(content, at: path ?? Self.path(of: first))
    }

    static func path(of event: Event) -> String {
        let name = event.id.description
        let shards = name.reversed().prefix(3).map(String.init).joined(separator: "/")
        return "events/\(event.locale)/\(shards)/\(name).jsonl"
    }

    /// Commits bytes at a path without the work tree, which cannot hold every path.
    func add(_ content: [UInt8], at path: String, mode: String = "100644") throws {
        let file = sandbox.directory + "/content"
        try Data(content).write(to: URL(fileURLWithPath: file))
        let blob = try sandbox.git("hash-object", "-w", "--no-filters", file, in: "work")
            .trimmingCharacters(in: .newlines)
        try git("update-index", "--add", "--cacheinfo", "\(mode),\(blob),\(path)")
        try git("commit", "-q", "-m", "by hand")
    }

    /// Returns the id of the current text or definition at a place, such as `fr greeting`.
    func text(of place: String) throws -> EventID {
        let json = try JSONValue.parse(Array(try work("blame \(place) --format json").utf8))
        let id = json.arrayValue?.first?.objectValue?["event"]?.stringValue
        return try #require(id.flatMap { EventID($0) })
    }

    /// Returns the id of the only proposal, Otto's.
    func proposal() throws -> EventID {
        try #require(EventID(try proposal(member: "id")))
    }

    /// Returns the guid of the only proposal, as it is stored.
    func guidOfProposal() throws -> HashedGuid {
        HashedGuid(try proposal(member: "owner"))
    }

    private func proposal(member: String) throws -> String {
        let json = try JSONValue.parse(Array(try work("proposals --format json").utf8))
        return try #require(json.arrayValue?.first?.objectValue?[member]?.stringValue)
    }

    /// Returns the path of a French event file.
    func frenchFile() throws -> String {
        let files = try sandbox.git("ls-files", "events/fr", in: "work").split(separator: "\n")
        return try #require(files.first.map(String.init))
    }
}
