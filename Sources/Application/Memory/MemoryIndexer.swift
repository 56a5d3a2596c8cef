import EventStore
import GitEventStore
import ReadModel
import Texts
import Translation
import Workspace

/// A source for the state of the last catch-up.
enum StateSource {
    /// A workspace, which catches up before each read.
    case workspace(Workspace)
    /// A reader that works alongside a separate writer.
    case reader(SnapshotReader)

    func read<Result>(_ body: (Snapshot) throws -> Result) throws -> Result {
        switch self {
        case .workspace(let workspace): try workspace.read(body)
        case .reader(let reader): try reader.read(body)
        }
    }
}

/// Updates a translation memory from the log and the imported files.
struct MemoryIndexer {
    private let memory: MemoryStore
    private let log: ProjectLog
    private let files: MemoryFiles

    /// The number of texts to read in one transaction of the read model.
    ///
    /// The limit lets SQLite checkpoint the read model's write-ahead log between transactions.
    private static let textsAtATime = 20_000
    /// The maximum number of changed strings for an incremental update.
    ///
    /// If more strings changed, everything is rebuilt.
    private static let mostStrings = 5_000

    init(_ memory: MemoryStore, _ log: ProjectLog) {
        self.memory = memory
        self.log = log
        files = MemoryFiles(log)
    }

    /// Updates the memory to the newest state.
    ///
    /// If another process is updating the memory, this does nothing. A damaged imported file is
    /// skipped with a warning. Throws a ``ReadModel/Failure``.
    func catchUp(with source: StateSource) throws {
        let isNewest = try source.read { snapshot in
            try memory.position(in: snapshot.model.generation) == snapshot.requirePosition()
        }
        guard try !isNewest || !hasFilesOfNow(try memory.files()) else { return }
        do {
            do {
                try renew(with: source)
            } catch is OtherGeneration {
                try renew(with: source)
            }
        } catch let failure as ReadModel.Failure where failure.kind == .busy {
            return
        } catch let failure as ReadModel.Failure where failure.kind == .damage {
            memory.removeFile()
            throw failure
        }
    }

    /// The error thrown when the read model's tables were rebuilt meanwhile.
    private struct OtherGeneration: Error {}

    private func hasFilesOfNow(_ known: [MemoryFile]) throws -> Bool {
        let names = try files.names()
        return known.count == names.count
            && zip(known, names).allSatisfy { file, name in
                file.name.hasSameBytes(as: name)
                    && Self.stamp(of: file) == files.stamp(of: name)
            }
    }

    private func renew(with source: StateSource) throws {
        try memory.write { changes in
            let generation = try source.read { try $0.model.generation }
            let renewal = Renewal(
                changes: changes, project: log.project, report: log.reportProgress
            ) { body in
                try source.read { snapshot in
                    guard try snapshot.model.generation == generation else {
                        throw OtherGeneration()
                    }
                    try body(snapshot)
                }
            }
            try renewal.renewTexts(since: changes.position(in: generation), generation)
            try renewFiles(changes)
        }
    }

    // MARK: Texts

    /// An update of the project's own pairs.
    private struct Renewal {
        let changes: MemoryChanges
        let project: Project
        let report: (@Sendable (String, Int, Int) -> Void)?
        let read: ((Snapshot) throws -> Void) throws -> Void

        func renewTexts(since position: Position?, _ generation: String) throws {
            var since = position
            var isRebuilt = false
            while true {
                var subjects: Set<Subject>?
                var newest: Position?
                try read { snapshot in
                    newest = try snapshot.requirePosition()
                    if let since { subjects = try snapshot.subjectsChanged(since: since) }
                }
                guard let newest else { return }
                if newest == since {
                    return try changes.complete(at: newest, in: generation)
                }
                if let subjects, try renew(subjects) {
                    return try changes.complete(at: newest, in: generation)
                }
                if isRebuilt {
                    // Too many strings changed during the rebuild. The next catch-up continues from
                    // this position.
                    return try changes.complete(at: since ?? newest, in: generation)
                }
                try makeAll()
                isRebuilt = true
                since = newest
            }
        }

        /// Rebuilds the pairs for the given subjects, or returns false if too many strings changed.
        private func renew(_ subjects: Set<Subject>) throws -> Bool {
            var strings: Set<StringID> = []
            var texts: [LanguageTag: Set<StringID>] = [:]
            var languages: Set<LanguageTag> = []
            for subject in subjects {
                switch subject {
                case .unit(let locale, let string) where locale == project.source:
                    strings.insert(string)
                case .unit(let locale, let string): texts[locale, default: []].insert(string)
                case .locale(let locale): languages.insert(locale)
                case .resource, .file, .setting: break
                }
            }
            let count = texts.values.reduce(strings.count) { $0 + $1.count }
            guard count <= MemoryIndexer.mostStrings else { return false }
            var locales: [LanguageTag] = []
            try read { locales = try $0.translatedLocales() }
            for locale in languages.sorted(by: { $0.rawValue < $1.rawValue }) {
                try changes.remove(locale)
                if locales.contains(locale) { try makeTexts(in: [locale]) }
            }
            try read { snapshot in
                for string in strings {
                    guard let number = try snapshot.model.number(of: string) else { continue }
                    try changes.remove(string: number)
                    try add(number, in: locales, snapshot)
                }
                for (locale, some) in texts
                where locales.contains(locale) && !languages.contains(locale) {
                    for string in some.subtracting(strings) {
                        guard let number = try snapshot.model.number(of: string) else { continue }
                        try changes.remove(string: number, in: locale)
                        try add(number, in: [locale], snapshot)
                    }
                }
            }
            return true
        }

