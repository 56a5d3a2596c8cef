import Clibgit2
import Glibc

/// The access that users other than the owner have to a repository's files.
///
/// Implements Git's `core.sharedRepository`. Sets the same modes as `calc_shared_perm` and
/// `adjust_shared_perm` in Git's path.c, regardless of the umask. See
/// <https://git-scm.com/docs/git-config#Documentation/git-config.txt-coresharedRepository>.
public struct RepositorySharing: Sendable {
    private enum Rule: Sendable {
        case umask
        /// The mode from the umask, with these rights added.
        case added(mode_t)
        /// Exactly these rights, plus the right to execute if the owner has it.
        case exact(mode_t)
    }

    private let rule: Rule

    /// Sharing that is controlled by the umask alone.
    public static let umask = RepositorySharing(rule: .umask)

    private init(rule: Rule) { self.rule = rule }

    /// Parses a setting; if it is missing or Git rejects it, the umask applies.
    init(setting: String?) {
        let group: mode_t = 0o660
        let everybody: mode_t = 0o664
        switch setting?.lowercased() {
        case "group", "true", "yes", "on": rule = .added(group)
        case "all", "world", "everybody": rule = .added(everybody)
        case let text?:
            switch mode_t(text, radix: 8) {
            case 1?: rule = .added(group)
            case 2?: rule = .added(everybody)
            case let mode? where mode & 0o600 == 0o600: rule = .exact(mode & 0o666)
            default: rule = .umask
            }
        case nil: rule = .umask
        }
    }

    /// Whether file modes are adjusted, instead of depending on the umask alone.
    public var isOn: Bool {
        if case .umask = rule { false } else { true }
    }

    /// Returns the mode that Git sets on a file or directory that was created with the mode `old`.
    func mode(_ old: mode_t) -> mode_t {
        let isDirectory = old & S_IFMT == S_IFDIR
        func tweak(_ rights: mode_t) -> mode_t {
            let kept = old & S_IWUSR == 0 ? rights & ~0o222 : rights
            return old & S_IXUSR != 0 ? kept | (kept & 0o444) >> 2 : kept
        }
        var mode: mode_t
        switch rule {
        case .umask: return old
        case .added(let rights): mode = old | tweak(rights)
        case .exact(let rights): mode = (old & ~0o777) | tweak(rights)
        }
        if isDirectory {
            mode |= (mode & 0o444) >> 2
            // New files in the directory then belong to its group.
            if mode & 0o060 != 0 { mode |= S_ISGID }
        }
        return mode
    }

    /// Sets the sharing mode on a file or directory that this process created.
    ///
    /// Files owned by other users are not changed, and neither are files on file systems without
    /// modes.
    public func adjust(_ path: String) {
        guard isOn else { return }
        var status = stat()
        guard unsafe lstat(path, &status) == 0, status.st_uid == geteuid(),
            [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
        else { return }
        let wanted = mode(status.st_mode)
        if wanted != status.st_mode { _ = unsafe chmod(path, wanted & 0o7777) }
    }

    /// Sets the sharing mode on an open file that this process created.
    public func adjust(_ descriptor: Int32) {
        guard isOn else { return }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_uid == geteuid() else { return }
        let wanted = mode(status.st_mode)
        if wanted != status.st_mode { _ = fchmod(descriptor, wanted & 0o7777) }
    }

    /// Adjusts a directory and everything in it.
    func adjustAll(in directory: String) {
        guard isOn else { return }
        adjust(directory)
        for name in OpenFiles.names(in: directory) where name != "." && name != ".." {
            let path = "\(directory)/\(name)"
            var status = stat()
            guard unsafe lstat(path, &status) == 0 else { continue }
            if status.st_mode & S_IFMT == S_IFDIR { adjustAll(in: path) } else { adjust(path) }
        }
    }

    /// Runs `body`, which writes files at `paths`, then adjusts them and their new directories.
    ///
    /// Directories that already existed are unchanged.
    func adjusting<Result>(
        _ paths: [String], _ body: () throws(GitError) -> Result
    ) throws(GitError) -> Result {
        guard isOn else { return try body() }
        var missing: [String] = []
        for path in paths {
            var directory = path[...]
            while let slash = directory.utf8.lastIndex(of: UInt8(ascii: "/")) {
                directory = directory[..<slash]
                guard !directory.isEmpty, unsafe access(String(directory), F_OK) != 0 else { break }
                missing.append(String(directory))
            }
        }
        defer { for path in missing + paths { adjust(path) } }
        return try body()
    }
}

extension GitHandle<RepositoryObject> {
    /// The sharing rule from the repository's and the user's configuration.
    var sharing: RepositorySharing {
        RepositorySharing(
            setting: (try? configuration().string(forKey: "core.sharedRepository")) ?? nil)
    }
}

extension GitHandle<RepositoryObject> {
    /// Adjusts the index of the work tree after the C library has rewritten it.
    func shareIndex() {
        guard let own = unsafe directory(git_repository_path(pointer)) else { return }
        sharing.adjust(own + "/index")
    }
}

extension GitRepository {
    /// Sets the modes for `core.sharedRepository` on all of the repository's files that this user
    /// owns.
    public func shareAll() { sharing.adjustAll(in: commonDirectory) }

    /// Adjusts the files that the C library writes during a transfer: packs, references and their
    /// logs.
    func shareTransferred() {
        for part in ["objects/pack", "refs", "logs"] {
            sharing.adjustAll(in: "\(commonDirectory)/\(part)")
        }
        sharing.adjust(commonDirectory + "/packed-refs")
    }

    /// Runs `body`, which changes settings through the C library, and restores the file's mode.
    ///
    /// The library creates a new file with a mode from the umask, but Git keeps the old mode.
    func changingSettings<Result: Sendable>(
        _ body: (borrowing GitHandle<RepositoryObject>) throws(GitError) -> Result
    ) throws(GitError) -> Result {
        let path = commonDirectory + "/config"
        var before = stat()
        let isThere = unsafe stat(path, &before) == 0
        defer {
            var after = stat()
            if isThere, unsafe stat(path, &after) == 0, after.st_mode != before.st_mode {
                _ = unsafe chmod(path, before.st_mode & 0o7777)
            }
        }
        return try withHandle(body)
    }
}
