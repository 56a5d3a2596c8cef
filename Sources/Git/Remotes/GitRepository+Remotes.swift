import Clibgit2

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

    /// Returns the remote of a name, or `nil` if there is none.
    public func remote(named name: String) throws(GitError) -> Remote? {
        try requireNoNUL(name, "git_remote_lookup")
        return try withHandle { repository throws(GitError) in
            try repository.describedRemote(name)
        }
    }

    /// The directory that relative paths of remotes start from.
    ///
    /// The work tree, as for Git. Where there is none, the directory that `.git` is in, where people work; Git takes the one
    /// that it was started in.
    public var directoryOfRelativePaths: String {
        let suffix = "/.git"
        let isDotGit = commonDirectory.hasSuffix(suffix)
        return workDirectory
            ?? (isDotGit ? String(commonDirectory.dropLast(suffix.count)) : commonDirectory)
    }

    /// Adds a remote whose branches are fetched to `refs/remotes/<name>/`.
    ///
    /// Throws ``GitError/Code/exists`` if there is one of this name, and
    /// ``GitError/Code/invalidSpecification`` for what is no name.
    public func addRemote(_ name: String, url: String) throws(GitError) {
        try requireNoNUL(name + url, "git_remote_create")
        try withHandle { repository throws(GitError) -> Void in
            _ = try unsafe Handle<RemoteObject>("git_remote_create") { out in
                unsafe git_remote_create(&out, repository.pointer, name, url)
            }
        }
    }

    /// Removes a remote, its settings and its remote-tracking branches.
    public func removeRemote(_ name: String) throws(GitError) {
        try requireNoNUL(name, "git_remote_delete")
        try withHandle { repository throws(GitError) -> Void in
            try check(unsafe git_remote_delete(repository.pointer, name), "git_remote_delete")
        }
    }

    /// Gives a remote another address.
    public func setURL(_ url: String, ofRemote name: String) throws(GitError) {
        try requireNoNUL(name + url, "git_remote_set_url")
        try withHandle { repository throws(GitError) -> Void in
            try check(
                unsafe git_remote_set_url(repository.pointer, name, url), "git_remote_set_url")
        }
    }

    /// Gives a remote, its settings and its remote-tracking branches another name.
    ///
    /// Returns the refspecs that are not the usual ones, which stay as they are.
    public func renameRemote(_ name: String, to new: String) throws(GitError) -> [String] {
        try requireNoNUL(name + new, "git_remote_rename")
        return try withHandle { repository throws(GitError) in
            var problems = unsafe git_strarray()
            try check(
                unsafe git_remote_rename(&problems, repository.pointer, name, new),
                "git_remote_rename")
            defer { unsafe git_strarray_dispose(&problems) }
            return unsafe (0..<problems.count).compactMap { index in
                unsafe problems.strings[index].map { unsafe String(cString: $0) }
            }
        }
    }

    /// Returns whether a text may be the name of a remote.
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

extension Handle<RepositoryObject> {
    fileprivate func describedRemote(_ name: String) throws(GitError) -> Remote? {
        let remote = try unsafe Handle<RemoteObject>.ifFound("git_remote_lookup") { out in
            let status = unsafe git_remote_lookup(&out, pointer, name)
            // A text that cannot be a name is the name of no remote.
            return status == GIT_EINVALIDSPEC.rawValue ? GIT_ENOTFOUND.rawValue : status
        }
        guard let remote, let url = unsafe git_remote_url(remote.pointer) else { return nil }
        return unsafe Remote(
            name: name, url: String(cString: url),
            pushURL: git_remote_pushurl(remote.pointer).map { unsafe String(cString: $0) })
    }

    /// The remote of a name, else one without a name at an address.
    ///
    /// `url` is where it connects to, in place of where its settings say.
    func remote(
        _ nameOrURL: String, connectingTo url: String? = nil
    ) throws(GitError) -> Handle<RemoteObject> {
        try requireNoNUL(nameOrURL, "git_remote_lookup")
        let named = try unsafe Handle<RemoteObject>.ifFound("git_remote_lookup") { out in
            let status = unsafe git_remote_lookup(&out, pointer, nameOrURL)
            return status == GIT_EINVALIDSPEC.rawValue ? GIT_ENOTFOUND.rawValue : status
        }
        guard let named else {
            let address = url ?? nameOrURL
            return try unsafe Handle<RemoteObject>("git_remote_create_anonymous") { out in
                unsafe git_remote_create_anonymous(&out, pointer, address)
            }
        }
        if let url {
            try requireNoNUL(url, "git_remote_set_instance_url")
            try check(
                unsafe git_remote_set_instance_url(named.pointer, url),
                "git_remote_set_instance_url")
            try check(
                unsafe git_remote_set_instance_pushurl(named.pointer, url),
                "git_remote_set_instance_pushurl")
        }
        return named
    }
}
