import Foundation
import JSON
import Suggestions
import Synchronization
import Texts

/// Requests as lines of JSON on standard input, with their answers on standard output:
/// docs/guide/suggestions.md.
struct Requests {
    private struct Line {
        let id: Int64
        let source: String
        let target: String
        let text: String
        let context: TranslationContext?

        init?(_ bytes: ArraySlice<UInt8>) {
            guard let object = (try? JSONValue.parse(bytes))?.objectValue,
                let id = object["id"]?.integerValue, let source = object["source"]?.stringValue,
                let target = object["target"]?.stringValue, let text = object["text"]?.stringValue
            else { return nil }
            self.id = id
            self.source = source
            self.target = target
            self.text = text
            let context =
                object["context"]?.objectValue.map { TranslationContext(json: $0) }
                ?? TranslationContext(
                    comment: object["comment"]?.stringValue,
                    meaning: object["context"]?.stringValue)
            self.context = context.isEmpty ? nil : context
        }
    }

    private let engine: any TranslationEngine
    private let output = LineOutput()

    /// The interval between the empty lines that show that the program is still working.
    private static let pulse = Duration.seconds(15)
    /// The time to wait for more requests before a batch is sent, in milliseconds.
    private static let patience: Int32 = 50

    init(_ engine: any TranslationEngine) { self.engine = engine }

    /// Answers requests until standard input ends, or until the budget is used up.
    ///
    /// Consecutive lines that arrive together and have the same language pair are sent to the
    /// service together. A text that the service rejects is answered with an error. Throws only
    /// errors that end the engine.
    func answer() async throws {
        var unread: [UInt8] = []
        var hasEnded = false
        while !hasEnded {
            repeat {
                let part = FileHandle.standardInput.availableData
                hasEnded = part.isEmpty
                unread += part
            } while !hasEnded && Self.hasMore()
            guard let end = unread.lastIndex(of: UInt8(ascii: "\n")) else { continue }
            let lines = try unread[..<end].split(separator: UInt8(ascii: "\n")).map { bytes in
                guard let line = Line(bytes) else {
                    throw TranslationError.engineGarbled.because("A request is not valid.")
                }
                return line
            }
            unread.removeSubrange(...end)
            var rest = lines[...]
            while let first = rest.first {
                let batch = rest.prefix { $0.source == first.source && $0.target == first.target }
                guard try await translate(Array(batch)) else { return }
                rest = rest.dropFirst(batch.count)
            }
        }
    }

    /// Returns true if more input arrives in a moment, so that it can be sent in the same batch.
    private static func hasMore() -> Bool {
        var descriptor = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        return poll(&descriptor, 1, patience) == 1 && descriptor.revents & Int16(POLLIN) != 0
    }

    /// Translates lines with the same language pair.
    ///
    /// Returns false if the budget is used up.
    private func translate(_ lines: [Line]) async throws -> Bool {
        guard let first = lines.first else { return true }
        let session = TranslationSession(
            engine: engine, source: try LanguageSubtags(first.source),
            target: try LanguageSubtags(first.target))
        let texts = lines.filter { !$0.text.allSatisfy(\.isWhitespace) }
        let requests = texts.map {
            TranslationSession.Request(
                sourceText: $0.text, clientIdentifier: "\($0.id)", context: $0.context)
        }
        for line in lines where line.text.allSatisfy(\.isWhitespace) {
            try say("\(line.id)", "text", line.text)
        }
        let pulse = Task { [output] in
            while true {
                try await Task.sleep(for: Self.pulse)
                try output.write([])
            }
        }
        defer { pulse.cancel() }
        var open = texts.map { "\($0.id)" }
        var stop: TranslationError?
        do {
            for try await response in session.translate(batch: requests) {
                try say(response.clientIdentifier, "text", response.targetText)
                open.removeAll { $0 == response.clientIdentifier }
            }
        } catch let error as TranslationError where TranslationError.budgetSpent ~= error {
            stop = error
        }
        for dropped in session.dropped {
            try say(dropped.request.clientIdentifier, "error", dropped.error.reason)
            open.removeAll { $0 == dropped.request.clientIdentifier }
        }
        guard let stop else { return true }
        try say(open.first, "stop", stop.reason)
        return false
    }

    private func say(_ id: String?, _ member: String, _ text: String) throws {
        try output.write(
            CanonicalJSON.encode { members in
                members.add("id", id.flatMap { Int64($0) }.map { .integer($0) })
                members.add(member, text)
            })
    }
}

/// Standard output as lines that are written by several tasks.
private final class LineOutput: Sendable {
    private let file = Mutex(FileHandle.standardOutput)

    func write(_ line: [UInt8]) throws {
        try file.withLock { try $0.write(contentsOf: Data(line + [UInt8(ascii: "\n")])) }
    }
}
