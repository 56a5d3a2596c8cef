import Glibc
import Hosting
import Translation

/// The permissions and the group of a Unix socket's file.
///
/// On Linux, connecting requires write permission on the file. `bind` creates the file with the
/// process's umask, which usually lets only the owner connect (unix(7)).
struct SocketAccess: Sendable {
    private let path: String
    private let mode: UInt32
    private let group: gid_t?

    /// Reads a server's settings; returns nil if the server does not listen on a Unix socket.
    ///
    /// Throws a refusal if the group does not exist, or if the process may not assign files to it.
    init?(_ settings: HTTPSettings) throws(Refusal) {
        guard case .unix(let path) = settings.listen else { return nil }
        self.path = path
        mode = settings.socketMode
        guard let name = settings.socketGroup else {
            group = nil
            return
        }
        guard let id = Self.group(named: name) else {
            throw Refusal(
                .file, "The group “\(name)” for the socket \(path) does not exist.",
                hint: "Set `server.socketGroup` to an existing group on this machine.")
        }
        guard geteuid() == 0 || getegid() == id || Self.furtherGroups().contains(id) else {
            throw Refusal(
                .file, "The server's user is not in the group “\(name)” for the socket \(path).",
                hint: "Add the server's user to the group (systemd: `SupplementaryGroups=`).")
        }
        group = id
    }

    /// Sets the group and the permissions of the socket.
    ///
    /// Throws a refusal if the system denies the change.
    func apply() throws(Refusal) {
        let change = group.map { chown(path, uid_t.max, $0) } ?? 0
        // The permissions are set last, so that they never apply to the previous group.
        guard change == 0, chmod(path, mode) == 0 else {
            let reason = String(cString: strerror(errno))
            throw Refusal(
                .file, "Cannot change the permissions of the socket \(path): \(reason).",
                hint: "Check `server.socketMode` and `server.socketGroup`.")
        }
    }

    private static func group(named name: String) -> gid_t? {
        if let number = gid_t(name) { return number }
        var entry = Glibc.group()
        var found: UnsafeMutablePointer<Glibc.group>?
        var buffer = [CChar](repeating: 0, count: 64 << 10)
        let error = getgrnam_r(name, &entry, &buffer, buffer.count, &found)
        return error == 0 && found != nil ? entry.gr_gid : nil
    }

    private static func furtherGroups() -> [gid_t] {
        let count = getgroups(0, nil)
        guard count > 0 else { return [] }
        var groups = [gid_t](repeating: 0, count: Int(count))
        let written = getgroups(count, &groups)
        return Array(groups.prefix(max(0, Int(written))))
    }
}
