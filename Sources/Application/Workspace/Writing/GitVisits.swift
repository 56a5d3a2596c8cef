import Glibc

/// Detects visits to a repository by other Git programs, each of which first reads the repository's
/// configuration.
///
/// This requires a local file system; on other file systems, no visit is detected. It uses one file
/// descriptor.
final class GitVisits {
    private let descriptor: Int32
    private static let file = Array("config".utf8)
    private static let room = 16 << 10

    /// Starts watching a repository's common directory.
    ///
    /// Opening a repository in this process counts as a visit too. Returns `nil` if the system
    /// cannot watch the directory.
    init?(_ directory: String) {
        descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        guard inotify_add_watch(descriptor, directory, UInt32(IN_OPEN)) >= 0 else {
            close(descriptor)
            return nil
        }
    }

    deinit { close(descriptor) }

    /// Returns true if there was a visit since the last call.
    func look() -> Bool {
        var hasCome = false
        withUnsafeTemporaryAllocation(
            byteCount: Self.room, alignment: MemoryLayout<inotify_event>.alignment
        ) { buffer in
            while true {
                let count = read(descriptor, buffer.baseAddress, buffer.count)
                guard count > 0 else { return }
                if Self.hasVisit(UnsafeRawBufferPointer(rebasing: buffer[..<count])) {
                    hasCome = true
                }
            }
        }
        return hasCome
    }

    /// Returns true if an event is about the configuration.
    ///
    /// The events are laid out as in inotify(7).
    private static func hasVisit(_ events: UnsafeRawBufferPointer) -> Bool {
        let headSize = MemoryLayout<inotify_event>.size
        var start = 0
        while start + headSize <= events.count {
            let head = events.loadUnaligned(fromByteOffset: start, as: inotify_event.self)
            let name = start + headSize
            let end = min(name + Int(head.len), events.count)
            if events[name..<end].prefix(while: { $0 != 0 }).elementsEqual(file) { return true }
            start = end
        }
        return false
    }
}
