import Commands
import Synchronization

/// A terminal whose reader closes it after some parts.
final class ImpatientTerminal: Terminal {
    private let most: Int
    private let count = Mutex(0)

    init(parts: Int) { most = parts }

    /// The number of parts written so far.
    var parts: Int { count.withLock { $0 } }

    let isInteractive = false
    let canAsk = false
    let columns = 80

    func write(_ text: String) {}
    func write(bytes: [UInt8]) {}
    func writeError(_ text: String) {}
    func readAll(upTo limit: Int) -> [UInt8] { [] }
    func readPart() -> [UInt8] { [] }
    func awaitKeys() {}
    func dropPendingKeys() {}
    let uptime: Int64 = 0
    func readKey() -> Key { .hangUp }
    func settle() {}
    func edit(_ text: [UInt8], with editor: String?) throws -> [UInt8] {
        throw EditorFailure("No editor is set.")
    }

    func whileCancellable<Result>(
        _ body: (@escaping () -> Bool) throws -> Result
    ) rethrows -> Result {
        try body { false }
    }

    func stream(
        isPaged: Bool, _ produce: (_ write: ([UInt8]) -> Bool) throws -> Void
    ) rethrows {
        try produce { _ in
            count.withLock { count in
                count += 1
                return count < most
            }
        }
    }
}
