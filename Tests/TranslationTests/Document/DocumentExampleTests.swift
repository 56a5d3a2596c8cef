import JSON
import TestKit
import Testing
import Translation

/// The examples of the page on stored data equal the lines that this program writes.
struct DocumentExampleTests {
    @Test func everyExampleIsCanonical() throws {
        let lines = try DataModelPage.fenced("json").filter { $0.hasPrefix("{\"v\":") }
        #expect(lines.count >= 12)
        for line in lines {
            guard case .event(let event) = try Event.read(line: line.utf8) else {
                Issue.record("It is of a newer version: \(line)")
                continue
            }
            #expect(String(decoding: event.line, as: UTF8.self) == line)
        }
    }

    @Test func otherExamplesAreJSON() throws {
        for line in try DataModelPage.fenced("json") where !line.hasPrefix("{\"v\":") {
            let value = try JSONValue.parse(Array(line.utf8))
            #expect(String(decoding: CanonicalJSON.encode(value), as: UTF8.self) == line)
        }
    }

    /// The table of types contains every type, and no other.
    @Test func everyTypeIsExplained() throws {
        let named = try DataModelPage.table("type").flatMap { cells in
            cells[0].split(separator: "`").map(String.init).filter { $0.contains(".") }
        }
        let kinds = PayloadKind.allCases.filter { $0 != .unrecognized }.map(\.rawValue)
        #expect(named.sorted() == kinds.sorted())
    }

    /// The folded examples of one story match the page's description.
    @Test func theStoryEndsAsThePageSays() throws {
        let events = try DataModelPage.fenced("json").filter { $0.hasPrefix("{\"v\":") }.compactMap
        {
            line -> Event? in
            if case .event(let event) = try Event.read(line: line.utf8) { event } else { nil }
        }
        let project = Project(id: "01JD6Q3ZK8V7M2T4C9B0XWYRGH", source: "en")
        let state = EventLogState(project: project, events: events)
        let rows = try DataModelPage.fenced("json").filter { $0.hasPrefix("{\"row\":") }
        let written = state.rendering.split(separator: "\n").map(String.init)
        #expect(!rows.isEmpty)
        for row in rows { #expect(written.contains(row), "\(row)") }
    }

    /// The independent example logs, with their lines in every order.
    @Test func everyLogHasTheRowsOfThePage() throws {
        let examples = try DataModelPage.examples()
        #expect(examples.count >= 7)
        let project = Project(id: "01JD6Q3ZK8V7M2T4C9B0XWYRGH", source: "en")
        for example in examples {
            #expect(!example.rows.isEmpty, "\(example)")
            let events = example.log.compactMap { line -> Event? in
                if case .event(let event)? = try? Event.read(line: line.utf8) { event } else { nil }
            }
            for order in [events, events.reversed()] {
                let state = EventLogState(project: project, events: order)
                let rows = state.rendering.split(separator: "\n").map(String.init)
                    .filter { $0.hasPrefix("{") }
                #expect(rows.sorted() == example.rows.sorted(), "\(example)")
            }
        }
    }
}
