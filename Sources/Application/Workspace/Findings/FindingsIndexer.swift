package import EventStore
import Machine
import ReadModel
import Texts
package import Translation

/// Computes the findings of a project's texts, and updates them after changes.
///
/// An instance must stay on one thread. It reads in short transactions, so that it never delays a
/// checkpoint of the read model's write-ahead log. It is the only writer of the findings file.
package final class FindingsIndexer {
    /// The changes since the last catch-up.
    package enum Changes: Sendable {
        /// The subjects of all new events up to a position.
        case subjects(Set<Subject>, Position)
        /// Unknown changes, for example after another process has written.
        case unknown
    }

    /// A callback that receives the number of finished strings and the total while all findings are
    /// computed.
    package typealias Progress = @Sendable (_ done: Int, _ total: Int) -> Void

    let reader: SnapshotReader
    let store: FindingsStore
    private let progress: Progress
    /// The position that all findings are for, or `nil` if the findings are incomplete.
    package private(set) var position: Position?
    private var generation: String

    /// The maximum number of texts to check in one transaction.
    static let textsAtATime = 20_000
    /// The maximum number of changed strings to check one by one.
    ///
    /// If more texts in a language have changed, the whole language is checked again. If more
    /// source strings have changed, all findings are computed again.
    static let mostStrings = 2_000

    /// Opens the findings file next to the read model of a reader.
    ///
    /// Nothing else may use the reader. Throws a ``ReadModel/Failure``.
    package init(_ reader: SnapshotReader, progress: @escaping Progress) throws {
        self.reader = reader
        self.progress = progress
        store = try FindingsStore(beside: reader.reader, program: ProgramVersion.number)
        generation = try reader.read { try $0.model.generation }
        position = try store.position(in: generation)
    }

    /// Whether the open files are still the ones on disk.
    ///
    /// If not, create a new indexer.
    package var isCurrent: Bool { reader.isCurrentModel && store.isInPlace }

    /// Records that the findings are also valid at a later position, because nothing that they
    /// depend on has changed.
    package func stand(at newer: Position) throws {
        guard position != nil, position != newer else { return }
        try finish(at: newer)
    }

    /// The error thrown when the read model's tables were rebuilt while the findings were computed.
    private struct OtherGeneration: Error {}

    /// Updates all findings to the newest state.
    ///
    /// Throws a ``ReadModel/Failure``. Cost: proportional to the number of changed texts, and of
    /// texts with the same source text or the same translation. If the position of the findings is
    /// unknown, or the read model was rebuilt, all findings are computed again.
    package func catchUp(_ changes: Changes) throws {
        do {
            try renew(changes)
        } catch is OtherGeneration {
            try makeAll()
        }
    }

    private func renew(_ changes: Changes) throws {
        guard let position else { return try makeAll() }
        switch changes {
        case .subjects(let subjects, let newest):
            try renew(subjects, upTo: newest)
        case .unknown:
            let found = try read { snapshot in
                (try snapshot.subjectsChanged(since: position), try snapshot.requirePosition())
            }
            guard let subjects = found.0 else { return try makeAll() }
            try renew(subjects, upTo: found.1)
        }
    }

    /// Runs `body` with the newest state.
    ///
    /// Throws if the read model's tables were rebuilt, because its strings then have different
    /// numbers.
    func read<Result>(_ body: (Snapshot) throws -> Result) throws -> Result {
        try reader.read { snapshot in
            guard try snapshot.model.generation == generation else {
                generation = try snapshot.model.generation
                throw OtherGeneration()
            }
            return try body(snapshot)
        }
    }

    private func finish(at position: Position) throws {
        try store.complete(at: position)
        self.position = position
    }

    // MARK: Everything

    private func makeAll() throws {
        position = nil
        let (start, locales, silenced, last) = try read { snapshot in
            (
                try snapshot.requirePosition(), try snapshot.translatedLocales(),
                try snapshot.model.silencedChecks(), try snapshot.model.lastString
            )
        }
        try store.empty(for: generation)
        let limit = max(1, Self.textsAtATime / max(1, locales.count))
        var after: Int64 = 0
        while after < last {
            progress(Int(after), Int(last))
            after = try read { snapshot in
                let strings = try snapshot.model.stringsToCheck(after: after, limit: limit)
                guard let end = strings.last?.number else { return last }
                try store.write { changes in
                    for string in strings { try changes.setSource(string.hash, of: string.number) }
                    for locale in locales {
                        try snapshot.checkTexts(of: strings, in: locale, changes) { string in
                            silenced[UnitID(locale, string)] ?? []
                        }
                    }
                }
                return end
            }
        }
        try store.addIndexes()
        for locale in locales { try renewAcrossStrings(in: locale) }
        try finish(at: start)
    }

    /// Computes the findings of the checks across strings, for a whole language.
    private func renewAcrossStrings(in locale: LanguageTag) throws {
        try read { snapshot in
            try store.write { changes in
                let strings =
                    try snapshot.hasGlossary
                    ? snapshot.model.stringsToCheck(after: 0, limit: .max).map(\.number)
                    : changes.stringsWithTwins(in: locale)
                try snapshot.checkAcross(Set(strings), in: locale, changes, isClosed: true)
            }
        }
    }

    /// Checks all texts in a language.
    private func makeLanguage(_ locale: LanguageTag) throws {
        try store.write { try $0.remove(locale) }
        var after: Int64? = 0
        while let start = after {
            after = try read { snapshot in
                let strings = try snapshot.model.stringsToCheck(
                    after: start, limit: Self.textsAtATime / 4)
                try store.write { changes in
                    _ = try snapshot.checkTexts(of: strings, in: locale, changes) { string in
                        try snapshot.model.silencedChecks(locale, string)
                    }
                }
                return strings.last?.number
            }
        }
        try renewAcrossStrings(in: locale)
    }

    // MARK: Changes

    private func renew(_ subjects: Set<Subject>, upTo newest: Position) throws {
        var strings: Set<StringID> = []
        var texts: [LanguageTag: Set<StringID>] = [:]
        var languages: Set<LanguageTag> = []
        for subject in subjects {
            switch subject {
            case .unit(let locale, let string) where locale == reader.log.project.source:
                strings.insert(string)
            case .unit(let locale, let string): texts[locale, default: []].insert(string)
            case .locale(let locale): languages.insert(locale)
            case .setting(let name) where name == Value.Text(Setting.placeholders.name):
                // The placeholder notations apply to all texts.
                return try makeAll()
            case .resource, .file, .setting: break
            }
        }
        guard strings.count <= Self.mostStrings else { return try makeAll() }
        let (locales, definitions) = try read { snapshot in
            (
                try snapshot.translatedLocales(),
                try strings.compactMap { try snapshot.model.number(of: $0) }
            )
        }
        for locale in languages.union(texts.keys) where !locales.contains(locale) {
            try store.write { try $0.remove(locale) }
        }
        var whole: [LanguageTag] = []
        for locale in locales {
            let changed = texts[locale] ?? []
            if languages.contains(locale) || changed.count > Self.mostStrings {
                whole.append(locale)
            } else if !changed.isEmpty || !definitions.isEmpty {
                try renew(changed, definitions, in: locale)
            }
        }
        if !definitions.isEmpty {
            try read { snapshot in
                let hashes = try snapshot.model.stringsToCheck(definitions)
                    .reduce(into: [:]) { $0[$1.number] = $1.hash }
                try store.write { changes in
                    for number in definitions { try changes.setSource(hashes[number], of: number) }
                }
            }
        }
        for locale in whole { try makeLanguage(locale) }
        try finish(at: newest)
    }

    /// Checks some texts in a language, and compares them with texts that have the same source text
    /// or the same translation.
    ///
    /// If a glossary term changed, all texts in the language are compared.
    private func renew(
        _ texts: Set<StringID>, _ definitions: [Int64], in locale: LanguageTag
    ) throws {
        try read { snapshot in
            let numbers = try Set(texts.compactMap { try snapshot.model.number(of: $0) })
                .union(definitions)
            let strings = try snapshot.model.stringsToCheck(numbers.sorted())
            try store.write { changes in
                var sources: Set<Int64> = []
                for number in numbers {
                    if let hash = try changes.sourceHash(of: number) { sources.insert(hash) }
                }
                sources.formUnion(strings.map(\.hash))
                var hashes = try snapshot.checkTexts(of: strings, in: locale, changes) { string in
                    try snapshot.model.silencedChecks(locale, string)
                }
                for number in numbers.subtracting(strings.map(\.number)) {
                    // The string was removed.
                    try changes.replace([], of: number, in: locale, isAcross: false)
                    if let hash = try changes.setText(nil, of: number, in: locale) {
                        hashes.insert(hash)
                    }
                }
                // The new source texts are stored later, because other languages still need the
                // old source texts.
                let isTerm = strings.contains { $0.string.isTerm }
                let concerned =
                    try isTerm
                    ? Set(snapshot.model.stringsToCheck(after: 0, limit: .max).map(\.number))
                    : numbers.union(changes.strings(withSources: sources))
                        .union(changes.strings(withTexts: hashes, in: locale))
                try snapshot.checkAcross(
                    concerned.union(numbers), in: locale, changes, isClosed: isTerm)
            }
        }
    }
}
