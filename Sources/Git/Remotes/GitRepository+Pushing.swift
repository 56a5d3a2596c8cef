import Clibgit2

extension GitRepository {
    /// Sends objects to another repository and asks it to move references.
    ///
    /// `remote` is a name or an address. Nothing is ever forced: an update is made only while the reference is at
    /// its old value and that is an ancestor of the new one; else it throws ``GitError/Code/modified`` or
    /// ``GitError/Code/nonFastForward``. Between what it sees and what it does a server compares and swaps; a
    /// repository at a path is moved by compare-and-swap too, see ``PathPushRefused``. What the other
    /// side declines comes back with its reason.
    public func push(
        toRemote remote: String, updates: [PushUpdate], nonce: UInt64,
        _ handlers: RemoteHandlers = RemoteHandlers()
    ) throws -> [PushStatus] {
        if let path = try pushPath(ofRemote: remote) {
            return try push(toPath: path, updates: updates, nonce: nonce, handlers)
        }
        return try upload(to: remote, updates: updates, nonce: nonce, handlers)
    }

    /// Sends to where the C library pushes to: what is pushed must have a name here meanwhile.
    func upload(
        to remote: String, updates: [PushUpdate], nonce: UInt64, _ handlers: RemoteHandlers
    ) throws -> [PushStatus] {
        let context = RemoteContext(handlers, updates: updates)
        return try withTemporaryReferences(to: updates.map(\.new), nonce: nonce) { names in
            try withExtendedLifetime(context) {
                try context.run { () throws(GitError) in
                    let repository = try openForTransfer()
                    let connection = try repository.remote(
                        remote, connectingTo: handlers.url, isPushed: true)
                    try unsafe withSettings(remote, repository, handlers) {
                        headers, proxy throws(GitError) -> Void in
                        var options = unsafe git_push_options()
                        try check(
                            unsafe git_push_options_init(
                                &options, UInt32(GIT_PUSH_OPTIONS_VERSION)), "git_push_options_init"
                        )
                        unsafe options.callbacks = try remoteCallbacks(context)
                        unsafe options.proxy_opts = proxy
                        unsafe options.follow_redirects = GIT_REMOTE_REDIRECT_NONE
                        unsafe options.custom_headers = headers
                        let specifications = zip(names, updates).map { "\($0):\($1.name)" }
                        try unsafe withStrings(specifications) {
                            refspecs throws(GitError) -> Void in
                            try check(
                                unsafe git_remote_upload(connection.pointer, refspecs, &options),
                                "git_remote_upload")
                        }
                    }
                    return context.statuses
                }
            }
        }
    }

    /// Gives objects names of their own while `body` runs.
    func withTemporaryReferences<T>(
        to objects: [ObjectID], nonce: UInt64, _ body: ([ReferenceName]) throws -> T
    ) throws -> T {
        var made: [(name: ReferenceName, target: ObjectID)] = []
        // Left behind by a process that is killed, they keep a few objects until the next packing that is a day later.
        defer { for reference in made { try? delete(reference.name, from: reference.target) } }
        for (index, object) in objects.enumerated() {
            let text = "\(Self.outgoingReferences)\(String(nonce, radix: 16))-\(index)"
            guard let name = ReferenceName(text) else { continue }
            try update(name, from: nil, to: object, message: "push")
            made.append((name, object))
        }
        return try body(made.map(\.name))
    }
}
