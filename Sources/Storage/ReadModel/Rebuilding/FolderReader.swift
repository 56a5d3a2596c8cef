import Dispatch
import EventStore
import Synchronization
import Texts
import Translation

/// Reads a log's files folder by folder on one thread, and parses and folds them on another.
///
/// A third thread writes the results. A larger folder is parsed and folded by two threads. If it is
/// the first or only folder, there would be nothing else to write meanwhile.
///
/// A folder that is too large for memory is split into parts, which are not folded. If the source
/// language's folder is too large, no folder is folded, because texts cannot be folded without
/// their source texts.
final class FolderReader: Sendable {
    private let reading = DispatchQueue(label: "dragoman.files")
    private let parsing = DispatchQueue(label: "dragoman.folders")
    private let helping = DispatchQueue(label: "dragoman.folders.helper")
    private let project: Project
    private let limits: RebuildLimits
    private let content: @Sendable (ContentID) throws -> [UInt8]
    private let state = Mutex(State())
    /// Signalled for each folder that will be parsed next, and at the end.
    private let isComing = DispatchSemaphore(value: 0)
    /// Signalled for each folder that was taken or returned, and at the end.
    private let isTaken = DispatchSemaphore(value: 0)
    /// The definitions in the source language's folder, after the folder is folded.
    private let definitions = Mutex<[StringID: FolderProjection.FoldedDefinitions]>([:])

    /// The maximum number of folders that are read ahead.
    private static let foldersAhead = 8
    /// The number of parts of a large folder that together may take as much memory as a whole
    /// folder.
    private static let partsInMemory = 12

    /// A folder and its files.
    struct Folder: Sendable {
        let tag: String
        let files: [(path: String, content: ContentID)]
    }

    private struct State {
        var coming: [(folder: Handoff<FolderProjection>, bytes: Int)] = []
        /// The size of the folder that was taken and not yet returned, in bytes.
        var takenBytes = 0
        var failure: (any Error)?
        var isEnded = false

        /// Returns true if another `size` bytes fit in memory, or if nothing is in memory.
        ///
        /// `ahead` is the maximum number of waiting bytes, if more than one folder waits.
        func hasRoom(for size: Int, ahead: Int, inMemory limit: Int) -> Bool {
            guard !coming.isEmpty || takenBytes > 0 else { return true }
            let waiting = coming.reduce(size) { $0 + $1.bytes }
            return takenBytes + waiting <= limit
                && (coming.isEmpty || coming.count < foldersAhead && waiting <= ahead)
        }
    }

    /// Starts reading the folders in the given order.
    ///
    /// The source language's folder must come first if it exists.
    init(
        _ folders: [Folder], project: Project, limits: RebuildLimits,
        content: @escaping @Sendable (ContentID) throws -> [UInt8]
    ) {
        self.project = project
        self.limits = limits
        self.content = content
        reading.async { [self] in
            do {
                try read(folders)
            } catch is Stopped {
            } catch {
                state.withLock { $0.failure = error }
            }
            isComing.signal()
        }
    }

    /// Waits for the next folder or part of a folder, and returns it; returns `nil` at the end.
    func next() throws -> FolderProjection? {
        isComing.wait()
        let folder = try state.withLock { state -> Handoff<FolderProjection>? in
            guard state.coming.isEmpty else {
                let next = state.coming.removeFirst()
                state.takenBytes = next.bytes
                return next.folder
            }
            if let failure = state.failure { throw failure }
            return nil
        }
        isTaken.signal()
        return try folder?.take()
    }

    /// Returns a written folder to the thread that created it, which can free it most cheaply.
    func giveBack(_ folder: FolderProjection) {
        parsing.async { withExtendedLifetime(folder) {} }
        state.withLock { $0.takenBytes = 0 }
        isTaken.signal()
    }

    /// Stops reading, and waits for running reads to end.
    func stop() {
        state.withLock { $0.isEnded = true }
        isTaken.signal()
        reading.sync {}
    }

    /// Thrown to end the reading when the consumer stops it.
    private struct Stopped: Error {}

    /// The size of a part of a large folder in bytes; two parts may wait to be taken.
    private var partSize: Int { limits.folderInMemory / Self.partsInMemory }

    private func read(_ folders: [Folder]) throws {
        var canFold = true
        for folder in folders {
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
            if source.isPart, folder.tag == project.source.rawValue { canFold = false }
            try parse(source)
        }
    }

    /// Parses files that were read, as soon as there is room for the result.
    private func parse(_ source: FolderProjection.Source) throws {
        while true {
            let (hasRoom, isEnded) = state.withLock { state in
                (
                    state.hasRoom(
                        for: source.size, ahead: 2 * partSize, inMemory: limits.folderInMemory),
                    state.isEnded
                )
            }
            if isEnded { throw Stopped() }
            if hasRoom { break }
            isTaken.wait()
        }
        let folder = Handoff(on: parsing) { [self] in
            let folder = try FolderProjection(
                source, project: project, definitions: definitions.withLock(\.self),
                helper: source.size < limits.folderByTwoThreads ? nil : helping)
            if !folder.definitions.isEmpty { definitions.withLock { $0 = folder.definitions } }
            return folder
        }
        state.withLock { $0.coming.append((folder, source.size)) }
        isComing.signal()
    }
}
