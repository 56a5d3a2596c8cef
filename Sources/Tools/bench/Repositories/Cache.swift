import Foundation
import Glibc
import Machine

/// The directory for files that are created once and used by many runs.
struct Cache {
    let path: String

    /// Returns the path of an item; if it does not exist yet, `make` creates it in an empty
    /// directory.
    ///
    /// The name contains the item's kind, its size and the version of its recipe, so each version
    /// is a separate item.
    func directory(_ name: String, make: (String) throws -> Void) throws -> String {
        let place = "\(path)/\(name)"
        let files = FileManager.default
        if files.fileExists(atPath: place) { return place }
        Progress.say("making \(name) in \(path)")
        let unfinished = place + ".unfinished"
        try? files.removeItem(atPath: unfinished)
        try files.createDirectory(atPath: unfinished, withIntermediateDirectories: true)
        try make(unfinished)
        try files.moveItem(atPath: unfinished, toPath: place)
        return place
    }

    /// Returns a repository of single-event commits, with an up-to-date read model.
    func singleEvents(_ events: Int, _ programs: Programs) throws -> String {
        let name = "single-\(events)-v\(SingleEvents.version)"
        let path = try directory(name) {
            try SingleEvents(events: events).make(at: $0, dragoman: programs.dragoman)
        }
        try Processes.run([programs.dragoman, "-C", path, "status"])
        return path
    }

    /// Returns a project with many languages, and with an up-to-date read model.
    func languages(_ count: Int, _ programs: Programs) throws -> String {
        let path = try directory("languages-\(count)-v\(ManyLanguages.version)") {
            try ManyLanguages(count: count).make(at: $0, dragoman: programs.dragoman)
        }
        try Processes.run([programs.dragoman, "-C", path, "status"])
        return path
    }

    /// The number of strings of a small project.
    static let smallStrings = 20

    /// Returns a project with the language `fr` and the strings `key0`, `key1` and so on, and with
    /// an up-to-date read model.
    func smallProject(_ programs: Programs) throws -> String {
        try directory("small-v3") { path in
            // The cache is usually inside a clone of Dragoman, which `init` would use otherwise.
            try Processes.run(["git", "init", "-q", path])
            try Processes.run([programs.dragoman, "init", "--source", "en", path])
            let strings = (0..<Self.smallStrings).map { number in
                ["string", "add", "key\(number)", "Text \(number)"]
            }
            for words in [["locale", "add", "fr"]] + strings {
                try Processes.run([programs.dragoman, "-C", path] + words)
            }
        }
    }
}

/// A temporary directory.
///
/// It is in the cache, so that copies of cached repositories can share object files.
struct ScratchDirectory {
    let path: String

    init(in cache: Cache) throws {
        path = Self.path(of: getpid(), in: cache)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    /// Returns the directory of a process.
    static func path(of process: pid_t, in cache: Cache) -> String {
        "\(cache.path)/scratch-\(process)"
    }

    /// Removes the directory and its contents.
    func remove() { try? FileManager.default.removeItem(atPath: path) }

    /// Removes the directory of a process that did not end normally.
    static func remove(of process: pid_t, in cache: Cache) {
        try? FileManager.default.removeItem(atPath: path(of: process, in: cache))
    }

    /// Removes the directories of processes that no longer run.
    static func removeAbandoned(in cache: Cache) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: cache.path) {
            guard name.hasPrefix("scratch-"), let process = pid_t(name.dropFirst(8)),
                kill(process, 0) != 0, errno == ESRCH
            else { continue }
            remove(of: process, in: cache)
        }
    }

    /// Copies a repository, so that the caller can write to the copy.
    ///
    /// Object files are shared, because they are never changed in place.
    func copy(_ repository: String, as name: String) throws -> String {
        let copy = "\(path)/\(name)"
        try Processes.run(["cp", "-r", "--link", repository, copy])
        // Everything except objects is written to in place.
        let git = FileManager.default.fileExists(atPath: copy + "/.git") ? "/.git" : ""
        let files = FileManager.default
        for entry in try files.contentsOfDirectory(atPath: copy + git) where entry != "objects" {
            try files.removeItem(atPath: "\(copy)\(git)/\(entry)")
            try Processes.run([
                "cp", "-r", "\(repository)\(git)/\(entry)", "\(copy)\(git)/\(entry)",
            ])
        }
        // Otherwise the measured program would wait while the disk writes the copy.
        try Processes.run(["sync", "--file-system", copy])
        return copy
    }
}

/// The measured programs, in the same directory as this one.
struct Programs {
    private let directory: String

    init() throws {
        let path = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        directory = URL(fileURLWithPath: path).deletingLastPathComponent().path
    }

    var bench: String { directory + "/bench" }
    var dragoman: String { directory + "/dragoman" }
    /// The program that `dragoman serve` executes.
    var server: String { directory + "/dragoman-server" }
    /// A program that initializes libgit2, and opens the repository and the database.
    var open: String { directory + "/bench-open" }
}

/// Progress messages.
enum Progress {
    static func say(_ words: String) {
        FileHandle.standardError.write(Data("bench: \(words)\n".utf8))
    }
}
