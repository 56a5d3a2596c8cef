import Clibgit2
import Glibc
import Synchronization

/// The configuration outside of repositories, where the environment names other files than the library looks for.
///
/// As `git` does (https://git-scm.com/docs/git#Documentation/git.txt-GITCONFIGGLOBAL,
/// https://git-scm.com/docs/git-config#Documentation/git-config.txt-GITCONFIGCOUNT); the library knows none of these variables.
public enum OuterConfiguration {
    /// The values of the variables.
    private struct Choice {
        /// The levels at which the library must find no files.
        var forgotten: [git_config_level_t] = []
        /// The files that are read into the configuration of each repository.
        var files: [(level: git_config_level_t, path: String)] = []
    }

    private static let choice = Mutex(Choice())

    /// Takes what the variables of this process say; for the whole process, and before any repository is opened.
    ///
    /// `GIT_CONFIG_GLOBAL` and `GIT_CONFIG_SYSTEM` name files in the place of the user's and the system's, `GIT_CONFIG_NOSYSTEM` leaves
    /// out the system's, and `GIT_CONFIG_COUNT` says how many pairs of `GIT_CONFIG_KEY_0`, `GIT_CONFIG_VALUE_0` and so on are settings
    /// that count before all files. Throws ``GitError/Code/invalid`` where such a pair is none.
    public static func take(from variable: (String) -> String?) throws(GitError) {
        var taken = Choice()
        if let path = variable("GIT_CONFIG_GLOBAL") {
            taken.forgotten += [GIT_CONFIG_LEVEL_GLOBAL, GIT_CONFIG_LEVEL_XDG]
            taken.files.append((GIT_CONFIG_LEVEL_GLOBAL, path))
        }
        if isTrue(variable("GIT_CONFIG_NOSYSTEM")) {
            taken.forgotten.append(GIT_CONFIG_LEVEL_SYSTEM)
        } else if let path = variable("GIT_CONFIG_SYSTEM") {
            taken.forgotten.append(GIT_CONFIG_LEVEL_SYSTEM)
            taken.files.append((GIT_CONFIG_LEVEL_SYSTEM, path))
        }
        if let count = variable("GIT_CONFIG_COUNT"), !count.isEmpty,
            let path = try file(of: settings(count, variable))
        {
            taken.files.append((GIT_CONFIG_LEVEL_APP, path))
        }
        taken.files.removeAll { unsafe access($0.path, R_OK) != 0 }
        choice.withLock { [taken] in $0 = taken }
    }

    /// Has the library, which was just started, look for no files of the levels that others stand for.
    static func forget() { forget(choice.withLock { $0.forgotten }) }

    /// Has the library look for no files of these levels.
    static func forget(_ levels: [git_config_level_t]) {
        for level in levels { _ = unsafe clibgit2_set_search_path(level, "") }
    }

    /// Adds the files to the configuration of a repository that was opened.
    static func add(to repository: borrowing GitHandle<RepositoryObject>) throws(GitError) {
        let files = choice.withLock { $0.files }
        guard !files.isEmpty else { return }
        let configuration = try repository.configuration()
        for (level, path) in files {
            try check(
                unsafe git_config_add_file_ondisk(
                    configuration.pointer, path, level, repository.pointer, 1),
                "git_config_add_file_ondisk")
        }
    }

    private static func isTrue(_ value: String?) -> Bool {
        ["1", "true", "yes", "on"].contains(value?.lowercased())
    }

    private static func settings(
        _ count: String, _ variable: (String) -> String?
    ) throws(GitError) -> [String] {
        guard let count = Int(count), count >= 0 else {
            throw fault("GIT_CONFIG_COUNT is not a number")
        }
        var lines: [String] = []
        for index in 0..<count {
            guard let key = variable("GIT_CONFIG_KEY_\(index)") else {
                throw fault("GIT_CONFIG_KEY_\(index) is missing")
            }
            guard let value = variable("GIT_CONFIG_VALUE_\(index)") else {
                throw fault("GIT_CONFIG_VALUE_\(index) is missing")
            }
            guard let line = ConfigurationLine(key, value) else {
                throw fault("GIT_CONFIG_KEY_\(index) is not a valid setting")
            }
            lines.append(line.text)
        }
        return lines
    }

    private static func fault(_ message: String) -> GitError {
        GitError(code: .invalid, function: "git_config_add_file_ondisk", message: message)
    }

    /// A file of lines in memory, which stays as long as the process; `nil` without any.
    private static func file(of lines: [String]) throws(GitError) -> String? {
        guard !lines.isEmpty else { return nil }
        let number = clibgit2_memory_file()
        var bytes = Array(lines.joined().utf8)[...]
        while number >= 0, !bytes.isEmpty {
            let count = unsafe bytes.withUnsafeBytes {
                unsafe write(number, $0.baseAddress, $0.count)
            }
            guard count > 0 else { break }
            bytes = bytes.dropFirst(count)
        }
        guard bytes.isEmpty else { throw fault("Settings cannot be stored: out of memory") }
        let path = "/proc/self/fd/\(number)"
        guard unsafe access(path, R_OK) == 0 else {
            throw fault("the settings of GIT_CONFIG_COUNT cannot be read without /proc")
        }
        return path
    }
}

/// A setting as files of Git's configuration have it.
struct ConfigurationLine {
    let text: String

    /// Takes a key such as `url.https://host/.insteadOf`, and its value; `nil` where that is no key.
    init?(_ key: String, _ value: String) {
        guard let first = key.utf8.firstIndex(of: UInt8(ascii: ".")),
            let last = key.utf8.lastIndex(of: UInt8(ascii: "."))
        else { return nil }
        let section = key[..<first]
        let name = key[key.utf8.index(after: last)...]
        guard !section.isEmpty, Self.isWord(section), !name.isEmpty, Self.isWord(name),
            name.utf8.first.map(Self.isLetter) == true, !value.utf8.contains(0)
        else { return nil }
        var header = String(section)
        if first != last {
            let subsection = key[key.utf8.index(after: first)..<last]
            guard !subsection.utf8.contains(UInt8(ascii: "\n")) else { return nil }
            header += " \"\(Self.escaped(subsection, [#"\"#, "\""]))\""
        }
        text =
            "[\(header)]\n\t\(name) = \"\(Self.escaped(value[...], [#"\"#, "\"", "\n", "\t"]))\"\n"
    }

    private static func isWord(_ text: Substring) -> Bool {
        text.utf8.allSatisfy {
            isLetter($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                || $0 == UInt8(ascii: "-")
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func escaped(_ text: Substring, _ special: [Unicode.Scalar]) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if special.contains(scalar) { escaped.append("\\") }
            switch scalar {
            case "\n": escaped.append("n")
            case "\t": escaped.append("t")
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }
}
