import EventStore
import Foundation
import GitEventStore
import ReadModel
import TestWorld
import Testing
import Texts
import Translation
import Workspace

@testable import Hosting

/// New events of a log, for readers that follow it.
@Suite struct EventFeedTests {
    private let project: HostedProject

    init() throws { project = try HostedProject() }

    /// Returns a separate feed with its own limits, and steps that were really written.
    private func feed(
        _ change: (inout EventFeed.Limits) -> Void = { _ in }
    ) throws -> EventFeed {
        var limits = EventFeed.Limits()
        change(&limits)
        let workspace = try Workspace.open(project.path, host: project.sandbox.host())
        return EventFeed(try workspace.store.reopened(), limits: limits)
    }

    private func write(_ host: ProjectHost, _ text: String) async throws -> ProjectWriter.Change {
        let receipt = try await host.submit(project.setting(text))
        return .appended(receipt.outcome.events, receipt.position)
    }

    /// Returns the reader's next finding, once there is one.
    private func next(_ reader: EventFeed.Reader) async throws -> EventFeed.Finding {
        for _ in 0..<1_000 {
            let finding = reader.next()
            guard case .nothing = finding else { return finding }
            try await Task.sleep(for: .milliseconds(5))
        }
        return .nothing
    }

    private func step(_ reader: EventFeed.Reader) async throws -> EventFeed.Step {
        guard case .step(let step) = try await next(reader) else {
            throw Unexpected()
        }
        return step
    }

    private struct Unexpected: Error {}

    private func follow(
        _ feed: EventFeed, after commit: String?, cutOff: @escaping @Sendable () -> Void = {}
    ) throws -> EventFeed.Reader {
        try unwrap(feed.follow(after: commit, cutOff: cutOff))
    }

    /// `#require` expands closures.
    private func unwrap(_ reader: EventFeed.Reader?) throws -> EventFeed.Reader {
        guard let reader else { throw Unexpected() }
        return reader
    }

    /// Waits until a feed reaches a position.
    private func wait(_ feed: EventFeed, for position: Position) async throws {
        for _ in 0..<1_000 where feed.position != position {
            try await Task.sleep(for: .milliseconds(5))
        }
        #expect(feed.position == position)
    }

    private func values(_ step: EventFeed.Step) -> [Value] {
        step.events.compactMap { stored in
            if case .translationSet(let value) = stored.event.payload { value } else { nil }
        }
    }

