import Git
import GitEventStore
import Languages
import ReadModel
package import Texts
import Translation
package import Workspace

/// Earlier translations of this and other projects, searchable by source text.
///
/// Each project's pairs are in a file next to its read model, which may be deleted at any time. The
/// pairs come from all translations that are neither stale nor flagged, and from imported TMX
/// files. Only one thread at a time may use an instance. Any number of instances may have the files
/// open.
package final class TranslationMemory: Sendable {
    /// The memory of one project.
    struct Part: Sendable {
        /// The path of another project, as entered by the user, or `nil` for this project.
        let project: String?
        let store: MemoryStore
    }

    let parts: [Part]

    /// Opens and updates the memories of a workspace and of other projects, given by path.
    ///
    /// A damaged imported file is skipped with a warning. Throws a ``Refusal`` if a path contains
    /// no project, or a ``ReadModel/Failure``. Cost: proportional to the changes, or to everything
    /// the first time.
    package convenience init(_ workspace: Workspace, others: [String] = []) throws {
        var parts = [Part(project: nil, store: try Self.store(of: workspace))]
        try MemoryIndexer(parts[0].store, workspace.log).catchUp(with: .workspace(workspace))
        for path in others {
            let other = try Workspace.open(
                path, branch: workspace.store.branch.shorthand, host: workspace.host)
            other.warn = workspace.warn
            other.reportProgress = workspace.reportProgress
            try other.catchUp()
            let store = try Self.store(of: other)
            try MemoryIndexer(store, other.log).catchUp(with: .workspace(other))
            parts.append(Part(project: path, store: store))
        }
        self.init(parts)
    }

    /// Opens the memory next to the read model of a reader, without updating the memory.
    ///
    /// Call ``catchUp(with:)`` to update it. Throws a ``ReadModel/Failure`` if the file cannot be
    /// created.
    package convenience init(_ reader: SnapshotReader) throws {
        self.init([Part(project: nil, store: try MemoryStore(beside: reader.reader))])
    }

    init(_ parts: [Part]) { self.parts = parts }

    /// Returns the memory next to a workspace's read model.
    ///
    /// If no file can be written, returns a memory that is not stored on disk.
    private static func store(of workspace: Workspace) throws -> MemoryStore {
        try workspace.catchUp()
        do {
            return try MemoryStore(beside: workspace.projection)
        } catch let failure as ReadModel.Failure where failure.kind == .unwritable {
            return try MemoryStore()
        }
    }

    /// Updates the project's own memory to the state of the writer's last catch-up.
    ///
    /// If another process or thread is updating the memory, this does nothing. A damaged imported
    /// file is skipped with a warning. Throws a ``ReadModel/Failure``. Cost: proportional to the
    /// changes, or to everything if the position of the memory is unknown.
    package func catchUp(with reader: SnapshotReader) throws {
        guard let part = parts.first else { return }
        try MemoryIndexer(part.store, reader.log).catchUp(with: .reader(reader))
    }

    /// Whether the open files are still the files on disk.
    ///
    /// If not, create a new instance.
    package var isCurrent: Bool { parts.allSatisfy(\.store.isInPlace) }

    /// Interrupts a lookup or catch-up in another thread, which then throws.
    package func interrupt() { for part in parts { part.store.interrupt() } }

    /// Returns the best translations of similar texts, best first, without duplicate translations.
    ///
    /// Equal texts of strings with the same key come first, then other equal texts, then the rest
    /// by percentage. Within each group, these come first, in this order:
    /// - translations in the language itself, before its parents (`fr` for `fr-CA`);
    /// - reviewed translations;
    /// - translations from this project.
    ///
    /// The results include a string's own text. `minimum` is the lowest percentage, from 1 to 100.
    ///
    /// All texts that are similar enough are found, with one exception: texts with more than 4,096
    /// scalars are found only if they are equal. If many long texts are all similar, the search
    /// stops after about a second of work. Throws a ``ReadModel/Failure``. Cost: scans the
    /// signatures of texts of similar lengths; 100,000 texts take a few milliseconds.
    package func matches(
        for text: String, source: LanguageTag, target: LanguageTag, section: String? = nil,
        key: String? = nil, minimum: Int = 75, limit: Int = 5
    ) throws -> [MemoryMatch] {
        try withSoundFiles {
            let languages = try Set(parts.flatMap { try $0.store.languages() })
            let query = MemoryQuery(
                text: Normalization.nfc(text),
                sources: MemoryLanguages.sources(for: source, among: languages),
                targets: MemoryLanguages.useful(for: target, among: languages), section: section,
                key: key, minimum: min(max(minimum, 1), 100), limit: limit)
            var found: [(part: Int, pair: FoundPair)] = []
            for (index, part) in parts.enumerated() {
                found += try part.store.matches(query).map { (index, $0) }
            }
            found.sort {
                $0.pair.precedes($1.pair, isNearer: $0.part < $1.part, $0.part == $1.part)
            }
            var seen: Set<Value.Text> = []
            return found.filter { seen.insert(Value.Text($0.pair.pair.target)).inserted }
                .prefix(max(0, limit)).map { part, found in
                    MemoryMatch(
                        percent: found.percent,
                        isContext: found.percent == FoundPair.contextPercent,
                        entry: MemoryEntry(found, from: parts[part]))
                }
        }
    }

    /// Returns the pairs whose source text or translation contains a text, ignoring case.
    ///
    /// This project's pairs come first, then the other projects' pairs, in the given order. Within
    /// a project, the shortest texts come first. `locale` is the language of the translations;
    /// without `locale`, all languages are searched. Throws a ``ReadModel/Failure``. Cost: reads
    /// all texts.
    package func search(
        _ text: String, in locale: LanguageTag? = nil, limit: Int = 20
    ) throws -> [MemoryEntry] {
        try withSoundFiles {
            var found: [MemoryEntry] = []
            for part in parts where found.count < limit {
                found += try part.store.search(
                    Normalization.nfc(text), in: locale, limit: limit - found.count
                ).map { MemoryEntry($0, from: part) }
            }
            return found
        }
    }

    /// Returns the parts of the project's memory: its own texts, then the imported files.
    ///
    /// Cost: proportional to the number of the project's pairs.
    package func listings() throws -> [MemoryListing] {
        guard let store = parts.first?.store else { return [] }
        return [MemoryListing(file: nil, pairs: try store.projectPairs())]
            + (try store.files().map { MemoryListing(file: $0.name, pairs: $0.pairs) })
    }

    /// Runs `body`, and removes the files if `body` finds damage.
    ///
    /// The files are then rebuilt when the memory is next opened.
    private func withSoundFiles<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let failure as ReadModel.Failure where failure.kind == .damage {
            for part in parts { part.store.removeFile() }
            throw failure
        }
    }
}

/// A part of a project's translation memory.
package struct MemoryListing: Sendable {
    /// The name of the imported file, or `nil` for the project's own texts.
    package let file: String?
    /// The number of pairs of a source text and a translation.
    package let pairs: Int
}

extension MemoryEntry {
    init(_ found: FoundPair, from part: TranslationMemory.Part) {
        self.init(
            source: found.pair.source, sourceLocale: found.pair.sourceLanguage,
            target: found.pair.target, locale: found.pair.targetLanguage,
            origin: MemoryOrigin(project: part.project, file: found.file),
            section: found.pair.section, key: found.pair.key, isReviewed: found.pair.isReviewed)
    }
}
