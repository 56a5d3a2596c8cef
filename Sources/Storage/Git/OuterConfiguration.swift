import Clibgit2
import Glibc
import Synchronization

/// The configuration outside of repositories, including files selected by environment variables.
///
/// libgit2 ignores these variables, so this type handles them as `git` does:
/// https://git-scm.com/docs/git#Documentation/git.txt-GITCONFIGGLOBAL and
/// https://git-scm.com/docs/git-config#Documentation/git-config.txt-GITCONFIGCOUNT.
public enum OuterConfiguration {
    /// The configuration selected by the variables.
    private struct Choice {
        /// The levels at which the library must not look for files.
        var forgotten: [git_config_level_t] = []
        /// The files to add to the configuration of each repository.
        var files: [(level: git_config_level_t, path: String)] = []
    }

    private static let choice = Mutex(Choice())

    /// Reads the variables of this process; call this before opening any repository.
    ///
    /// The result applies to the whole process. `GIT_CONFIG_GLOBAL` and `GIT_CONFIG_SYSTEM` replace
    /// the user's and the system's files, and `GIT_CONFIG_NOSYSTEM` disables the system's file.
    /// `GIT_CONFIG_COUNT` is the number of pairs `GIT_CONFIG_KEY_0`, `GIT_CONFIG_VALUE_0` and so
    /// on, which are settings that override all files. Throws ``GitError/Code/invalid`` if the
    /// number or one of the pairs is invalid.
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

    /// Stops the library, which was just started, from looking for files that the variables
    /// replace.
    static func forget() { forget(choice.withLock { $0.forgotten }) }

    /// Stops the library from looking for files at these levels.
    static func forget(_ levels: [git_config_level_t]) {
        for level in levels { _ = unsafe clibgit2_set_search_path(level, "") }
    }

    /// Adds the selected files to the configuration of an open repository.
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

    /// Writes lines to a file in memory, which lasts as long as the process.
    ///
    /// Returns the file's path, or `nil` if there are no lines.
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

/// A setting in the syntax of Git's configuration files.
struct ConfigurationLine {
    let text: String

    /// Formats a setting with a key such as `url.https://host/.insteadOf`.
    ///
    /// Returns `nil` if the setting is invalid.
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
