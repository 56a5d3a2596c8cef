import Clibgit2

/// Which tags a fetch brings.
public enum TagFollowing: Sendable {
    /// Those that point at what is fetched.
    case reachable
    /// None.
    case none
    /// All that there are.
    case all
}

extension GitRepository {
    /// Returns the references that another repository has, HEAD first, sorted by name.
    ///
    /// `remote` is a name or an address. Nothing is fetched.
    public func references(
        ofRemote remote: String, _ handlers: RemoteHandlers = RemoteHandlers()
    ) throws -> [RemoteReference] {
        let context = RemoteContext(handlers)
        return try withExtendedLifetime(context) {
            try context.run { () throws(GitError) in
                let repository = try openForTransfer()
                let connection = try repository.remote(remote, connectingTo: handlers.url)
                return try unsafe withSettings(remote, repository, handlers) {
                    headers, proxy throws(GitError) in
                    var options = unsafe git_remote_connect_options()
                    try check(
                        unsafe git_remote_connect_options_init(
                            &options, UInt32(GIT_REMOTE_CONNECT_OPTIONS_VERSION)),
                        "git_remote_connect_options_init")
                    unsafe options.callbacks = try remoteCallbacks(context)
                    unsafe options.proxy_opts = proxy
                    unsafe options.follow_redirects = GIT_REMOTE_REDIRECT_NONE
                    unsafe options.custom_headers = headers
                    try check(
                        unsafe git_remote_connect_ext(
                            connection.pointer, GIT_DIRECTION_FETCH, &options),
                        "git_remote_connect_ext")
                    return try connection.references()
                }
            }
        }
    }

    /// Fetches from another repository and moves the remote-tracking branches.
    ///
    /// `remote` is a name or an address; without `refspecs` those of its settings are taken. With `refspecs`, nothing is
    /// written but what they name, and tags. `prunes` removes references that they write to and whose source is not there any
    /// more; `nil` asks the settings. The history of a shallow
    /// repository can't be fetched to: that needs `git`. Redirects are followed on the same host only, so that
    /// no other host gets credentials. Objects and references are on disk before it returns.
    public func fetch(
        fromRemote remote: String, refspecs: [String] = [], prunes: Bool? = nil,
        tags: TagFollowing = .reachable, _ handlers: RemoteHandlers = RemoteHandlers()
    ) throws {
        let context = RemoteContext(handlers)
        let refspecs = try refspecs.isEmpty ? values(of: "fetch", forRemote: remote) : refspecs
        let prunes = try prunes ?? self.prunes(remote: remote)
        defer { shareTransferred() }
        try withExtendedLifetime(context) {
            try context.run { () throws(GitError) in
                let repository = try openForTransfer()
                let connection = try repository.remote(remote, connectingTo: handlers.url)
                // Else the library would write the address, which may have a password, to the logs of the references.
                let action =
                    try repository.describedRemote(remote) == nil ? "fetch" : "fetch \(remote)"
                try unsafe withSettings(remote, repository, handlers) {
                    headers, proxy throws(GitError) -> Void in
                    var options = unsafe git_fetch_options()
                    try check(
                        unsafe git_fetch_options_init(&options, UInt32(GIT_FETCH_OPTIONS_VERSION)),
                        "git_fetch_options_init")
                    unsafe options.callbacks = try remoteCallbacks(context)
                    unsafe options.proxy_opts = proxy
                    unsafe options.follow_redirects = GIT_REMOTE_REDIRECT_NONE
                    unsafe options.custom_headers = headers
                    unsafe options.update_fetchhead = 0
                    unsafe options.prune = prunes ? GIT_FETCH_PRUNE : GIT_FETCH_NO_PRUNE
                    unsafe options.download_tags =
                        switch tags {
                        case .reachable: GIT_REMOTE_DOWNLOAD_TAGS_AUTO
                        case .none: GIT_REMOTE_DOWNLOAD_TAGS_NONE
                        case .all: GIT_REMOTE_DOWNLOAD_TAGS_ALL
                        }
                    try unsafe withStrings(refspecs) { refspecs throws(GitError) -> Void in
                        try check(
                            unsafe git_remote_fetch(
                                connection.pointer, refspecs, &options, action),
                            "git_remote_fetch")
                    }
                }
            }
        }
        try refresh()
    }

    /// Lends the HTTP headers and the proxy of a transfer while `body` runs.
    @unsafe func withSettings<T>(
        _ remote: String, _ repository: borrowing Handle<RepositoryObject>,
        _ handlers: RemoteHandlers,
        _ body: (git_strarray, git_proxy_options) throws(GitError) -> T
    ) throws(GitError) -> T {
        try unsafe withStrings(handlers.headers) { headers throws(GitError) in
            try unsafe repository.withProxy(ofRemote: remote) { proxy throws(GitError) in
                try unsafe body(headers.pointee, proxy)
            }
        }
    }

    /// Opens the repository anew, so that a transfer, which takes long, does not hold up other calls.
    func openForTransfer() throws(GitError) -> Handle<RepositoryObject> {
        try Self.openHandle(commonDirectory, flags: GIT_REPOSITORY_OPEN_NO_SEARCH, ceilings: [])
    }
}

/// Makes HTTPS trust the authorities of a file, for the whole process; Git's `http.sslCAInfo`.
public func trustAuthorities(inFile path: String) throws(GitError) {
    _ = Libgit2.start
    try requireNoNUL(path, "git_libgit2_opts")
    try Authorities.replace(by: path)
}

extension Handle<RemoteObject> {
    func references() throws(GitError) -> [RemoteReference] {
        var heads: UnsafeMutablePointer<UnsafePointer<git_remote_head>?>?
        var count = 0
        try check(unsafe git_remote_ls(&heads, &count, pointer), "git_remote_ls")
        var references: [RemoteReference] = []
        for index in 0..<count {
            guard let head = unsafe heads?[index]?.pointee, let name = unsafe head.name else {
                continue
            }
            references.append(
                unsafe RemoteReference(
                    name: String(cString: name), target: ObjectID(head.oid),
                    symbolicTarget: head.symref_target.map { unsafe String(cString: $0) }))
        }
        return references
    }
}
