import Git
import GitEventStore
import Glibc
import JSON
public import Texts
public import Translation

/// Translations that an engine gave and that are not proposed yet, on disk, so that what was paid for is not asked for twice.
///
/// One file for each engine and language, with a line of JSON for each translation: the source text and the text. It goes once the
/// proposals are made; after a run that was killed the next one begins with what it holds.
public final class SuggestionJournal {
    private let path: String
    private let descriptor: Int32
    private var unwritten: [UInt8] = []
    private var waiting = 0
    /// The translations, by source text.
    public private(set) var answers: [Value.Text: String] = [:]

    /// How many translations are written at a time: each writing waits for the disk.
    private static let chunk = 64

    /// Opens the journal of an engine and a language, and holds it.
    ///
    /// Refused while another process holds it.
    init(of store: GitEventStore, origin: Origin, locale: LanguageTag) throws {
        let name = String(
            origin.description.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" })
        path =
            "\(store.stateDirectory)/suggestions/\(Workspace.fileName(of: store))-\(name)-\(locale).jsonl"
        if let descriptor = JournalFile.tryLock(path) {
            self.descriptor = descriptor
        } else if access(path, F_OK) == 0 {
            throw Refusal(
                .busy, "Another process asks \(origin) for \(locale).", hint: "Wait until it ends.")
        } else {
            descriptor = try JournalFile.create(path, store.repository.sharing)
        }
        // A last line without an end was not kept.
        let lines = try JournalFile.read(descriptor, path)
            .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
        for line in lines {
            let texts = (try? JSONValue.parse(Array(line)))?.arrayValue ?? []
            guard texts.count == 2, let source = texts[0].stringValue else { continue }
            answers[Value.Text(source)] = texts[1].stringValue
        }
    }

    deinit { close(descriptor) }

    /// Keeps a translation; it is on disk after the next ``flush()``, or sooner.
    public func keep(_ text: String, of source: String) throws {
        answers[Value.Text(source)] = text
        unwritten += CanonicalJSON.encode(.array([.string(source), .string(text)]))
        unwritten.append(UInt8(ascii: "\n"))
        waiting += 1
        if waiting >= Self.chunk { try flush() }
    }

    /// Writes what was kept; it is on disk when this returns.
    public func flush() throws {
        guard waiting > 0 else { return }
        try JournalFile.append(unwritten, to: descriptor, path)
        unwritten = []
        waiting = 0
    }

    /// Removes the file: its translations are proposed.
    public func remove() { unlink(path) }
}

extension Workspace {
    /// Opens what an engine has translated for a language and nobody proposed yet.
    public func suggestionJournal(
        of origin: Origin, in locale: LanguageTag
    ) throws -> SuggestionJournal {
        try SuggestionJournal(of: store, origin: origin, locale: locale)
    }
}