    @Test func stepsComeInTheirOrder() async throws {
        let host = try await project.open()
        let tip = try #require(host.position)
        try await wait(host.feed, for: tip)
        let reader = try follow(host.feed, after: nil)
        let one = try await host.submit(project.setting("Un")).position
        let elsewhere = try project.setElsewhere("Deux")
        try await host.lookForOthers(at: .zero)
        let three = try await host.submit(project.setting("Trois")).position
        var news: [EventFeed.Step] = []
        for _ in 0..<3 { news.append(try await step(reader)) }
        #expect(news.map(\.position.commit) == [one.commit, elsewhere, three.commit])
        #expect(news.map(values) == [[Value("Un")], [Value("Deux")], [Value("Trois")]])
        #expect(news.allSatisfy { $0.gone.isEmpty })
        guard case .nothing = reader.next() else { throw Unexpected() }
        // The lines equal those of the log.
        let path = try #require(news[1].events.first?.path)
        #expect(path.hasPrefix("fr/"))
        #expect(news[0].events.map(\.line) == news[0].events.map { $0.event.line })
        // A later reader continues from its own position.
        let later = try follow(host.feed, after: one.commit)
        #expect(try await step(later).position.commit == elsewhere)
        let early = try follow(host.feed, after: tip.commit)
        #expect(try await step(early).position == one)
        #expect(throws: Unexpected.self) {
            try follow(host.feed, after: String(repeating: "0", count: 40))
        }
    }

    @Test func whatAPushTookAwayIsGone() async throws {
        let host = try await project.open()
        let before = try #require(host.position)
        _ = try project.setElsewhere("Perdu")
        try await host.lookForOthers(at: .zero)
        let reader = try follow(host.feed, after: before.commit)
        let lost = try await step(reader)
        try project.sandbox.git("update-ref", "refs/heads/translations", before.commit, in: "app")
        try await host.lookForOthers(at: .zero)
        let step = try await step(reader)
        #expect(step.position.commit == before.commit)
        #expect(step.events.isEmpty && step.gone == lost.events.map(\.event.id))
    }

    @Test func olderStepsAreTheReadersToFind() async throws {
        let host = try await project.open()
        let start = try #require(host.position)
        let feed = try feed { $0.events = 4 }
        feed.note(.moved(start))
        try await wait(feed, for: start)
        let slow = try unwrap(feed.follow(from: start, cutOff: {}))
        var positions: [Position] = []
        for number in 0..<6 {
            let change = try await write(host, "\(number)")
            positions.append(change.position)
            feed.note(change)
        }
        let tip = try #require(positions.last)
        try await wait(feed, for: tip)
        #expect(throws: Unexpected.self) { try follow(feed, after: start.commit) }
        #expect(throws: Unexpected.self) { try follow(feed, after: positions[0].commit) }
        _ = try follow(feed, after: positions[4].commit)
        guard case .older(let old, let new) = slow.next() else { throw Unexpected() }
        #expect(old == start && new == tip)
        guard case .nothing = slow.next() else { throw Unexpected() }
        feed.note(try await write(host, "last"))
        #expect(try await values(step(slow)) == [Value("last")])
    }

    /// For example an import of a million events by another process.
    @Test func whatIsTooLargeIsNotKept() async throws {
        let host = try await project.open()
        let start = try #require(host.position)
        let feed = try feed { $0.bytes = 100 }
        feed.note(.moved(start))
        try await wait(feed, for: start)
        let reader = try follow(feed, after: nil)
        let change = try await write(host, "Un")
        feed.note(.moved(change.position))
        guard case .older(let old, let new) = try await next(reader) else { throw Unexpected() }
        #expect(old == start && new == change.position)
        guard case .nothing = reader.next() else { throw Unexpected() }
    }

    @Test(arguments: [true, false]) func whoLeavesTooMuchUnreadIsCutOff(
        bySteps: Bool
    ) async throws {
        let host = try await project.open()
        let start = try #require(host.position)
        let feed = try feed {
            if bySteps { $0.unreadSteps = 3 } else { $0.unreadBytes = 800 }
        }
        feed.note(.moved(start))
        try await wait(feed, for: start)
        let cut = Counter()
        let slow = try follow(feed, after: nil) { cut.add() }
        let quick = try follow(feed, after: nil) { cut.add() }
        _ = slow.next()
        var count = 0
        while cut.value == 0, count < 20 {
            let change = try await write(host, "\(count)")
            feed.note(change)
            try await wait(feed, for: change.position)
            _ = try await step(quick)
            count += 1
        }
        // The fourth step exceeds the limit: three unread steps, or some 300 bytes each.
        #expect(count == 4)
        guard case .cutOff = slow.next() else { throw Unexpected() }
        guard case .nothing = quick.next() else { throw Unexpected() }
        #expect(cut.value == 1)
        // After reconnecting, the reader gets everything: only later steps count against the limit.
        let again = try follow(feed, after: start.commit) { cut.add() }
        feed.note(try await write(host, "one more"))
        for _ in 0..<5 { _ = try await step(again) }
        #expect(cut.value == 1)
    }

    @Test func readersHearOfNews() async throws {
        let host = try await project.open()
        let reader = try follow(host.feed, after: nil)
        var news = reader.news.makeAsyncIterator()
        // One notice comes at the beginning.
        await news.next()
        _ = try await host.submit(project.setting("Un"))
        await news.next()
        reader.wake()
        await news.next()
    }
}
