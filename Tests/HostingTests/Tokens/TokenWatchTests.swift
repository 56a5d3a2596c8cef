import Foundation
import TestWorld
import Testing
import Translation
import Workspace

@testable import Hosting

/// A running server's reaction to changes of the file, and its own writes.
@Suite struct TokenWatchTests {
    private let scene: TokenScene

    init() throws { scene = try TokenScene() }

    private func isUnchanged(_ refreshed: TokenWatch.Refreshed) -> Bool {
        if case .unchanged = refreshed { true } else { false }
    }

    private func isAccepted(_ secret: TokenSecret, by watch: TokenWatch) -> Bool {
        if case .valid = watch.tokens.find(secret.text, at: scene.now) { true } else { false }
    }

    @Test func changesOfOthersAreNoticed() throws {
        let watch = try TokenWatch(scene.file)
        #expect(watch.tokens.tokens.isEmpty)
        #expect(isUnchanged(watch.refresh()))
        let (token, secret) = try scene.addPerson()
        #expect(watch.tokens.tokens.isEmpty, "Nothing is read before it is asked for.")
        #expect(!isUnchanged(watch.refresh()))
        #expect(isAccepted(secret, by: watch))
        #expect(isUnchanged(watch.refresh()))
        try scene.file.revoke(token.id, on: scene.host)
        watch.refresh()
        #expect(!isAccepted(secret, by: watch))
    }

    @Test func damageIsReportedOnce() throws {
        let (_, secret) = try scene.addPerson()
        let watch = try TokenWatch(scene.file)
        try scene.write(try scene.text() + "broken\n")
        guard case .reread(let problems) = watch.refresh() else {
            Issue.record("The file was not read again.")
            return
        }
        #expect(problems.map(\.line) == [2])
        #expect(isAccepted(secret, by: watch))
        #expect(isUnchanged(watch.refresh()))
    }

    @Test func aFileThatIsGoneHasNoTokens() throws {
        let (_, secret) = try scene.addPerson()
        let watch = try TokenWatch(scene.file)
        try FileManager.default.removeItem(atPath: scene.file.directory)
        watch.refresh()
        #expect(!isAccepted(secret, by: watch))
    }

    @Test func aFileThatCannotBeReadLeavesTheTokensAsTheyWere() throws {
        let (_, secret) = try scene.addPerson()
        let text = try scene.text()
        let watch = try TokenWatch(scene.file)
        try FileManager.default.removeItem(atPath: scene.file.path)
        try FileManager.default.createDirectory(
            atPath: scene.file.path, withIntermediateDirectories: false)
        for _ in 0..<2 {
            guard case .unreadable(let refusal) = watch.refresh() else {
                Issue.record("It was read.")
                return
            }
            #expect(refusal.message == "\(scene.file.path): It is not a regular file.")
            #expect(isAccepted(secret, by: watch))
        }
        try FileManager.default.removeItem(atPath: scene.file.path)
        try scene.write(text)
        #expect(!isUnchanged(watch.refresh()))
        #expect(isAccepted(secret, by: watch))
    }

    // MARK: Uses

    private static let hour: Int64 = 3_600_000

    private func uses() -> [String: Int64] { TokenUse.hours(in: scene.file.directory) }

    @Test func usesAreNotedToTheHour() throws {
        let (token, _) = try scene.addPerson()
        let use = TokenUse(directory: scene.file.directory)
        use.note(token.id, at: Sandbox.start)
        #expect(uses().isEmpty, "They are written when the server says so.")
        try use.save(keeping: try scene.file.read())
        let hour = Sandbox.start - 30 * 60_000
        #expect(uses() == [token.id: hour])
        #expect(
            try scene.sandbox.read("state/token-use.jsonl")
                == #"{"id":"\#(token.id)","used":"2026-11-21T09:00:00.000Z"}"# + "\n")
        #expect(try scene.mode("state/token-use.jsonl") == 0o600)
        // An earlier use and one in the same hour are not written again.
        try FileManager.default.removeItem(
            atPath: scene.file.directory + "/token-use.jsonl")
        use.note(token.id, at: hour)
        use.note(token.id, at: hour - Self.hour)
        use.note(token.id, at: hour + Self.hour - 1)
        try use.save(keeping: try scene.file.read())
        #expect(uses().isEmpty)
        use.note(token.id, at: hour + Self.hour)
        try use.save(keeping: try scene.file.read())
        #expect(uses() == [token.id: hour + Self.hour])
    }

    @Test func usesOutliveTheProcessAndNotTheToken() throws {
        let (kept, _) = try scene.addPerson()
        let (gone, _) = try scene.addPerson("Otto")
        let first = TokenUse(directory: scene.file.directory)
        for id in [kept.id, gone.id] { first.note(id, at: Sandbox.start) }
        try first.save(keeping: try scene.file.read())
        try scene.write(
            try scene.text().split(separator: "\n").filter { !$0.contains("Otto") }
                .map { $0 + "\n" }.joined())
        let second = TokenUse(directory: scene.file.directory)
        second.note(kept.id, at: Sandbox.start + Self.hour)
        try second.save(keeping: try scene.file.read())
        #expect(uses().keys.sorted() == [kept.id])
    }

    @Test func whatCannotBeReadOfTheUsesIsLeftOut() throws {
        try scene.sandbox.write(
            "broken\n{\"id\":\"x\",\"used\":\"2026-11-21T09:00:00Z\"}\n{\"id\":\"k3x9abcd\"}\n"
                + "{\"id\":\"00000000\",\"used\":\"2026-11-21T09:00:00Z\"}\n",
            to: "state/token-use.jsonl")
        #expect(uses().keys.sorted() == ["00000000"])
    }

    /// Writing is retried in the next minute.
    @Test func usesThatCannotBeWrittenAreKept() throws {
        let (token, _) = try scene.addPerson()
        let set = try scene.file.read()
        let use = TokenUse(directory: scene.file.directory)
        use.note(token.id, at: Sandbox.start)
        try FileManager.default.createDirectory(
            atPath: scene.file.directory + "/token-use.jsonl/x", withIntermediateDirectories: true)
        #expect(try refusal { try use.save(keeping: set) }.code == .file)
        try FileManager.default.removeItem(atPath: scene.file.directory + "/token-use.jsonl")
        try use.save(keeping: set)
        #expect(uses().keys.sorted() == [token.id])
    }
}
