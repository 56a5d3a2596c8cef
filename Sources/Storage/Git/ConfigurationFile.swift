import Clibgit2
import Glibc

/// A setting in a configuration file.
public struct ConfigurationEntry: Sendable {
    /// The section, in lower case.
    public let section: String
    /// The subsection as written, or `nil` if the section has none.
    public let subsection: String?
    /// The key, in lower case.
    public let key: String
    /// The value without quotes and comments, or `nil` for a key without a value.
    ///
    /// Git reads a key without a value as true.
    public let value: String?
    /// The key's line number, counted from 1, or `nil` if unknown.
    public let line: Int?

    /// Creates a setting from its parts; the section and the key must be in lower case.
    public init(section: String, subsection: String?, key: String, value: String?, line: Int?) {
        self.section = section
        self.subsection = subsection
        self.key = key
        self.value = value
        self.line = line
    }
}

/// A file in Git's configuration syntax that does not belong to a repository.
///
/// <https://git-scm.com/docs/git-config#_syntax>
public enum ConfigurationFile {
    /// The maximum size of a file: 1 MiB.
    public static let maximumSize = 1 << 20

    /// Returns the settings in a file, in file order.
    ///
    /// A key may occur several times. Ignores the environment, and the user's and the system's
    /// configuration. Returns `include.path` like any other setting, but does not read the included
    /// files.
    ///
    /// Throws ``GitError/Code/notFound`` if the file does not exist. Throws
    /// ``GitError/Code/invalid``, with the line in its message, if the syntax is wrong.
    public static func entries(at path: String) throws(GitError) -> [ConfigurationEntry] {
        let bytes = try contents(of: path)
        try requireNoNUL(path, "git_config_open_ondisk")
        guard !bytes.contains(0) else {
            throw GitError(
                code: .invalid, function: "git_config_open_ondisk",
                message: "the file contains a NUL character")
        }
        let configuration = try open(path)
        var found: [(name: String, value: String?)] = []
        let iterator = try unsafe GitHandle<ConfigurationIteratorObject>("git_config_iterator_new")
        {
            out in
            unsafe git_config_iterator_new(&out, configuration.pointer)
        }
        var entry: UnsafeMutablePointer<git_config_entry>?
        while try checkNext(unsafe git_config_next(&entry, iterator.pointer), "git_config_next") {
            guard let name = unsafe entry?.pointee.name else { continue }
            guard unsafe entry?.pointee.include_depth == 0 else { continue }
            let value = unsafe entry?.pointee.value.map { unsafe String(cString: $0) }
            unsafe found.append((String(cString: name), value))
        }
        // The library does not report line numbers. If its number of keys differs from ours, report
        // no line numbers rather than wrong ones.
        let lines = lines(ofKeysIn: bytes)
        let isCounted = lines.count == found.count
        return found.enumerated().map { index, item in
            ConfigurationEntry(
                name: item.name, value: item.value, line: isCounted ? lines[index] : nil)
        }
    }

    private static func open(_ path: String) throws(GitError) -> GitHandle<ConfigurationObject> {
        _ = Libgit2.start
        do throws(GitError) {
            return try unsafe GitHandle("git_config_open_ondisk") { out in
                unsafe git_config_open_ondisk(&out, path)
            }
        } catch {
            throw GitError(code: .invalid, function: error.function, message: error.message)
        }
    }

    private static func contents(of path: String) throws(GitError) -> [UInt8] {
        let descriptor = RegularFile.open(path, O_RDONLY)
        guard descriptor >= 0 else {
            let error = GitError(systemCall: "open", path: path, number: errno)
            throw errno == ENOENT
                ? GitError(code: .notFound, function: "open", message: error.message) : error
        }
        defer { close(descriptor) }
        guard let bytes = readBytes(of: descriptor, atMost: maximumSize + 1) else {
            throw GitError(systemCall: "read", path: path, number: errno)
        }
        guard bytes.count <= maximumSize else {
            throw GitError(
                code: .invalid, function: "read",
                message: "the file is larger than \(maximumSize >> 20) MiB")
        }
        return bytes
    }

    /// Returns the line number of each key, in file order.
    ///
    /// Parses only enough of the syntax to find the start of each key: headers, comments, quotes
    /// and continued lines.
    static func lines(ofKeysIn bytes: [UInt8]) -> [Int] {
        var lines: [Int] = []
        var line = 1
        var rest = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        while let byte = rest.first {
            switch byte {
            case UInt8(ascii: "\n"):
                line += 1
                rest.removeFirst()
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"):
                rest.removeFirst()
            case UInt8(ascii: "#"), UInt8(ascii: ";"):
                rest = rest.drop { $0 != UInt8(ascii: "\n") }
            case UInt8(ascii: "["):
                skipHeader(&rest)
            default:
                lines.append(line)
                skipSetting(&rest, &line)
            }
        }
        return lines
    }

    /// Skips `[section "subsection"]`, but not the rest of the line, which may contain a key.
    private static func skipHeader(_ rest: inout ArraySlice<UInt8>) {
        var isQuoted = false
        while let byte = rest.first, byte != UInt8(ascii: "\n") {
            rest.removeFirst()
            switch byte {
            case UInt8(ascii: "\\") where isQuoted && rest.first != UInt8(ascii: "\n"):
                rest = rest.dropFirst()
            case UInt8(ascii: "\""): isQuoted.toggle()
            case UInt8(ascii: "]") where !isQuoted: return
            default: break
            }
        }
    }

    /// Skips a key and its value, up to the line feed at the end.
    private static func skipSetting(_ rest: inout ArraySlice<UInt8>, _ line: inout Int) {
        var isQuoted = false
        while let byte = rest.first, byte != UInt8(ascii: "\n") {
            rest.removeFirst()
            switch byte {
            case UInt8(ascii: "\\"):
                if rest.starts(with: [UInt8(ascii: "\r"), UInt8(ascii: "\n")]) {
                    rest.removeFirst()
                }
                if rest.first == UInt8(ascii: "\n") { line += 1 }
                rest = rest.dropFirst()
            case UInt8(ascii: "\""): isQuoted.toggle()
            case UInt8(ascii: "#"), UInt8(ascii: ";"):
                if !isQuoted { rest = rest.drop { $0 != UInt8(ascii: "\n") } }
            default: break
            }
        }
    }
}

extension ConfigurationEntry {
    /// Parses a name in the library's format, such as `project.shop.path`.
    fileprivate init(name: String, value: String?, line: Int?) {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        let middle = parts.dropFirst().dropLast()
        self.init(
            section: parts.first.map(String.init) ?? name,
            subsection: middle.isEmpty ? nil : middle.joined(separator: "."),
            key: parts.count > 1 ? parts.last.map(String.init) ?? "" : "",
            value: value, line: line)
    }
}
