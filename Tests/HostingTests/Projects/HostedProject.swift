import Foundation
import ReadModel
import Synchronization
import TestWorld
import Testing
import Texts
import Translation
import Workspace

@testable import Hosting

/// A project in a sandbox with a string and a language, and actions of a server and of other users.
struct HostedProject {
    let sandbox: Sandbox
    let french: LanguageTag
    let title = StringID(section: "default", key: "title")

    init() throws {
        sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        for line in ["locale add fr", "string add title Title"] {
            let result = sandbox.run(Transcript.words(line), in: "app")
            try #require(result.status == 0, "\(line): \(result.errors)")
        }
        french = try #require(LanguageTag("fr"))
    }

    var path: String { sandbox.directory + "/app" }

    var settings: ProjectSettings {
        get throws {
            try #require(
                try ServerConfiguration.serving(directory: path, on: sandbox.host()).defaultProject)
        }
    }

    /// Opens the project and discards warnings.
    func open(readers: Int = 4) async throws -> ProjectHost {
        try await ProjectHost.open(
            try settings, readers: readers, longestWait: 600, host: sandbox.host(), warn: { _ in })
    }

    /// Sets the text in a clone and pushes it.
    ///
    /// Returns the commit. A command in the repository itself would also update the read model.
    func setElsewhere(_ text: String) throws -> String {
        if !FileManager.default.fileExists(atPath: sandbox.directory + "/clone") {
            try sandbox.git("clone", "-q", "app", "clone")
        }
        let result = sandbox.run(["set", "fr", "title", text], in: "clone")
        try #require(result.status == 0, "\(result.errors)")
        try sandbox.git("push", "-q", "origin", "translations", in: "clone")
        return try sandbox.git("rev-parse", "translations", in: "app")
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Returns a request that sets the text.
    func setting(_ text: String) -> WriteRequest {
        let (french, title) = (french, title)
        return WriteRequest("set", actor: Actor(name: "Mara", email: "mara@example.org")) { _ in
            .setText(french, title, Value(text))
        }
    }

    /// Reads the text.
    var text: @Sendable (Snapshot) throws -> Value? {
        let (french, title) = (french, title)
        return { try $0.model.unit(french, title).text?.value }
    }
}

/// A counter for several threads.
final class Counter: Sendable {
    private let count = Mutex(0)

    var value: Int { count.withLock { $0 } }

    func add() { count.withLock { $0 += 1 } }
}

/// Blocks threads until it is opened.
final class Gate: Sendable {
    private let isOpen = Mutex(false)

    func open() { isOpen.withLock { $0 = true } }

    var isPassable: Bool { isOpen.withLock { $0 } }

    /// Waits with a busy loop, so that the thread is never idle.
    func spin() { while !isPassable {} }

    func pass() {
        while !isOpen.withLock({ $0 }) { Thread.sleep(forTimeInterval: 0.001) }
    }
}
