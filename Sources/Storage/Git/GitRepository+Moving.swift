import Clibgit2
import Glibc

extension GitHandle<RepositoryObject> {
    /// Moves a reference from one commit to another like libgit2, but syncs the logs and the
    /// reference at the same time.
    ///
    /// Returns false, without changing anything, if logs are disabled or a log does not exist yet.
    /// The caller must then let libgit2 move the reference. Throws the errors of
    /// ``GitRepository/update(_:from:to:message:identity:)``.
    func move(
        _ name: ReferenceName, from old: ObjectID, to new: ObjectID, message: String,
        identity: (name: String, email: String)
    ) throws(GitError) -> Bool {
        guard let logs = try logs(of: name) else { return false }
        let line = try Self.logLine(from: old, to: new, message: message, identity: identity)
        let lock = try ReferenceLock(of: name, in: self)
        guard try lock.target() == old else {
            throw GitError(
                code: .modified, function: "git_refdb_backend.lookup",
                message: "the reference '\(name)' has another value by now")
        }
        sharing.adjust(lock.path)
        var files = SyncList()
        for log in logs { try files.append(line, to: log) }
        try files.wait(during: { () throws(GitError) in try lock.move(to: new) })
        return true
    }

    /// Returns the logs that record a move: the reference's, and HEAD's if HEAD points to the
    /// reference.
    ///
    /// Returns `nil` if logs are disabled, or if one of these logs does not exist yet.
    private func logs(of name: ReferenceName) throws(GitError) -> [String]? {
        let setting = try configuration().string(forKey: "core.logAllRefUpdates")
        let isBare = unsafe git_repository_is_bare(pointer) == 1
        guard setting.map({ Self.logging.contains($0.lowercased()) }) ?? !isBare,
            let own = unsafe directory(git_repository_path(pointer)),
            let common = unsafe directory(git_repository_commondir(pointer))
        else { return nil }
        var logs = ["\(common)/logs/\(name.rawValue)"]
        if try leads(.head, to: name) { logs.append("\(own)/logs/HEAD") }
        for log in logs where try FileStamp.ofFile(at: log) == nil {
            try RegularFile.require(at: log)
            return nil
        }
        return logs
    }

    /// The values of `core.logAllRefUpdates` that enable logs.
    private static var logging: [String] { ["true", "yes", "on", "1", "always"] }

    /// Formats a log line: both ids, the identity, the time and the message.
    private static func logLine(
        from old: ObjectID, to new: ObjectID, message: String,
        identity: (name: String, email: String)
    ) throws(GitError) -> [UInt8] {
        var pointer: UnsafeMutablePointer<git_signature>?
        try check(
            unsafe git_signature_now(
                &pointer, Signature.cleaned(identity.name), Signature.cleaned(identity.email)),
            "git_signature_now")
        defer { unsafe git_signature_free(pointer) }
        let now = unsafe Signature(pointer)
        let minutes = now.offsetMinutes.magnitude
        let clock = "\(minutes / 60 * 100 + minutes % 60)"
        let offset =
            (now.offsetMinutes < 0 ? "-" : "+") + String(repeating: "0", count: 4 - clock.count)
            + clock
        var text = message.replacing("\n", with: " ")
        while text.last?.isWhitespace == true { text.removeLast() }
        return Array(
            "\(old) \(new) \(now.name) <\(now.email)> \(now.secondsSinceEpoch) \(offset)\t\(text)\n"
                .utf8)
    }
}

extension SyncList {
    /// Appends a line to an existing file, and adds the file to the list.
    fileprivate mutating func append(_ line: [UInt8], to path: String) throws(GitError) {
        let descriptor = RegularFile.open(path, O_WRONLY | O_APPEND)
        guard descriptor >= 0 else {
            throw GitError(systemCall: "open", path: path, number: errno)
        }
        add(descriptor, path: path)
        try writeBytes(line, to: descriptor, path: path)
    }
}
