import Clibgit2

extension GitRepository {
    /// Returns the value of a setting, such as `dragoman.locale`, or `nil` if it is not set.
    ///
    /// The repository's own value overrides the user's, which overrides the system's.
    public func string(forKey key: String) throws(GitError) -> String? {
        try requireNoNUL(key, "git_config_get_string")
        return try withConfiguration { configuration throws(GitError) in
            try configuration.string(forKey: key)
        }
    }

    /// Returns a setting as a path, with `~/` expanded to the home directory, or `nil` if it is not
    /// set.
    public func path(forKey key: String) throws(GitError) -> String? {
        try requireNoNUL(key, "git_config_get_path")
        return try withConfiguration { configuration throws(GitError) in
            var buffer = unsafe git_buf()
            defer { unsafe git_buf_dispose(&buffer) }
            let status = unsafe git_config_get_path(&buffer, configuration.pointer, key)
            guard try checkFound(status, "git_config_get_path"), let text = unsafe buffer.ptr
            else { return nil }
            return unsafe String(cString: text)
        }
    }

    /// Returns a setting as a Boolean, or `nil` if it is not set.
    ///
    /// Throws if Git does not accept the value as a Boolean.
    public func bool(forKey key: String) throws(GitError) -> Bool? {
        try requireNoNUL(key, "git_config_get_bool")
        return try withConfiguration { configuration throws(GitError) in
            var value: Int32 = 0
            let status = unsafe git_config_get_bool(&value, configuration.pointer, key)
            return try checkFound(status, "git_config_get_bool") ? value != 0 : nil
        }
    }

    /// Returns the settings whose keys match a regular expression, in the order in which Git reads
    /// them.
    ///
    /// Sections and names are in lower case; subsections keep their case. A key may occur several
    /// times.
    public func settings(
        matching pattern: String
    ) throws(GitError) -> [(key: String, value: String)] {
        try requireNoNUL(pattern, "git_config_iterator_glob_new")
        let found = try withConfiguration { configuration throws(GitError) -> [Setting] in
            var found: [Setting] = []
            try configuration.forEachEntry(matching: pattern) { _, key, value in
                found.append(Setting(key: key, value: value))
            }
            return found
        }
        return found.map { ($0.key, $0.value) }
    }

    private struct Setting: Sendable {
        let key: String
        let value: String
    }

    /// Sets a value in the repository's own configuration, which all its work trees share.
    public func setString(_ key: String, _ value: String) throws(GitError) {
        try requireNoNUL(key + value, "git_config_set_string")
        try changingSettings { repository throws(GitError) -> Void in
            let all = try repository.configuration()
            let local = try unsafe GitHandle<ConfigurationObject>("git_config_open_level") { out in
                unsafe git_config_open_level(&out, all.pointer, GIT_CONFIG_LEVEL_LOCAL)
            }
            try check(
                unsafe git_config_set_string(local.pointer, key, value), "git_config_set_string")
        }
    }

    /// Returns the user's name and email address, or `nil` if either is unknown.
    ///
    /// Follows Git's order: first the given value (from the caller's `GIT_AUTHOR_NAME` and
    /// `GIT_AUTHOR_EMAIL`), then `author.name` and `author.email`, then `user.name` and
    /// `user.email`.
    public func identity(
        name: String? = nil, email: String? = nil
    ) throws(GitError) -> (name: String, email: String)? {
        let name = try firstText(name, keys: ["author.name", "user.name"])
        let email = try firstText(email, keys: ["author.email", "user.email"])
        guard let name, let email else { return nil }
        return (name, email)
    }

    private func firstText(_ given: String?, keys: [String]) throws(GitError) -> String? {
        if let given, !given.isEmpty { return given }
        for key in keys {
            if let value = try string(forKey: key), !value.isEmpty { return value }
        }
        return nil
    }

    private func withConfiguration<T: Sendable>(
        _ body: (borrowing GitHandle<ConfigurationObject>) throws(GitError) -> T
    ) throws(GitError) -> T {
        try withHandle { repository throws(GitError) in
            try body(try repository.configuration())
        }
    }
}

extension GitHandle<RepositoryObject> {
    func configuration() throws(GitError) -> GitHandle<ConfigurationObject> {
        try unsafe GitHandle<ConfigurationObject>("git_repository_config") { out in
            unsafe git_repository_config(&out, pointer)
        }
    }
}

extension GitHandle<ConfigurationObject> {
    func string(forKey key: String) throws(GitError) -> String? {
        // Copy into a buffer, because libgit2 returns pointers only into a snapshot of the
        // configuration.
        var buffer = unsafe git_buf()
        defer { unsafe git_buf_dispose(&buffer) }
        let status = unsafe git_config_get_string_buf(&buffer, pointer, key)
        guard try checkFound(status, "git_config_get_string_buf") else { return nil }
        guard let text = unsafe buffer.ptr else { return "" }
        return unsafe String(cString: text)
    }

    /// Calls `body` with each key and its value, in file order.
    func forEachEntry(
        _ body: (_ key: String, _ value: String) throws(GitError) -> Void
    ) throws(GitError) {
        let iterator = try unsafe GitHandle<ConfigurationIteratorObject>("git_config_iterator_new")
        {
            out in
            unsafe git_config_iterator_new(&out, pointer)
        }
        try iterator.forEachEntry { _, key, value throws(GitError) in try body(key, value) }
    }

    /// Calls `body` with each key that matches a regular expression, its level and its value.
    ///
    /// Entries are in the order in which Git reads the configuration.
    func forEachEntry(
        matching pattern: String,
        _ body: (_ level: git_config_level_t, _ key: String, _ value: String) throws(GitError) ->
            Void
    ) throws(GitError) {
        let iterator = try unsafe GitHandle<ConfigurationIteratorObject>(
            "git_config_iterator_glob_new"
        ) { out in
            unsafe git_config_iterator_glob_new(&out, pointer, pattern)
        }
        try iterator.forEachEntry(body)
    }
}

extension GitHandle<ConfigurationIteratorObject> {
    /// Calls `body` with each key, its level and its value.
    fileprivate func forEachEntry(
        _ body: (_ level: git_config_level_t, _ key: String, _ value: String) throws(GitError) ->
            Void
    ) throws(GitError) {
        var entry: UnsafeMutablePointer<git_config_entry>?
        while try checkNext(unsafe git_config_next(&entry, pointer), "git_config_next") {
            guard let key = unsafe entry?.pointee.name else { continue }
            // A key without `=` has no value, which Git reads as true.
            let value = unsafe entry?.pointee.value.map { unsafe String(cString: $0) }
            try unsafe body(
                entry?.pointee.level ?? GIT_CONFIG_LEVEL_LOCAL, String(cString: key),
                value ?? "true")
        }
    }
}
