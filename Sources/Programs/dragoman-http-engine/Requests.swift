import Foundation
import JSON
import Suggestions
import Texts

/// Requests as lines of JSON on standard input, with their answers on standard output:
/// docs/guide/suggestions.md.
struct Requests {
    private struct Line {
        let id: Int64
        let source: String
        let target: String
        let text: String

        init?(_ bytes: ArraySlice<UInt8>) {
            guard let object = (try? JSONValue.parse(bytes))?.objectValue,
                let id = object["id"]?.integerValue, let source = object["source"]?.stringValue,
                let target = object["target"]?.stringValue, let text = object["text"]?.stringValue
            else { return nil }
            self.id = id
            self.source = source
            self.target = target
            self.text = text
        }
    }

    private let engine: any TranslationEngine

    init(_ engine: any TranslationEngine) { self.engine = engine }

    /// Answers requests until standard input ends.
    ///
    /// Consecutive lines that are read together and have the same language pair are sent to the
    /// service together. A text that the service rejects is answered with an error. Throws only
    /// errors that end the engine.
    func answer() async throws {
        var unread: [UInt8] = []
        while true {
            let part = FileHandle.standardInput.availableData
            guard !part.isEmpty else { return }
            unread += part
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
                try await translate(Array(batch))
                rest = rest.dropFirst(batch.count)
            }
        }
    }

    /// Translates lines with the same language pair.
    private func translate(_ lines: [Line]) async throws {
        guard let first = lines.first else { return }
        let session = TranslationSession(
            engine: engine, source: try LanguageSubtags(first.source),
            target: try LanguageSubtags(first.target))
        let texts = lines.filter { !$0.text.allSatisfy(\.isWhitespace) }
        let requests = texts.map {
            TranslationSession.Request(sourceText: $0.text, clientIdentifier: "\($0.id)")
        }
        for try await response in session.translate(batch: requests) {
            try say(response.clientIdentifier, "text", response.targetText)
        }
        for dropped in session.dropped {
            try say(dropped.request.clientIdentifier, "error", dropped.error.reason)
        }
        for line in lines where line.text.allSatisfy(\.isWhitespace) {
            try say("\(line.id)", "text", line.text)
        }
    }

    private func say(_ id: String?, _ member: String, _ text: String) throws {
        let bytes = CanonicalJSON.encode { members in
            members.add("id", id.flatMap { Int64($0) }.map { .integer($0) })
            members.add(member, text)
        }
        try FileHandle.standardOutput.write(contentsOf: Data(bytes + [UInt8(ascii: "\n")]))
    }
}
