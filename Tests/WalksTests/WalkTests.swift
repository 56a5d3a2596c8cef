import Foundation
import TestWorld
import Testing
import ReadModel
import Synchronization
import Translation

@testable import Walks
import Workspace

/// Decisions that survive an interrupted walk, and the commit of decisions that others made
/// impossible.
@Suite struct WalkTests {
    private func project() throws -> (Sandbox, Workspace, [EventID]) {
        let sandbox = try Sandbox.withProject()
        sandbox.perform(
            [
                "locale add fr", "string add one One", "string add two Two",
                "propose fr one Un", "propose fr two Deux",
            ], in: "app")
        let workspace = try sandbox.open("app")
        let ids = try workspace.read(at: .tip) { try $0.model.proposals() }.map(\.id)
        return (sandbox, workspace, ids)
    }

    private func accept(_ id: EventID) -> WalkEntry {
        .take(WalkStep(.proposal(id), .accept(value: nil, isForced: false)))
    }

    private func journals(_ workspace: Workspace) throws -> [String] {
        let directory = Walk.directory(of: workspace.store)
        guard FileManager.default.fileExists(atPath: directory) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: directory)
            .filter { $0 != "lock" }.map { directory + "/" + $0 }.sorted()
    }

    /// Abandons a walk without ending it, as a crash would.
    private func abandon(_ workspace: Workspace, _ entries: [WalkEntry]) throws {
        let walk = try Walk("review", guid: nil, in: workspace)
        for entry in entries { try walk.take([entry]) }
    }

    @Test func nothingDecidedLeavesNoFileAndNoCommit() throws {
        let (_, workspace, _) = try project()
        let walk = try Walk("review", guid: nil, in: workspace)
        #expect(try walk.commit().outcome.commit == nil)
        #expect(try journals(workspace) == [])
    }

    @Test func aWalkIsOneCommitAndItsJournalIsGone() throws {
        let (sandbox, workspace, ids) = try project()
        let walk = try Walk("review", guid: nil, in: workspace)
        try walk.take(ids.map(accept))
        #expect(try journals(workspace).count == 1)
        let before = try sandbox.git("rev-list", "--count", "translations", in: "app")
        let result = try walk.commit()
        #expect(result.outcome.events.count == 2)
        #expect(result.leftOut.isEmpty)
        #expect(try journals(workspace) == [])
        let after = try sandbox.git("rev-list", "--count", "translations", in: "app")
        let counts = [before, after].compactMap {
            Int($0.trimmingCharacters(in: .whitespacesAndNewlines))
        }
        #expect(counts.count == 2 && counts[1] == counts[0] + 1)
    }

    @Test func whatWasTakenSurvivesTheEndOfTheProcess() throws {
        let (_, workspace, ids) = try project()
        try abandon(workspace, [accept(ids[0])])
        try abandon(workspace, [accept(ids[1])])
        let walk = try Walk("review", guid: nil, in: workspace)
        #expect(walk.resumed == 2)
        #expect(try journals(workspace).count == 1)
        #expect(try walk.commit().done.count == 2)
        #expect(try journals(workspace) == [])
    }

    @Test func aWalkThatIsAliveKeepsItsJournal() throws {
        let (_, workspace, ids) = try project()
        let first = try Walk("review", guid: nil, in: workspace)
        try first.take([accept(ids[0])])
        let second = try Walk("review", guid: nil, in: workspace)
        #expect(second.resumed == 0)
        try second.take([accept(ids[0])])
        #expect(try first.commit().leftOut.isEmpty)
        let late = try second.commit()
        #expect(late.leftOut.map(\.refusal.code) == [.alreadyDecided])
        #expect(late.outcome.commit == nil)
    }

    @Test func anotherVerbHasOtherJournals() throws {
        let (_, workspace, ids) = try project()
        try abandon(workspace, [accept(ids[0])])
        #expect(try Walk("translate", guid: nil, in: workspace).resumed == 0)
        #expect(try Walk("review", guid: nil, in: workspace).resumed == 1)
    }

    /// If the walk is killed in the middle of a line, the previous lines count; an invalid line is
    /// skipped and reported.
    @Test func aTornLineIsNoDecision() throws {
        let (_, workspace, ids) = try project()
        try abandon(workspace, [accept(ids[0]), accept(ids[1])])
        let path = try #require(try journals(workspace).first)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        let whole = bytes.split(separator: 0x0A).dropLast().reduce(into: Data()) {
            $0 += $1 + Data([0x0A])
        }
        for cut in whole.count..<bytes.count {
            try bytes.prefix(cut).write(to: URL(fileURLWithPath: path))
            let walk = try Walk("review", guid: nil, in: workspace)
            #expect(walk.resumed == 1)
            walk.putAside()
            let left = try #require(try journals(workspace).first)
            try FileManager.default.removeItem(atPath: left)
        }
        let warnings = Warnings()
        workspace.warn = { warnings.add($0) }
        try (whole + Data("no line\n".utf8)).write(to: URL(fileURLWithPath: path))
        #expect(try Walk("review", guid: nil, in: workspace).resumed == 1)
        #expect(warnings.all == ["A decision from an interrupted walk could not be read."])
    }

    @Test func aJournalOfANewerProgramStaysWhereItIs() throws {
        let (_, workspace, ids) = try project()
        try abandon(workspace, [accept(ids[0])])
        let path = try #require(try journals(workspace).first)
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let newer = text.replacingOccurrences(of: "\"version\":2", with: "\"version\":3")
        #expect(newer != text)
        try newer.write(toFile: path, atomically: false, encoding: .utf8)
        #expect(try Walk("review", guid: nil, in: workspace).resumed == 0)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == newer)
    }

    /// If the walk is killed between the commit and the removal of the journal, nothing is
    /// committed twice.
    @Test func whatIsCarriedOutIsNotTakenUpAgain() throws {
        let (_, workspace, ids) = try project()
        let walk = try Walk("review", guid: nil, in: workspace)
        try walk.take([
            accept(ids[0]),
            .take(WalkStep(.proposal(ids[1]), .reject(code: nil, reason: "no"))),
            .take(WalkStep(.proposal(ids[1]), .comment("Why?"))),
        ])
        let path = try #require(try journals(workspace).first)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect(try walk.commit().outcome.events.count == 3)
        try bytes.write(to: URL(fileURLWithPath: path))
        let next = try Walk("review", guid: nil, in: workspace)
        #expect(next.resumed == 0)
        #expect(try next.commit().outcome.commit == nil)
        #expect(try journals(workspace) == [])
    }

    @Test func forceIsNotMeantAgainstALaterDecision() throws {
        let (sandbox, workspace, ids) = try project()
        let walk = try Walk("review", guid: nil, in: workspace)
        try walk.take([
            .take(WalkStep(.proposal(ids[0]), .accept(value: nil, isForced: true))),
            accept(ids[1]),
        ])
        sandbox.perform(["reject \(ids[0]) --reason wrong"], in: "app")
        let result = try walk.commit()
        #expect(result.leftOut.map(\.refusal.code) == [.alreadyDecided])
        #expect(result.done.count == 1)
        #expect(result.outcome.events.count == 1)
    }
}

/// The warnings of a workspace.
private final class Warnings: Sendable {
    private let texts = Mutex<[String]>([])

    var all: [String] { texts.withLock { $0 } }

    func add(_ text: String) { texts.withLock { $0.append(text) } }
}
