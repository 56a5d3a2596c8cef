package import Git

/// What the files and programs of others say about remotes, read from bytes alone: for the fuzzing of these readers.
package enum RemoteReaders {
    /// What `~/.ssh/config` says of a host: its real name, its user, its port and the files of its keys.
    package static func sshConfiguration(
        _ text: String, host: String, home: String
    ) -> (hostName: String?, user: String?, port: Int?, files: [String]) {
        let read = SSHConfig(text, host: host, home: home)
        return (read.hostName, read.user, read.port, read.identityFiles + read.knownHostsFiles)
    }

    /// Whether `known_hosts` says that a key is the host's, and must not be used: never both.
    package static func knownHosts(
        _ text: String, key: HostKey, host: String, port: Int
    ) -> (isKnown: Bool, isRevoked: Bool) {
        let verdict = KnownHosts([text]).verdict(on: key, host: host, port: port)
        return (verdict == .known, verdict == .revoked)
    }

    /// What is told to people of what `git` says on standard error, which comes in parts.
    package static func gitTalk(_ parts: [[UInt8]]) -> (told: [String], progress: [String]) {
        var told: [String] = []
        var progress: [String] = []
        var talk = GitTalk(
            RemoteDialogue(
                progress: { progress.append("\($0) \($1)/\($2)") }, tell: { told.append($0) }))
        for part in parts { talk.take(part) }
        talk.finish()
        return (told, progress)
    }
}
