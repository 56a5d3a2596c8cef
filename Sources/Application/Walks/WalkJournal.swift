import Git
import Glibc
import JSON
import Machine
import Translation

/// What was confirmed on a walk, on disk before the walk goes on: a file with a line of JSON for each entry.
///
/// The process that walks holds a lock on its file, which goes with it however it ends. A file that nobody holds
/// was left by a walk that was killed, or put aside.
final class WalkJournal {
    private let path: String
    private let descriptor: Int32

    /// The form of the lines: 2 has drafts.
    private static let version: Int64 = 2

    /// Takes up what earlier walks of the verb left: their entries in order, and a journal that has them all.
    ///
    /// `name` is a new one, and names sort by time. Without anything left there is no journal, and no file.
    /// Lines that cannot be read are left out, `warn` is told; a file of a newer form stays where it is.
    static func takeUp(
        in directory: String, _ sharing: RepositorySharing, verb: String, name: String,
        warn: (String) -> Void
    ) throws -> (entries: [WalkEntry], journal: WalkJournal)? {
        // One at a time looks for what is left, or two would take up the same.
        let mutex = try JournalFile.lock(directory + "/lock", sharing)
        defer { close(mutex) }
        var entries: [WalkEntry] = []
        var left: [(path: String, descriptor: Int32)] = []
        defer { for file in left { close(file.descriptor) } }
        for draft in JournalFile.names(in: directory) where draft.hasSuffix(".jsonl.new") {
            // Its process died before anything was promised.
            guard let descriptor = JournalFile.tryLock("\(directory)/\(draft)") else { continue }
            unlink("\(directory)/\(draft)")
            close(descriptor)
        }
        for file in JournalFile.names(in: directory).sorted()
        where file.hasPrefix("\(verb)-") && file.hasSuffix(".jsonl") {
            let path = directory + "/" + file
            guard let descriptor = JournalFile.tryLock(path) else { continue }
            guard let read = Self.entries(try JournalFile.read(descriptor, path), warn) else {
                warn("A newer dragoman left decisions in \(path), which this one cannot read.")
                close(descriptor)
                continue
            }
            entries += read
            left.append((path, descriptor))
        }
        guard !left.isEmpty else { return nil }
        let journal = try begin(in: directory, sharing, verb: verb, name: name, with: entries)
        for file in left { unlink(file.path) }
        return (entries, journal)
    }

    /// Begins a journal with entries, and holds it.
    ///
    /// The file is its user's alone, whoever shares the repository: what others find there they would commit in their own name.
    static func begin(
        in directory: String, _ sharing: RepositorySharing, verb: String, name: String,
        with entries: [WalkEntry]
    ) throws -> WalkJournal {
        let path = "\(directory)/\(verb)-\(name).jsonl"
        // The lines come with the name, so that no file is ever seen without them.
        let draft = path + ".new"
        let descriptor = try JournalFile.create(draft, sharing)
        let journal = WalkJournal(path: path, descriptor: descriptor)
        var header = JSONMembers()
        header.add("walk", verb)
        header.add("version", .integer(version))
        do {
            try journal.write([header.json] + entries.map(\.json))
            guard rename(draft, path) == 0 else { throw JournalFile.failure(path) }
        } catch {
            unlink(draft)
            throw error
        }
        try Files.synchronize(directory: directory)
        return journal
    }

    private init(path: String, descriptor: Int32) {
        self.path = path
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Writes entries down; they are on disk when this returns, all or none of them whole.
    func append(_ entries: [WalkEntry]) throws { try write(entries.map(\.json)) }

    /// Removes the file: what it says is carried out, or not wanted.
    func remove() { unlink(path) }

    private func write(_ lines: [JSONValue]) throws {
        let bytes = lines.flatMap { CanonicalJSON.encode($0) + [UInt8(ascii: "\n")] }
        try JournalFile.append(bytes, to: descriptor, path)
    }

    /// The entries of a file, or `nil` for one of a newer form.
    ///
    /// A last line without an end was never confirmed.
    private static func entries(_ bytes: [UInt8], _ warn: (String) -> Void) -> [WalkEntry]? {
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        lines = lines.dropLast()
        guard let first = lines.first else { return [] }
        let header = try? JSONValue.parse(Array(first))
        if let version = header?.objectValue?["version"]?.integerValue, version > Self.version {
            return nil
        }
        return lines.dropFirst().compactMap { line in
            let entry = (try? JSONValue.parse(Array(line))).flatMap { WalkEntry(json: $0) }
            if entry == nil { warn("A decision of an interrupted walk could not be read.") }
            return entry
        }
    }
}
