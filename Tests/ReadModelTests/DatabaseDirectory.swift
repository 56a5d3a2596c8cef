import FoundationEssentials
import Glibc
import Testing

/// A directory for a database; it is removed with its contents when the value is released.
final class DatabaseDirectory {
    let path: String

    init() throws {
        var template = Array("/tmp/readmodel-XXXXXX".utf8CString)
        path = try #require(mkdtemp(&template).map { String(cString: $0) })
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
