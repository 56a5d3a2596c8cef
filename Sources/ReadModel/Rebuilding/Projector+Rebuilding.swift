import Dispatch
import EventStore
import GRDB
import Synchronization
import Translation

extension Projector {
    /// How many folders are parsed before they are written.
    private static let foldersAhead = 8
    /// How many parts of a large folder have room where a whole one has.
    private static let partsInMemory = 4

    /// Reads all files into empty tables, folder by folder, and returns how many subjects were folded.
    ///
    /// Another thread parses and folds a folder while the one before is written. A large folder is parsed and written in parts, and
    /// folded from the tables. So is, once more, what a folder alone cannot tell.
    func rebuild(
        from files: [FileDifference], content: (ContentID) throws -> [UInt8]
    ) throws -> Int {
        let parser = FolderParser(project: project)
        var ahead: [(folder: Handoff<FolderProjection>, bytes: Int)] = []
        var done = 0
        var folded = 0
        /// Writes what was parsed until no more than so many bytes are being parsed.
        func write(untilAhead limit: Int) throws {
            while !ahead.isEmpty,
                ahead.reduce(0, { $0 + $1.bytes }) > limit || ahead.count > Self.foldersAhead,
                let folder = try ahead.removeFirst().folder.take()
            {
                folded += try self.write(folder)
                done += folder.files.count
                progress(done, files.count * 2)
                parser.forget(folder)
            }
        }
        func parse(_ source: FolderProjection.Source) throws {
            ahead.append((Handoff(on: parser.queue) { parser.parse(source) }, source.size))
            try write(untilAhead: max(source.size, limits.folderInMemory / 2))
        }
        let partSize = limits.folderInMemory / Self.partsInMemory
        var canFold = true
        for folder in folders(of: files) {
            var source = FolderProjection.Source(tag: folder.tag)
            source.isPart = !canFold
            for file in folder.files {
                if source.size > limits.folderInMemory { source.isPart = true }
                if source.isPart, source.size > partSize {
                    for part in source.parts(of: partSize) { try parse(part) }
                    source = FolderProjection.Source(partOf: source)
                }
                source.add(file.path, file.content, try content(file.content))
            }
            // What was made for a source text cannot be judged without the source language.
            if source.isPart, folder.tag == project.source.rawValue { canFold = false }
            try parse(source)
        }
        try write(untilAhead: -1)
        try addIndexes(Schema.logIndexes)
        try settleDuplicates(after: 0)
        // They were folded as if all their events counted.
        try db.execute(
            sql: """
                INSERT OR IGNORE INTO touched (subject, round)
                SELECT subject, 0 FROM event
                WHERE id IN (SELECT id FROM contested) AND subject IS NOT NULL
                """)
        try settleIdempotency(after: 0)
        try spread()
        return folded + (try finishTouched(fileCount: files.count))
    }

    /// The files by folder, that of the source language first.
    private func folders(
        of files: [FileDifference]
    ) -> [(tag: String, files: [(path: String, content: ContentID)])] {
        var byTag: [String: [(path: String, content: ContentID)]] = [:]
        for file in files {
            guard let content = file.new else { continue }
            byTag[Place.folderTag(ofPath: file.path), default: []].append((file.path, content))
        }
        let source = project.source.rawValue
        let first = byTag.removeValue(forKey: source).map { (key: source, value: $0) }
        return ([first].compactMap(\.self) + byTag.sorted { $0.key < $1.key })
            .map { (tag: $0.key, files: $0.value) }
    }

    /// Writes what a folder says, touches what is to be folded again, and returns how many subjects are done.
    private func write(_ folder: FolderProjection) throws -> Int {
        let numbers = try folder.subjects.map { subject in
            folder.isPart
                ? (id: try number(of: subject.subject), string: nil)
                : try insert(subject.subject, hash: subject.rows?.hash)
        }
        for file in folder.files {
            var place = Place(file: try addFile(at: file.path, file.content), path: file.path)
            for line in file.lines {
                place.line += 1
                try write(
                    line.reading, line.bytes, at: place,
                    subject: line.subject.map { numbers[$0].id })
            }
        }
        var folded = 0
        for (subject, number) in zip(folder.subjects, numbers) {
            guard let rows = subject.rows else {
                try touch(number.id)
                continue
            }
            try writer.write(rows, of: number.id, string: number.string)
            folded += 1
        }
        return folded
    }
}

/// Parses folders one after the other, on a queue of its own.
private final class FolderParser: Sendable {
    let queue = DispatchQueue(label: "dragoman.folders")
    private let project: Project
    private let definitions = Mutex<[StringID: DefinitionHistory]>([:])

    init(project: Project) { self.project = project }

    /// Parses a folder, with the definitions of the source language's folder, if that came before.
    func parse(_ source: FolderProjection.Source) -> FolderProjection {
        let folder = FolderProjection(
            source, project: project, definitions: definitions.withLock(\.self))
        if source.tag == project.source.rawValue {
            definitions.withLock { $0 = folder.definitions }
        }
        return folder
    }

    /// Takes a folder apart on the thread that made it, where that costs least.
    func forget(_ folder: FolderProjection) {
        queue.async { withExtendedLifetime(folder) {} }
    }
}
