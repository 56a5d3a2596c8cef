import Git
import GitEventStore
import Languages
import ReadModel
package import Texts
import Translation
package import Workspace

/// Earlier translations of a project and of others, to be looked up by their source texts.
///
/// Each project's pairs are in a file beside its read model, which may be deleted at any moment: every text of a translation that is
/// neither stale nor flagged, and those of imported TMX files. A value serves one thread at a time; any number of values may have the files
/// open.
package final class TranslationMemory: Sendable {
    /// A project's part of the memory.
    struct Part: Sendable {
        /// The path by which another project was named.
        let project: String?
        let store: MemoryStore
    }

    let parts: [Part]

    /// Opens the memory of a workspace and those of other projects, which are given by paths, and brings each up to date.
    ///
    /// A damaged imported file is skipped with a warning. Throws a ``Refusal`` for a path that is no project, and a
    /// ``ReadModel/Failure``. Cost: what changed; everything at first.
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

    /// Opens the memory beside the read model of a reader, as it is: whoever wants it up to date calls ``catchUp(with:)``.
    ///
    /// Throws a ``ReadModel/Failure`` if there can be no file.
    package convenience init(_ reader: SnapshotReader) throws {
        self.init([Part(project: nil, store: try MemoryStore(beside: reader.reader))])
    }

    init(_ parts: [Part]) { self.parts = parts }

    /// The memory beside a workspace's read model; one in memory where no file can be written.
    private static func store(of workspace: Workspace) throws -> MemoryStore {
        try workspace.catchUp()
        do {
            return try MemoryStore(beside: workspace.projection)
        } catch let failure as ReadModel.Failure where failure.kind == .unwritable {
            return try MemoryStore()
        }
    }

    /// Brings the project's own part to the newest state that a reader's writer has caught up with.
    ///
    /// If another process or thread is updating it, nothing is done. A damaged imported file is skipped with a warning. Throws a
    /// ``ReadModel/Failure``. Cost: what changed; everything if it is not known where the memory stands.
    package func catchUp(with reader: SnapshotReader) throws {
        guard let part = parts.first else { return }
        try MemoryIndexer(part.store, reader.log).catchUp(with: .reader(reader))
    }

    /// Whether the files are still those that were opened; otherwise a new value is needed.
    package var isCurrent: Bool { parts.allSatisfy(\.store.isInPlace) }

    /// Ends a look-up or catch-up that runs in another thread, which then throws.
    package func interrupt() { for part in parts { part.store.interrupt() } }

    /// Returns the best translations of texts that are like a text, the best first, each target text once.
    ///
    /// First come equal texts of strings with the same key, then equal texts, then others by percent; among these translations in
    /// the language itself before those in its parents (`fr` for `fr-CA`), reviewed ones before others, and those of this project before
    /// those of others. A string's own text is among them. `minimum` is the least percent, from 1 to 100.
    ///
    /// All texts that are near enough are found, but for those of more than 4,096 scalars, which are found as wholes; if many long texts
    /// are all alike, the search ends after a second's work. Throws a ``ReadModel/Failure``. Cost: a scan of the signatures of texts of
    /// similar lengths, some milliseconds for 100,000 texts.
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

    /// Returns the pairs with a text in the source text or in the translation, upper and lower case being the same, the shortest first; those
    /// of this project before those of others.
    ///
    /// `locale` is the language of the translations; without one, all are searched. Throws a ``ReadModel/Failure``. Cost: all texts.
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
    /// Cost: the pairs of the project.
    package func listings() throws -> [MemoryListing] {
        guard let store = parts.first?.store else { return [] }
        return [MemoryListing(file: nil, pairs: try store.projectPairs())]
            + (try store.files().map { MemoryListing(file: $0.name, pairs: $0.pairs) })
    }

    /// Runs `body`; after damage was found, the files are made anew when the memory is opened next.
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
    /// The imported file, by its name; `nil` for the texts of the project itself.
    package let file: String?
    /// The number of pairs of a text and a translation.
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
