import Dispatch
import EventStore
import Synchronization
import Translation

/// Reads the files of a log folder by folder, and parses and folds each, on a thread of its own, while another one writes.
///
/// A large folder comes in parts, which are not folded. So does, once the source language's was too large, every other: what was made
/// for a source text cannot be judged without it.
final class FolderReader: Sendable {
    private let queue = DispatchQueue(label: "dragoman.folders")
    private let state = Mutex(State())
    private let isMade = DispatchSemaphore(value: 0)
    private let isTaken = DispatchSemaphore(value: 0)

    /// How many folders are made before they are taken.
    private static let foldersAhead = 8
    /// How many parts of a large folder have room where a whole one has.
    private static let partsInMemory = 4

    /// A folder's files, by path.
    struct Folder: Sendable {
        let tag: String
        let files: [(path: String, content: ContentID)]
    }

    private struct State {
        var made: [(folder: Result<FolderProjection, any Error>, bytes: Int)] = []
        /// What was written and is to be taken apart by the thread that made it, where that costs least.
        var used: [FolderProjection] = []
        var isEnded = false

        var bytesAhead: Int { made.reduce(0) { $0 + $1.bytes } }
    }

    /// Begins to read folders; the source language's, if there is one, comes first.
    init(
        _ folders: [Folder], project: Project, limits: RebuildLimits,
        content: @escaping @Sendable (ContentID) throws -> [UInt8]
    ) {
        queue.async { [self] in
            do {
                try read(folders, project, limits, content)
                state.withLock { $0.isEnded = true }
            } catch is Stopped {
            } catch {
                state.withLock { $0.made.append((.failure(error), 0)) }
            }
            isMade.signal()
        }
    }

    /// Waits for the next folder, or part of one; `nil` after the last.
    func next() throws -> FolderProjection? {
        isMade.wait()
        let next = state.withLock { $0.made.isEmpty ? nil : $0.made.removeFirst().folder }
        isTaken.signal()
        return try next?.get()
    }

    /// Gives back what was written.
    func giveBack(_ folder: FolderProjection) {
        state.withLock { $0.used.append(folder) }
    }

    /// Ends the reading, if it has not ended, and waits until nothing is read any more.
    func stop() {
        state.withLock { $0.isEnded = true }
        isTaken.signal()
        queue.sync {}
    }

    /// Nobody asks for more.
    private struct Stopped: Error {}

    private func read(
        _ folders: [Folder], _ project: Project, _ limits: RebuildLimits,
        _ content: (ContentID) throws -> [UInt8]
    ) throws {
        let partSize = limits.folderInMemory / Self.partsInMemory
        var definitions: [StringID: FolderProjection.FoldedDefinitions] = [:]
        var canFold = true
        func make(_ source: FolderProjection.Source) throws {
            try waitForRoom(for: source.size, within: limits.folderInMemory / 2)
            let folder = FolderProjection(source, project: project, definitions: definitions)
            if source.tag == project.source.rawValue { definitions = folder.definitions }
            state.withLock { $0.made.append((.success(folder), source.size)) }
            isMade.signal()
        }
        for folder in folders {
            var source = FolderProjection.Source(tag: folder.tag)
            source.isPart = !canFold
            for file in folder.files {
                if source.size > limits.folderInMemory { source.isPart = true }
                if source.isPart, source.size > partSize {
                    for part in source.parts(of: partSize) { try make(part) }
                    source = FolderProjection.Source(partOf: source)
                }
                source.add(file.path, file.content, try content(file.content))
            }
            if source.isPart, folder.tag == project.source.rawValue { canFold = false }
            try make(source)
        }
    }

    /// Waits until so many bytes more are within a limit, or nothing else waits to be taken.
    private func waitForRoom(for size: Int, within limit: Int) throws {
        while true {
            let (hasRoom, isStopped, used) = state.withLock { state in
                let hasRoom =
                    state.made.isEmpty
                    || state.made.count < Self.foldersAhead && state.bytesAhead + size <= limit
                defer { state.used = [] }
                return (hasRoom, state.isEnded, state.used)
            }
            withExtendedLifetime(used) {}
            if isStopped { throw Stopped() }
            if hasRoom { return }
            isTaken.wait()
        }
    }
}
