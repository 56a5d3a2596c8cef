import Clibgit2
import Glibc

/// Why a push to a repository at a path is left to `git`.
public enum PathPushRefused: Error, Sendable {
    /// The repository has hooks that judge or follow a push, and these would not run.
    case hooks(path: String)
    /// The branch is checked out there, and its files would not follow.
    case checkedOut(path: String)
}

extension GitRepository {
    /// The path of a remote, as the C library would push to it, or `nil` if it is on a server.
    func pushPath(ofRemote remote: String) throws(GitError) -> String? {
        let path = try withHandle { repository throws(GitError) -> String? in
            let connection = try repository.remote(remote, isPushed: true)
            guard let address = unsafe git_remote_url(connection.pointer) else { return nil }
            return unsafe Self.localPath(String(cString: address))
        }
        return path.map {
            $0.utf8.first == UInt8(ascii: "/") ? $0 : "\(directoryOfRelativePaths)/\($0)"
        }
    }

    /// The path that an address names, or `nil` if it names a server.
    public static func localPath(_ address: String) -> String? {
        // By scalars, as git divides it: a combining mark after a slash makes another Character of both.
        let scalars = address.unicodeScalars
        let scheme = "file://".unicodeScalars
        if scalars.starts(with: scheme) {
            let rest = scalars.dropFirst(scheme.count)
            guard let slash = rest.firstIndex(of: "/"),
                ["", "localhost"].contains(String(rest[..<slash]))
            else { return nil }
            return percentDecoded(Substring(rest[slash...]))
        }
        if scalars.firstRange(of: "://".unicodeScalars) != nil { return nil }
        // `host:path`, unless a slash comes first: see `git help clone`, GIT URLS.
        let beforeColon = scalars.prefix { $0 != ":" }
        let isServer = beforeColon.endIndex < scalars.endIndex && !beforeColon.contains("/")
        return isServer ? nil : address
    }

    private static func percentDecoded(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            guard byte == UInt8(ascii: "%"), digits.utf8.count == 2,
                digits.allSatisfy(\.isHexDigit), let value = UInt8(digits, radix: 16)
            else {
                bytes.append(byte)
                continue
            }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Pushes to a repository on this machine.
    ///
    /// The C library would move the reference there by force and ask no hook, so that a push could overwrite
    /// somebody else's. Here the objects go there under a name of their own, and the reference follows by
    /// compare-and-swap. Throws ``PathPushRefused`` where only `git` does it right.
    func push(
        toPath path: String, updates: [PushUpdate], nonce: UInt64, _ handlers: RemoteHandlers
    ) throws -> [PushStatus] {
        let other = try GitRepository.open(at: absolutePath(path))
        if try other.hasPushHooks() { throw PathPushRefused.hooks(path: path) }
        for update in updates where update.name.isBranch {
            // A repository that is not bare has its branch checked out, or an index that would not follow.
            if try !other.isBare || other.isCheckedOut(update.name) {
                throw PathPushRefused.checkedOut(path: path)
            }
        }
        for update in updates {
            if let old = update.old, try !objectExists(old) || !isAncestor(old, of: update.new) {
                throw GitError(
                    code: .nonFastForward, function: "git_graph_descendant_of",
                    message: "the reference '\(update.name)' cannot be fast-forwarded")
            }
        }
        let incoming = updates.indices.compactMap {
            ReferenceName("\(Self.incomingReferences)\(String(nonce, radix: 16))-\($0)")
        }
        let sent = zip(incoming, updates).map { PushUpdate($0, from: nil, to: $1.new) }
        defer { for update in sent { try? other.delete(update.name, from: update.new) } }
        defer { other.shareTransferred() }
        let failures = try upload(to: path, updates: sent, nonce: nonce, handlers).filter {
            $0.rejection != nil
        }
        if let failure = failures.first {
            return updates.map { PushStatus(name: $0.name, rejection: failure.rejection) }
        }
        return try updates.map { update in
            do throws(GitError) {
                try other.update(
                    update.name, from: update.old, to: update.new, message: "push")
                return PushStatus(name: update.name, rejection: nil)
            } catch {
                switch error.code {
                case .modified, .exists:
                    return PushStatus(name: update.name, rejection: "failed to update ref")
                case .locked:
                    return PushStatus(name: update.name, rejection: "unable to lock")
                default: throw error
                }
            }
        }
    }

    /// Relative paths of remotes start from the work tree, else from the repository.
    private func absolutePath(_ path: String) -> String {
        path.hasPrefix("/") ? path : (workDirectory ?? commonDirectory) + "/" + path
    }

    /// Whether the repository has a hook that judges a push or follows it.
    public func hasPushHooks() throws(GitError) -> Bool {
        try hasHook(
            [
                "pre-receive", "update", "proc-receive", "post-receive", "post-update",
                "reference-transaction",
            ], startedIn: commonDirectory)
    }

    /// Whether the repository has a hook that is asked before it pushes to another one.
    public func hasPrePushHook() throws(GitError) -> Bool {
        try hasHook(["pre-push"], startedIn: directoryOfRelativePaths)
    }

    /// Whether there is one of these hooks; a relative `core.hooksPath` begins where git starts them.
    private func hasHook(
        _ names: [String], startedIn start: String
    ) throws(GitError) -> Bool {
        var directory = try path(forKey: "core.hooksPath") ?? commonDirectory + "/hooks"
        if !directory.hasPrefix("/") { directory = start + "/" + directory }
        return names.contains { unsafe access("\(directory)/\($0)", X_OK) == 0 }
    }
}
