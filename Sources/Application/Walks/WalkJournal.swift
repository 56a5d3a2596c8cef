import Git
import Glibc
import JSON
import Machine
import Translation

/// A file with the confirmed entries of a walk, with one line of JSON per entry.
///
/// Entries are on disk before the walk continues.
///
/// The process holds a lock on its file, which is released even if the process is killed. An
/// unlocked file belongs to a walk that was killed or suspended.
final class WalkJournal {
    private let path: String
    private let descriptor: Int32

    /// The format version of the lines; version 2 added drafts.
    private static let version: Int64 = 2

    /// Takes over the journals of earlier walks with the verb, and returns their entries in order,
    /// with a new journal that contains them all.
    ///
    /// `name` is the name of the new journal; names sort by time. If there are no earlier journals,
    /// returns nil and creates no file. Skips unreadable lines and leaves files of a newer format
    /// unchanged; reports both to `warn`.
    static func takeUp(
        in directory: String, _ sharing: RepositorySharing, verb: String, name: String,
        warn: (String) -> Void
    ) throws -> (entries: [WalkEntry], journal: WalkJournal)? {
        // Without this lock, two processes that search at the same time would take over the same
        // journals.
        let mutex = try JournalFile.lock(directory + "/lock", sharing)
        defer { close(mutex) }
        var entries: [WalkEntry] = []
        var left: [(path: String, descriptor: Int32)] = []
        defer { for file in left { close(file.descriptor) } }
        for draft in JournalFile.names(in: directory) where draft.hasSuffix(".jsonl.new") {
            // If the draft is unlocked, its process died before it confirmed any entry.
            guard let descriptor = JournalFile.tryLock("\(directory)/\(draft)") else { continue }
            unlink("\(directory)/\(draft)")
            close(descriptor)
        }
        for file in JournalFile.names(in: directory).sorted()
        where file.hasPrefix("\(verb)-") && file.hasSuffix(".jsonl") {
            let path = directory + "/" + file
            guard let descriptor = JournalFile.tryLock(path) else { continue }
            guard let read = Self.entries(try JournalFile.read(descriptor, path), warn) else {
                warn(
                    "A newer version of dragoman left decisions in \(path), which this version "
                        + "cannot read.")
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

    /// Creates a journal with entries, and locks it.
    ///
    /// Only the owner can access the file, even in a shared repository. Otherwise, other users
    /// could find the entries and commit them in their own name.
    static func begin(
        in directory: String, _ sharing: RepositorySharing, verb: String, name: String,
        with entries: [WalkEntry]
    ) throws -> WalkJournal {
        let path = "\(directory)/\(verb)-\(name).jsonl"
        // The lines are written before the file is renamed into place, so the file never appears
        // without them.
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

    /// Appends entries, all or none; they are on disk when this returns.
    func append(_ entries: [WalkEntry]) throws { try write(entries.map(\.json)) }

    /// Removes the file after its entries were carried out or discarded.
    func remove() { unlink(path) }

    private func write(_ lines: [JSONValue]) throws {
        let bytes = lines.flatMap { CanonicalJSON.encode($0) + [UInt8(ascii: "\n")] }
        try JournalFile.append(bytes, to: descriptor, path)
    }

    /// Returns the entries of a file, or nil if its format is newer.
    ///
    /// Skips a last line without a newline, because it was never confirmed.
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
            if entry == nil { warn("A decision from an interrupted walk could not be read.") }
            return entry
        }
    }
}
