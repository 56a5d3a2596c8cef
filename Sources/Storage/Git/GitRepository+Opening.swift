import Clibgit2

extension GitRepository {
    /// Opens the repository at exactly `path`: a work tree, a `.git` directory or a bare
    /// repository.
    ///
    /// Throws ``GitError/Code/notFound`` if there is no repository. Throws ``GitError/Code/owner``
    /// if it belongs to another user and is not listed in `safe.directory`. Throws
    /// ``GitError/Code/unsupportedExtension`` if the repository cannot be read correctly: it is a
    /// partial clone, or uses SHA-256 or a separate configuration for each work tree.
    public static func open(at path: String) throws(GitError) -> GitRepository {
        GitRepository(try openHandle(path, flags: GIT_REPOSITORY_OPEN_NO_SEARCH, ceilings: []))
    }

    /// Opens the repository that contains `path`, searching upwards like `git`.
    ///
    /// The search does not leave the file system. It does not enter the directories in `ceilings`,
    /// or the directories above them. `ceilings` are absolute paths, as in
    /// `GIT_CEILING_DIRECTORIES`. Throws the errors of ``open(at:)``.
    public static func discover(
        from path: String, ceilings: [String] = []
    ) throws(GitError) -> GitRepository {
        let anything = git_repository_open_flag_t(rawValue: 0)
        return GitRepository(try openHandle(path, flags: anything, ceilings: ceilings))
    }

    /// Creates a repository without a work tree in `directory/.git`, and also `directory` if it is
    /// missing.
    ///
    /// The configuration has `core.bare = true`, so `git` works inside `directory`, but users
    /// cannot edit stored files by hand. HEAD points to `initialBranch`, which has no commit yet.
    /// Throws ``GitError/Code/exists`` if the repository already exists.
    public static func create(
        at directory: String, initialBranch: String
    ) throws(GitError) -> GitRepository {
        _ = Libgit2.start
        try requireNoNUL(directory, "git_repository_init_ext")
        guard let branch = ReferenceName(branch: initialBranch) else {
            throw GitError(
                code: .invalidSpecification, function: "git_repository_init_ext",
                message: "'\(initialBranch)' is not a valid branch name")
        }
        var options = unsafe git_repository_init_options()
        try check(
            unsafe git_repository_init_options_init(
                &options, UInt32(GIT_REPOSITORY_INIT_OPTIONS_VERSION)),
            "git_repository_init_options_init")
        let flags = [
            GIT_REPOSITORY_INIT_BARE, GIT_REPOSITORY_INIT_NO_REINIT, GIT_REPOSITORY_INIT_MKDIR,
            GIT_REPOSITORY_INIT_MKPATH,
        ]
        unsafe options.flags = flags.reduce(0) { $0 | $1.rawValue }
        let path = directory.hasSuffix("/") ? directory + ".git" : directory + "/.git"
        let repository = try unsafe GitHandle<RepositoryObject>("git_repository_init_ext") { out in
            unsafe branch.shorthand.withCString { branch in
                unsafe options.initial_head = branch
                return unsafe git_repository_init_ext(&out, path, &options)
            }
        }
        try OuterConfiguration.add(to: repository)
        try repository.handleLooseObjects()
        return GitRepository(repository)
    }

    /// Opens a new handle to a repository, for example for an operation that runs the caller's
    /// code.
    static func openHandle(
        _ path: String, flags: git_repository_open_flag_t, ceilings: [String]
    ) throws(GitError) -> sending GitHandle<RepositoryObject> {
        _ = Libgit2.start
        try requireNoNUL(path, "git_repository_open_ext")
        let ceilings = ceilings.joined(separator: ":")
        try requireNoNUL(ceilings, "git_repository_open_ext")
        do throws(GitError) {
            let repository = try unsafe GitHandle<RepositoryObject>.ofTrustedOwner { out in
                unsafe git_repository_open_ext(&out, path, flags.rawValue, ceilings)
            }
            try refuseUnsupportedExtensions(of: repository)
            try repository.handleLooseObjects()
            return repository
        } catch {
            throw RepositoryExtension.named(by: error)
        }
    }

    /// Throws if the repository uses an extension that this version of the C library ignores.
    ///
    /// `git` also honors some extensions in format 0 repositories, where libgit2 does not check for
    /// extensions. Without support for an extension, reading would miss objects or settings.
    private static func refuseUnsupportedExtensions(
        of repository: borrowing GitHandle<RepositoryObject>
    ) throws(GitError) {
        let all = try repository.configuration()
        let local = try unsafe GitHandle<ConfigurationObject>.ifFound("git_config_open_level") {
            out in
            unsafe git_config_open_level(&out, all.pointer, GIT_CONFIG_LEVEL_LOCAL)
        }
        guard let local else { return }
        try local.forEachEntry { key, value throws(GitError) in
            if let used = RepositoryExtension.used(bySetting: key, value) { throw used.error }
        }
    }
}