        private func add(
            _ number: Int64, in locales: [LanguageTag], _ snapshot: Snapshot
        ) throws {
            let strings = try snapshot.model.stringsToCheck([number])
            for locale in locales { try add(strings, in: locale, snapshot) }
            try addRemoved(number, in: locales, snapshot)
        }

        private func add(
            _ strings: [StringToCheck], in locale: LanguageTag, _ snapshot: Snapshot
        ) throws {
            guard let first = strings.first?.number, let last = strings.last?.number else { return }
            let texts = try snapshot.model.textsToRemember(in: locale, strings: first...last)
            guard !texts.isEmpty else { return }
            for string in strings {
                guard let text = texts[string.number] else { continue }
                try add(
                    string.definition.pairs(
                        of: string.string, with: text, in: locale, of: project), of: string.number)
            }
        }

        private func add(_ pairs: [MemoryPair], of number: Int64) throws {
            for pair in pairs { try changes.add(pair, from: .string(number)) }
        }

        /// Adds the previous texts of a removed string; does nothing if the string exists.
        private func addRemoved(
            _ number: Int64, in locales: [LanguageTag], _ snapshot: Snapshot
        ) throws {
            guard let removed = try snapshot.model.removedString(number, in: locales) else {
                return
            }
            for locale in locales {
                guard let text = removed.texts[locale] else { continue }
                try add(
                    removed.definition.pairs(
                        of: removed.string, with: text, in: locale, of: project), of: number)
            }
        }

        private func makeAll() throws {
            try changes.removeStrings()
            var locales: [LanguageTag] = []
            try read { locales = try $0.translatedLocales() }
            try makeTexts(in: locales)
        }

        private func makeTexts(in locales: [LanguageTag]) throws {
            guard !locales.isEmpty else { return }
            let limit = max(1, MemoryIndexer.textsAtATime / locales.count)
            var after: Int64 = 0
            var last: Int64 = 1
            while after < last {
                try read { snapshot in
                    last = try snapshot.model.lastString
                    report?("Indexing texts", Int(after), Int(last))
                    let strings = try snapshot.model.stringsToCheck(after: after, limit: limit)
                    for locale in locales { try add(strings, in: locale, snapshot) }
                    after = strings.last?.number ?? last
                }
            }
            var removed: Int64? = 0
            while let number = removed {
                try read { snapshot in
                    let numbers = try snapshot.model.removedStrings(after: number, limit: limit)
                    for number in numbers { try addRemoved(number, in: locales, snapshot) }
                    removed = numbers.last
                }
            }
        }
    }

    // MARK: Files

    /// Returns the metadata in a stored stamp, without the file's hash.
    private static func stamp(of file: MemoryFile) -> String {
        file.stamp.split(separator: " ").prefix(3).joined(separator: " ")
    }

    private func renewFiles(_ changes: MemoryChanges) throws {
        let known = try changes.files()
        let names = try files.names()
        for file in known where !names.contains(where: { $0.hasSameBytes(as: file.name) }) {
            try changes.remove(file: file.name)
        }
        for name in names {
            guard let stamp = files.stamp(of: name) else { continue }
            let file = known.first { $0.name.hasSameBytes(as: name) }
            if let file, Self.stamp(of: file) == stamp { continue }
            let whole = "\(stamp) \(try files.hash(of: name))"
            if let file, file.stamp.split(separator: " ").last == whole.split(separator: " ").last {
                try changes.setStamp(whole, of: file.id)
                continue
            }
            do {
                try read(name, stamp: whole, changes)
            } catch let refusal as Refusal {
                // All other files stay usable. The stamp is stored so that the warning appears only
                // once.
                _ = try changes.begin(file: name, stamp: whole)
                log.warn?(
                    "An imported translation memory file is skipped. \(refusal.message)")
            }
        }
    }

    private func read(_ name: String, stamp: String, _ changes: MemoryChanges) throws {
        let number = try changes.begin(file: name, stamp: stamp)
        var pairs = MemoryUnitPairs(log.project)
        var count = 0
        try files.read(name) { units in
            for unit in units {
                for pair in pairs.pairs(of: unit) {
                    try changes.add(pair, from: .file(number))
                    count += 1
                }
            }
            log.reportProgress?("Remembering \(name)", count, count)
        }
        try changes.end(file: number, pairs: count)
    }
}
