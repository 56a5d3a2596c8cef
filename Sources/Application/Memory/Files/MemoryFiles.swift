import Crypto
import Foundation
import Git
import GitEventStore
import Interchange
import Languages
import Machine
import Texts
import Translation
package import Workspace

/// The imported files of a project's translation memory, `.git/dragoman-state/memory/NAME.tmx`.
///
/// These files are the memory's only original data. Data derived from them is rebuilt when needed.
package struct MemoryFiles {
    let directory: String
    private let store: GitEventStore

    /// The size limit for reading a file, in bytes.
    static let maximumSize = 1 << 30

    /// Locates a project's files.
    package init(_ project: some ProjectScope) {
        store = project.store
        directory = store.stateDirectory + "/memory"
    }

    static let suffix = ".tmx"

    /// Returns the names of the files, sorted.
    func names() throws -> [String] {
        guard Files.isDirectory(directory) else { return [] }
        return try Files.names(in: directory).compactMap { name in
            guard name.hasSuffix(Self.suffix), !name.hasPrefix(".") else { return nil }
            return String(name.dropLast(Self.suffix.count))
        }
    }

    /// Returns the path of the file with the given name.
    func path(of name: String) -> String { "\(directory)/\(name)\(Self.suffix)" }

    /// Throws if a file name is invalid.
    static func require(name: String) throws {
        let isSafe =
            !name.isEmpty && !name.hasPrefix(".") && !name.utf8.contains(UInt8(ascii: "/"))
            && name.utf8.count <= 100
        guard isSafe, PortableName.fault(in: name + suffix) == nil else {
            throw Refusal(
                .invalidValue, "“\(Visible.escaping(name))” cannot be used as a file name.",
                hint: "Use letters, digits, spaces, - and _, as in client-2025.")
        }
    }

    /// Returns the metadata of a file, without reading it, or `nil` if the file does not exist.
    func stamp(of name: String) -> String? {
        var status = stat()
        guard stat(path(of: name), &status) == 0 else { return nil }
        return
            "\(status.st_size) \(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec) \(status.st_ino)"
    }

    /// Returns the SHA-256 of a file.
    func hash(of name: String) throws -> String {
        var hash = SHA256()
        try Self.read(path(of: name)) { hash.update(data: $0) }
        return hash.finalize().map { byte in
            let digits = String(byte, radix: 16)
            return digits.utf8.count == 1 ? "0" + digits : digits
        }.joined()
    }

    /// Reads the units of a file.
    func read(_ name: String, _ body: ([TMXUnit]) throws -> Void) throws {
        try Self.checking(path(of: name)) {
            let reader = try TMXReader()
            try Self.read(path(of: name)) { try body(reader.read($0)) }
            try body(reader.finish())
        }
    }

    /// Checks a TMX file, copies it completely or not at all, and returns its number of units.
    ///
    /// The copy is in the repository's own directory, outside of any branch, so it is neither
    /// fetched nor pushed. Throws a ``Refusal`` for an invalid file, with the line, and for an
    /// invalid or existing name.
    package func take(_ path: String, as name: String) throws -> Int {
        try Self.require(name: name)
        guard !Files.exists(self.path(of: name)) else {
            throw Refusal(
                .exists, "The imported file “\(Visible.escaping(name))” already exists.",
                hint: .typed(
                    "Remove it with `dragoman memory remove '\(name)'`, or choose another name "
                        + "with --name."
                ))
        }
        try Files.makeDirectory(directory)
        let sharing = store.repository.sharing
        sharing.adjust(store.stateDirectory)
        sharing.adjust(directory)
        let draft = "\(directory)/.\(name).dragoman-\(getpid())"
        unlink(draft)
        let number = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard number >= 0 else { throw Descriptor.refusal("cannot be written", draft) }
        let file = Descriptor(number)
        do {
            sharing.adjust(number)
            var units = 0
            try Self.checking(path) {
                let reader = try TMXReader()
                try Self.read(path) { part in
                    guard file.write(part) else {
                        throw Descriptor.refusal("cannot be written", draft)
                    }
                    units += try reader.read(part).count
                }
                units += try reader.finish().count
            }
            guard fsync(number) == 0, link(draft, self.path(of: name)) == 0 else {
                throw Descriptor.refusal("cannot be written", self.path(of: name))
            }
            unlink(draft)
            try Files.synchronize(directory: directory)
            return units
        } catch {
            unlink(draft)
            throw error
        }
    }

    /// Removes a file, or throws a ``Refusal`` if no file has the name.
    package func remove(_ name: String) throws {
        let names = try names()
        guard names.contains(where: { $0.hasSameBytes(as: name) }) else {
            throw Refusal(
                .file, "There is no imported file “\(Visible.escaping(name))”.",
                hint: names.isEmpty
                    ? .typed("`dragoman memory import FILE.tmx` imports one.") : .thereAre(names),
                nearest: NearestMatches.of(name, among: names))
        }
        guard unlink(path(of: name)) == 0 else {
            throw Descriptor.refusal("cannot be removed", path(of: name))
        }
    }

    /// Adds the path of the file and the position to errors.
    private static func checking(_ path: String, _ body: () throws -> Void) throws {
        do {
            try body()
        } catch let error as InterchangeError {
            let place = [error.line, error.column].compactMap { $0.map(String.init) }
            throw Refusal(
                .file,
                "\(([Visible.escaping(path)] + place).joined(separator: ":")): \(error.message)",
                hint: error.hint)
        }
    }

    /// Passes the bytes of a file to `body` in parts.
    private static func read(_ path: String, _ body: ([UInt8]) throws -> Void) throws {
        guard !Files.isDirectory(path) else {
            throw Refusal(
                .file, "\(Visible.escaping(path)) is a directory, not a file.",
                hint: "Specify a file in it.")
        }
        let number = open(path, O_RDONLY | O_CLOEXEC)
        guard number >= 0 else { throw Descriptor.refusal("cannot be read", path) }
        let file = Descriptor(number)
        var total = 0
        while true {
            guard let part = Files.read(descriptor: file.number, upTo: 1 << 18) else {
                throw Descriptor.refusal("cannot be read", path)
            }
            guard !part.isEmpty else { return }
            total += part.count
            guard total <= maximumSize else {
                throw Refusal(
                    .file, "\(Visible.escaping(path)) is larger than \(maximumSize >> 30) GiB.",
                    hint: "Split it into smaller ones.")
            }
            try body(part)
        }
    }
}
