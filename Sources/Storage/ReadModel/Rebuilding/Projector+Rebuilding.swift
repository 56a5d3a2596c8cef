import EventStore
import GRDB
import Texts
import Translation

extension Projector {
    /// Reads all files into empty tables, folder by folder, and returns the number of folded
    /// subjects.
    ///
    /// Other threads read, parse and fold a folder while the previous one is written. A large
    /// folder arrives in parts, and is folded from the tables. Subjects that cannot be folded from
    /// one folder alone are also folded from the tables.
    func rebuild(
        from files: [FileDifference], content: @escaping @Sendable (ContentID) throws -> [UInt8]
    ) throws -> Int {
        let reader = FolderReader(
            folders(of: files), project: project, limits: limits, content: content)
        defer { reader.stop() }
        var done = 0
        var folded = 0
        var strings: [Int64] = []
        while let folder = try reader.next() {
            folded += try write(folder, &strings)
            done += folder.files.count
            progress(done, files.count * 2)
            reader.giveBack(folder)
        }
        whenAllIsRead()
        try addIndexes(Schema.logIndexes)
        try settleDuplicates(after: 0)
        // These subjects were folded as if all their events counted.
        try db.execute(
            sql: """
                INSERT OR IGNORE INTO touched (subject, round)
                SELECT subject, 0 FROM event
                WHERE id IN (SELECT id FROM contested) AND subject IS NOT NULL
                """)
        try settleIdempotency(after: 0)
        try spread()
        try LastEvents.update(after: 0, in: db)
        return folded + (try finishTouched(fileCount: files.count))
    }

    /// Groups the files by folder, with the source language's folder first.
    private func folders(of files: [FileDifference]) -> [FolderReader.Folder] {
        var byTag: [String: [(path: String, content: ContentID)]] = [:]
        for file in files {
            guard let content = file.new else { continue }
            byTag[Place.folderTag(ofPath: file.path), default: []].append((file.path, content))
        }
        let source = project.source.rawValue
        let first = byTag.removeValue(forKey: source).map { (key: source, value: $0) }
        return ([first].compactMap(\.self) + byTag.sorted { $0.key < $1.key })
            .map { FolderReader.Folder(tag: $0.key, files: $0.value) }
    }

    /// Writes the contents of a folder, and returns the number of subjects that are complete.
    ///
    /// Touches the subjects that must still be folded. `strings` contains the row numbers of the
    /// subjects in the source language's folder, after that folder is written.
    private func write(_ folder: FolderProjection, _ strings: inout [Int64]) throws -> Int {
        let numbers = try folder.subjects.map { subject in
            folder.isPart
                ? try number(of: subject.subject)
                : try insert(
                    subject.subject, string: subject.string.map { strings[$0] }, subject.rows)
        }
        if !folder.definitions.isEmpty { strings = numbers }
        for file in folder.files {
            var place = Place(file: try addFile(at: file.path, file.content), path: file.path)
            for line in file.lines {
                place.line += 1
                try write(
                    line.reading, line.bytes, at: place, subject: line.subject.map { numbers[$0] })
            }
        }
        var folded = 0
        for (subject, number) in zip(folder.subjects, numbers) {
            guard let rows = subject.rows else {
                try touch(number)
                continue
            }
            try writer.write(rows, of: number)
            folded += 1
        }
        return folded
    }
}
