import Clibgit2
import Glibc

extension GitRepository {
    /// Returns the remotes, sorted by name.
    public func remotes() throws(GitError) -> [Remote] {
        try withHandle { repository throws(GitError) in
            var list = unsafe git_strarray()
            try check(unsafe git_remote_list(&list, repository.pointer), "git_remote_list")
            defer { unsafe git_strarray_dispose(&list) }
            var remotes: [Remote] = []
            for index in unsafe 0..<list.count {
                guard let name = unsafe list.strings[index].map({ unsafe String(cString: $0) }),
                    let remote = try repository.describedRemote(name)
                else { continue }
                remotes.append(remote)
            }
            return remotes.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        }
    }

    /// Returns the remote with the given name, or `nil` if it does not exist.
    public func remote(named name: String) throws(GitError) -> Remote? {
        try requireNoNUL(name, "git_remote_lookup")
        return try withHandle { repository throws(GitError) in
            try repository.describedRemote(name)
        }
    }

    /// The directory against which the relative paths of remotes are resolved.
    ///
    /// As in Git, it is the work tree. Without a work tree, it is the directory that contains
    /// `.git`, where people work. Git, in contrast, uses the directory in which it was started.
    public var directoryOfRelativePaths: String {
        let suffix = "/.git"
        let isDotGit = commonDirectory.hasSuffix(suffix)
        return workDirectory
            ?? (isDotGit ? String(commonDirectory.dropLast(suffix.count)) : commonDirectory)
    }

    /// Adds a remote whose branches are fetched to `refs/remotes/<name>/`.
    ///
    /// Throws ``GitError/Code/exists`` if a remote already has this name, and
    /// ``GitError/Code/invalidSpecification`` if the name is invalid.
    public func addRemote(_ name: String, url: String) throws(GitError) {
        try requireNoNUL(name + url, "git_remote_create")
        try changingSettings { repository throws(GitError) -> Void in
            _ = try unsafe GitHandle<RemoteObject>("git_remote_create") { out in
                unsafe git_remote_create(&out, repository.pointer, name, url)
            }
        }
    }

    /// Removes a remote, its settings and its remote-tracking branches.
    public func removeRemote(_ name: String) throws(GitError) {
        try requireNoNUL(name, "git_remote_delete")
        try changingSettings { repository throws(GitError) -> Void in
            try check(unsafe git_remote_delete(repository.pointer, name), "git_remote_delete")
            sharing.adjust(commonDirectory + "/packed-refs")
        }
    }

    /// Changes a remote's address.
    public func setURL(_ url: String, ofRemote name: String) throws(GitError) {
        try requireNoNUL(name + url, "git_remote_set_url")
        try changingSettings { repository throws(GitError) -> Void in
            try check(
                unsafe git_remote_set_url(repository.pointer, name, url), "git_remote_set_url")
        }
    }

    /// Renames a remote, its settings and its remote-tracking branches.
    ///
    /// Returns the refspecs that were not changed, because they differ from the default refspecs.
    public func renameRemote(_ name: String, to new: String) throws(GitError) -> [String] {
        try requireNoNUL(name + new, "git_remote_rename")
        return try changingSettings { repository throws(GitError) in
            var problems = unsafe git_strarray()
            try check(
                unsafe git_remote_rename(&problems, repository.pointer, name, new),
                "git_remote_rename")
            defer { unsafe git_strarray_dispose(&problems) }
            shareTransferred()
            return unsafe (0..<problems.count).compactMap { index in
                unsafe problems.strings[index].map { unsafe String(cString: $0) }
            }
        }
    }

    /// Returns the nonempty values of a remote's setting, such as `fetch` or `pushurl`.
    ///
    /// The values are in the order in which Git reads them.
    public func values(
        of setting: String, forRemote name: String
    ) throws(GitError) -> [String] {
        try requireNoNUL(setting + name, "git_config_iterator_glob_new")
        return try withHandle { repository throws(GitError) in
            try repository.values(of: setting, forRemote: name)
        }
    }

    /// Returns true if a fetch removes the remote-tracking branches of branches that the remote
    /// deleted.
    ///
    /// Reads `remote.<name>.prune`, and falls back to `fetch.prune`.
    public func prunes(remote name: String) throws(GitError) -> Bool {
        if let own = try bool(forKey: "remote.\(name).prune") { return own }
        return try bool(forKey: "fetch.prune") ?? false
    }

    /// Returns true if the repository has a hook that runs before a push from this repository.
    public func hasPrePushHook() throws(GitError) -> Bool {
        unsafe access(try hookPath("pre-push"), X_OK) == 0
    }

    /// Returns the path at which Git looks for a hook; the hook need not exist.
    public func hookPath(_ name: String) throws(GitError) -> String {
        var directory = try path(forKey: "core.hooksPath") ?? commonDirectory + "/hooks"
        // A relative path is relative to the directory in which git runs the hook.
        if !directory.hasPrefix("/") { directory = directoryOfRelativePaths + "/" + directory }
        return directory + "/" + name
    }

    /// Returns true if a text is a valid name for a remote.
    public static func isRemoteName(_ name: String) -> Bool {
        _ = Libgit2.start
        var isValid: Int32 = 0
        guard !name.utf8.contains(0), !name.hasPrefix("-"),
            unsafe git_remote_name_is_valid(&isValid, name) == 0
        else {
            git_error_clear()
            return false
        }
        return isValid == 1
    }
}

enum RemoteObject: Libgit2Object {
    static func free(_ pointer: OpaquePointer) { unsafe git_remote_free(pointer) }
}

extension GitHandle<RepositoryObject> {
    /// Returns the remote with the given name, or `nil` if it does not exist.
    ///
    /// Reads the settings directly, because the library fails on a remote with a negative refspec
    /// (`^refs/heads/x`). If there are several addresses, the first one is used, as in `git fetch`.
    func describedRemote(_ name: String) throws(GitError) -> Remote? {
        guard let url = try values(of: "url", forRemote: name).first else { return nil }
        let rewritten = try addresses(of: url)
        let pushURL = try values(of: "pushurl", forRemote: name).first
        return Remote(
            name: name, url: rewritten.fetching,
            pushURL: try pushURL.map { text throws(GitError) in try addresses(of: text).fetching }
                ?? rewritten.pushing)
    }

    /// Returns the nonempty values of a remote's setting.
    func values(of setting: String, forRemote name: String) throws(GitError) -> [String] {
        let wanted = "remote.\(name).\(setting)"
        var values: [String] = []
        try configuration().forEachEntry(matching: "^remote\\..*\\.\(setting)$") { _, key, value in
            if key.utf8.elementsEqual(wanted.utf8), !value.isEmpty { values.append(value) }
        }
        return values
    }

    /// Rewrites an address according to `url.<base>.insteadOf`, and the address for pushing
    /// according to `url.<base>.pushInsteadOf`.
    ///
    /// The address for pushing is `nil` if `pushInsteadOf` does not change it.
    private func addresses(
        of url: String
    ) throws(GitError) -> (fetching: String, pushing: String?) {
        let remote = try unsafe GitHandle<RemoteObject>("git_remote_create_anonymous") { out in
            unsafe git_remote_create_anonymous(&out, pointer, url)
        }
        return unsafe (
            git_remote_url(remote.pointer).map { unsafe String(cString: $0) } ?? url,
            git_remote_pushurl(remote.pointer).map { unsafe String(cString: $0) }
        )
    }
}
