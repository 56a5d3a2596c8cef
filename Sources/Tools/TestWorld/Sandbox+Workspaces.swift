import EventStore
import Foundation
import GitEventStore
import ReadModel
package import TestKit
package import Testing
package import Texts
package import Translation
package import Workspace

extension Sandbox {
    /// Returns the digest that `rebuild` reports for the log in a directory.
    package func rebuiltDigest(_ directory: String) throws -> String {
        try open(directory).rebuild().digest
    }
}

extension Workspace {
    /// Returns the tip's events, read one by one from the files.
    package func storedEvents() throws -> [Event] {
        let head = try #require(try store.head())
        return try store.difference(from: nil, to: head).compactMap(\.new).flatMap { content in
            try store.content(content).split(separator: UInt8(ascii: "\n")).map { line in
                guard case .event(let event) = try Event.read(line: line) else {
                    throw NewerEvent()
                }
                return event
            }
        }
    }

    private struct NewerEvent: Error {}

    /// Returns the digest of the tip's events, folded in memory in random order.
    package func foldedDigest(using random: inout SplitMix64) throws -> String {
        StateDigest.of(
            EventLogState(project: project, events: try storedEvents().shuffled(using: &random)))
    }

    /// Expects that the read model equals a rebuilt one.
    package func expectCaughtUp(
        _ comment: @autoclosure () -> String = "", sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let position = try catchUp()
        let fresh = try Projection.inMemory(
            project: project, store: store, position: position, folders: nil)
        let comment = comment()
        #expect(
            try projection.digest() == fresh.digest(), "\(comment)", sourceLocation: sourceLocation)
        #expect(
            try projection.differingTables(from: fresh) == [], "\(comment)",
            sourceLocation: sourceLocation)
    }

}

extension Snapshot {
    /// Returns the texts of all strings in all languages, without inherited texts.
    package func texts() throws -> [TextPlace: Value] {
        var texts: [TextPlace: Value] = [:]
        for locale in try locales() {
            for entry in try model.entries(locale: locale, chain: []) {
                let value = locale == project.source ? entry.definition.value : entry.text?.value
                texts[TextPlace(locale: locale, string: entry.string)] = value
            }
        }
        return texts
    }
}

/// A string in a language.
package struct TextPlace: Hashable {
    package let locale: LanguageTag
    package let string: StringID

    package init(locale: LanguageTag, string: StringID) {
        self.locale = locale
        self.string = string
    }
}
