import Foundation
import ReadModel
import TestKit
import Testing
package import Translation
import Workspace

/// Diverged branches in a clone `main`: `translations` and topics, with random commits.
package struct Fork {
    package let sandbox: Sandbox
    /// The topics' names; in each copy, they are the remote-tracking branches `origin/<name>`.
    package let topics: [String]
    /// The digest of the events in all branches together.
    package let digest: String
    /// The events that are only in the first topic.
    package let topicEvents: Set<EventID>

    package init(seed: Int, topics count: Int = 1) throws {
        var random = SplitMix64(seed: seed)
        let sandbox = try Sandbox.withProject(seed: UInt64(seed))
        self.sandbox = sandbox
        sandbox.perform(
            ["locale add fr", "string add greeting Hello", "string add -s auth x y"], in: "app")
        topics = ["topic", "other"].prefix(count).map(\.self)
        for name in ["main"] + topics { try sandbox.clone("app", to: name) }
        let main = try sandbox.open("main", guid: "guid-of-main")
        _ = try RandomWriter(main, guid: "guid-of-main").work(commits: 3, using: &random)
        let base = Set(try main.storedEvents().map(\.id))
        var events = try main.storedEvents()
        var first: Set<EventID>?
        for (index, name) in topics.enumerated() {
            let topic = try sandbox.open(
                name, guid: "guid-of-\(name)", skew: 3_600_000 * Int64(index + 1))
            sandbox.advanceClock(milliseconds: 60_000)
            _ = try RandomWriter(topic, guid: "guid-of-\(name)").work(commits: 3, using: &random)
            first = try first ?? Set(topic.storedEvents().map(\.id)).subtracting(base)
            events += try topic.storedEvents()
            try sandbox.git("fetch", "-q", "../\(name)", "translations:\(name)", in: "main")
        }
        topicEvents = first ?? []
        digest = StateDigest.of(EventLogState(project: main.project, events: events))
    }

    /// Creates a clone of `main`, in which the topics are branches of `origin`.
    package func copy(_ name: String) throws {
        try sandbox.clone("main", to: name)
    }

    /// Returns the seeds for a law, fifteen times as many if `DRAGOMAN_TORTURE` is 1.
    package static func seeds(_ count: Int) -> Range<Int> {
        0..<(ProcessInfo.processInfo.environment["DRAGOMAN_TORTURE"] == "1" ? count * 15 : count)
    }
}
