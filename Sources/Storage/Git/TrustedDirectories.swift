import Clibgit2
import Glibc
import Synchronization

/// Other users' directories that the current user trusts, from Git's `safe.directory` setting.
///
/// libgit2 compares only the path of the work tree, or of the git directory if there is no work
/// tree. Before 1.7 it does not support `*`
/// (https://git-scm.com/docs/git-config#Documentation/git-config.txt-safedirectory) or `DIR/*`. As
/// in `git`, the user's and the system's configuration count, but the repository's own does not. An
/// empty value cancels all earlier values.
struct TrustedDirectories {
    private let values: [String]

    /// Creates a list from the setting's values, in the order of the configuration.
    init(_ values: [String]) { self.values = values }

    /// Reads the setting from the configuration outside the repository.
    init(of repository: borrowing GitHandle<RepositoryObject>) throws(GitError) {
        var values: [String] = []
        let configuration = try repository.configuration()
        try configuration.forEachEntry(matching: #"^safe\.directory$"#) { level, _, value in
            if level != GIT_CONFIG_LEVEL_LOCAL { values.append(value) }
        }
        self.init(values)
    }

    /// Returns true if a repository with these directories may be opened, regardless of their
    /// owner.
    func contain(anyOf paths: [String]) -> Bool {
        let paths = paths.map(Self.withoutSlash)
        return values.reduce(false) { isTrusted, value in
            if value.isEmpty { return false }
            return isTrusted || value == "*" || paths.contains { Self.names(value, $0) }
        }
    }

    private static func names(_ value: String, _ path: String) -> Bool {
        if value.hasSuffix("/*") {
            let parent = resolved(String(value.dropLast(2)))
            return path.hasPrefix(parent + "/")
        }
        return path == withoutSlash(value) || path == resolved(value)
    }

    fileprivate static func withoutSlash(_ path: String) -> String {
        path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }

    /// Returns the path with `~` expanded and, if the path exists, without symbolic links.
    private static func resolved(_ value: String) -> String {
        var buffer = unsafe git_buf()
        defer { unsafe git_buf_dispose(&buffer) }
        var path = value
        if unsafe git_config_parse_path(&buffer, value) == 0, let parsed = unsafe buffer.ptr {
            path = unsafe String(cString: parsed)
        }
        guard let real = unsafe realpath(path, nil) else { return withoutSlash(path) }
        defer { unsafe free(real) }
        return unsafe String(cString: real)
    }
}

/// Serializes opening, because the library's owner check can be turned off only for the whole
/// process.
private let opening = Mutex(())

extension GitHandle<RepositoryObject> {
    /// Opens a repository that belongs to the user or is in a directory that the user trusts.
    static func ofTrustedOwner(
        _ open: @Sendable (inout OpaquePointer?) -> Int32
    ) throws(GitError) -> sending GitHandle<RepositoryObject> {
        do throws(GitError) {
            let repository = try unsafe ofOwnerByLibrary(open)
            try OuterConfiguration.add(to: repository)
            try repository.requireOwnerWithoutClaims()
            return repository
        } catch {
            // Without any configuration, the library reports “not found”, regardless of the owner.
            guard error.code == .owner || error.code == .notFound else { throw error }
            let repository = try unsafe GitHandle("git_repository_open_ext") { out in
                opening.withLock { _ in
                    clibgit2_validate_owners(0)
                    defer { clibgit2_validate_owners(1) }
                    return unsafe open(&out)
                }
            }
            try OuterConfiguration.add(to: repository)
            try requireTrust(in: repository)
            return repository
        }
    }

    private static func ofOwnerByLibrary(
        _ open: @Sendable (inout OpaquePointer?) -> Int32
    ) throws(GitError) -> sending GitHandle<RepositoryObject> {
        try unsafe GitHandle("git_repository_open_ext") { out in
            opening.withLock { _ in unsafe open(&out) }
        }
    }

    /// Throws if the library trusted a work tree that only the repository's own files specify.
    ///
    /// The library would use such a work tree as the location of the repository. This opens the
    /// repository without a work tree, so that the library checks the git directory alone.
    private func requireOwnerWithoutClaims() throws(GitError) {
        let paths = directories
        let work = unsafe git_repository_workdir(pointer).map { unsafe String(cString: $0) }
        guard let work, work != paths.first, let own = paths.last else { return }
        let flags =
            GIT_REPOSITORY_OPEN_NO_SEARCH.rawValue | GIT_REPOSITORY_OPEN_NO_DOTGIT.rawValue
            | GIT_REPOSITORY_OPEN_BARE.rawValue
        _ = try unsafe Self.ofOwnerByLibrary { out in
            unsafe git_repository_open_ext(&out, own, flags, nil)
        }
    }

    private static func requireTrust(
        in repository: borrowing GitHandle<RepositoryObject>
    ) throws(GitError) {
        let paths = repository.directories
        guard try !TrustedDirectories(of: repository).contain(anyOf: paths) else { return }
        throw GitError(
            code: .owner, function: "git_repository_open_ext",
            message: "\(TrustedDirectories.withoutSlash(paths[0])) is not owned by the current user"
        )
    }

    /// The paths that decide whether a repository is trusted.
    ///
    /// They are the directory that contains `.git`, and the git directory itself. The repository's
    /// own files contain the path of its work tree, which may be a directory that the user trusts.
    /// A work tree therefore counts only if its `.git` leads back to this repository.
    var directories: [String] {
        let own = unsafe git_repository_path(pointer).map { unsafe String(cString: $0) } ?? ""
        let work = unsafe git_repository_workdir(pointer).map { unsafe String(cString: $0) }
        if let work, Self.gitDirectory(of: work) == own { return [work, own] }
        let name = ".git/"
        return own.hasSuffix("/" + name) ? [String(own.dropLast(name.count)), own] : [own]
    }

    /// Returns the git directory that a directory's `.git` leads to, or `nil` if there is no
    /// `.git`.
    private static func gitDirectory(of directory: String) -> String? {
        var found = unsafe git_buf()
        defer { unsafe git_buf_dispose(&found) }
        // The library also searches the parent directories, which may contain another repository.
        let dotGit = directory + (directory.hasSuffix("/") ? ".git" : "/.git")
        guard unsafe git_repository_discover(&found, dotGit, 1, directory) == 0 else { return nil }
        return unsafe found.ptr.map { unsafe String(cString: $0) }
    }
}
