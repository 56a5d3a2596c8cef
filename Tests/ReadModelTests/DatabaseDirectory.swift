import FoundationEssentials
import Glibc
import Testing

/// A directory for a database, which goes with the value and everything that is in it.
final class DatabaseDirectory {
    let path: String

    init() throws {
        var template = Array("/tmp/readmodel-XXXXXX".utf8CString)
        path = try #require(mkdtemp(&template).map { String(cString: $0) })
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
