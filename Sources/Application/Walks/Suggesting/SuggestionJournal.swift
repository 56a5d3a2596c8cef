import Git
import GitEventStore
import Glibc
import JSON
import Machine
import Suggestions
package import Texts
package import Translation
package import Workspace

/// An engine's translations that are not yet proposed, and those that were dropped.
///
/// They are stored on disk, so that no request is paid for twice.
///
/// Each engine and language has its own file, with a line of JSON for each request. Translations
/// are removed once they are proposed; dropped translations are kept. If a run is killed, the next
/// run starts with the contents of the file.
package final class SuggestionJournal {
    /// The known answer to a request.
    package struct Answer: Sendable, Equatable {
        /// The translation; nil if it could not be used.
        package var text: String?
        /// The reason that the translation was dropped; nil if it was not.
        package var dropped: String?
    }

    private let path: String
    private let sharing: RepositorySharing
    private let engine: String
    private let descriptor: Int32
    /// The number of answers that may not be on disk yet.
    private var waiting = 0
    private var answers: [SuggestionRequest: Answer]

    /// The number of answers after which the file is synced; each sync waits for the disk.
    private static let chunk = 64

    /// Opens the journal for an engine and a language, and locks it.
    ///
    /// `engine` identifies the current configuration of the engine, such as a digest of its
    /// command. Answers under another configuration do not count. Throws a ``Refusal`` if another
    /// process has the journal open.
    package init(
        of origin: Origin, in locale: LanguageTag, engine: String = "", _ workspace: Workspace
    ) throws {
        let store = workspace.store
        path = Self.path(of: store, origin, locale)
        sharing = store.repository.sharing
        self.engine = engine
        if let descriptor = JournalFile.tryLock(path) {
            self.descriptor = descriptor
        } else if access(path, F_OK) == 0 {
            throw Refusal(
                .busy, "Another process is already asking \(origin) for \(locale).",
                hint: "Wait until it finishes.")
        } else {
            descriptor = try JournalFile.create(path, sharing)
        }
        answers = Self.answers(in: try JournalFile.read(descriptor, path), engine: engine)
    }

    deinit { close(descriptor) }

    /// Returns the contents of the journal for an engine and a language, without locking it; empty
    /// if there is no journal.
    package static func answers(
        of origin: Origin, in locale: LanguageTag, engine: String = "", _ workspace: Workspace
    ) -> [SuggestionRequest: Answer] {
        let bytes = (try? Files.read(path(of: workspace.store, origin, locale))) ?? []
        return answers(in: bytes, engine: engine)
    }

    /// Returns the known answer to a request, if any.
    package subscript(request: SuggestionRequest) -> Answer? { answers[request] }

    /// Forgets the dropped translations, so that their requests are sent again.
    package func forgetDropped() { answers = answers.filter { $0.value.dropped == nil } }

    /// Stores a translation.
    ///
    /// It survives the end of the process at once, and is on disk after the next ``flush()``, or
    /// sooner.
    package func keep(_ text: String, of request: SuggestionRequest) throws {
        try add(Answer(text: text), of: request)
    }

    /// Records that a translation was dropped, as durably as ``keep(_:of:)``.
    package func drop(_ request: SuggestionRequest, because reason: String) throws {
        try add(Answer(dropped: reason), of: request)
    }

    private func add(_ answer: Answer, of request: SuggestionRequest) throws {
        answers[request] = answer
        waiting += 1
        let line = Self.line(request, answer, engine)
        try JournalFile.append(line, to: descriptor, path, syncs: waiting >= Self.chunk)
        if waiting >= Self.chunk { waiting = 0 }
    }

    /// Syncs all stored answers; they are on disk when this returns.
    package func flush() throws {
        guard waiting > 0 else { return }
        try JournalFile.append([], to: descriptor, path)
        waiting = 0
    }

    /// Removes the translations that were proposed.
    ///
    /// Keeps dropped translations, and those in which a check found an error, with the name of the
    /// check. No answers can be stored afterwards.
    package func settle(
        proposed: [SuggestionGap], failed: [(gap: SuggestionGap, check: String)]
    ) throws {
        let requests = Set(proposed.flatMap(\.requests))
        var kept = answers.filter { $0.value.dropped != nil || !requests.contains($0.key) }
        for (gap, check) in failed {
            for request in gap.requests {
                guard let text = answers[request]?.text else { continue }
                kept[request] = Answer(text: text, dropped: check)
            }
        }
        answers = kept
        guard !kept.isEmpty else {
            unlink(path)
            return
        }
        let lines = kept.map { Self.line($0.key, $0.value, engine) }
            .sorted { $0.lexicographicallyPrecedes($1) }
        let new = path + ".new"
        // A killed process may have left such a file.
        unlink(new)
        let file = try JournalFile.create(new, sharing)
        defer { close(file) }
        try JournalFile.append(lines.flatMap(\.self), to: file, new)
        guard rename(new, path) == 0 else { throw JournalFile.failure(path) }
    }

    // MARK: The file

    private static func path(
        of store: GitEventStore, _ origin: Origin, _ locale: LanguageTag
    ) -> String {
        let name = String(
            origin.description.map { character in
                if character == "/" { return "_" }
                return character.isASCII && (character.isLetter || character.isNumber)
                    ? character : "-"
            })
        return
            "\(store.stateDirectory)/suggestions/\(Workspace.fileName(of: store))-\(name)-\(locale).jsonl"
    }

    private static func line(
        _ request: SuggestionRequest, _ answer: Answer, _ engine: String
    ) -> [UInt8] {
        CanonicalJSON.encode { members in
            members.add("source", request.text.string)
            if !request.context.isEmpty { members.add("context", request.context.json) }
            members.add("text", answer.text)
            members.add("dropped", answer.dropped)
            members.add("engine", engine)
        } + [UInt8(ascii: "\n")]
    }

    private static func answers(
        in bytes: [UInt8], engine: String
    ) -> [SuggestionRequest: Answer] {
        var answers: [SuggestionRequest: Answer] = [:]
        // A last line without a newline was never completely written.
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for line in lines.dropLast() {
            guard let object = (try? JSONValue.parse(Array(line)))?.objectValue,
                let source = object["source"]?.stringValue
            else { continue }
            // The answers of another model or prompt must not be proposed as those of this one.
            guard object["engine"]?.stringValue?.hasSameBytes(as: engine) == true else { continue }
            let request = SuggestionRequest(
                source, context: TranslationContext(json: object["context"]?.objectValue))
            answers[request] = Answer(
                text: object["text"]?.stringValue, dropped: object["dropped"]?.stringValue)
        }
        return answers
    }
}
