import Git
import GitEventStore
import Machine
import Translation

/// A remote with its addresses, without passwords.
package struct RemoteDescription: Sendable, Equatable {
    package let name: String
    /// The address to fetch from.
    package let url: String
    /// The address to push to, if it differs.
    package let pushURL: String?

    init(_ remote: Remote) {
        name = remote.name
        url = Exchange.shown(remote.url)
        pushURL = remote.pushURL.map(Exchange.shown)
    }
}

extension Exchange {
    /// Returns the remotes, sorted by name.
    package func remotes() throws -> [RemoteDescription] {
        try repository.remotes().map(RemoteDescription.init)
    }

    /// Adds a remote; relative paths are resolved against the current directory.
    package func addRemote(_ name: String, url: String) throws -> RemoteDescription {
        try requireName(name)
        let address = try RemoteAddress(url, from: host.currentDirectory)
        guard try repository.remote(named: name) == nil else { throw taken(name) }
        try repository.addRemote(name, url: address.text)
        return RemoteDescription(Remote(name: name, url: address.text))
    }

    /// Removes a remote with its settings and its remote-tracking branches.
    package func removeRemote(_ name: String) throws {
        try requireRemote(name)
        try repository.removeRemote(name)
    }

    /// Changes the address of a remote.
    package func setURL(_ url: String, ofRemote name: String) throws -> RemoteDescription {
        try requireRemote(name)
        let address = try RemoteAddress(url, from: host.currentDirectory)
        try repository.setURL(address.text, ofRemote: name)
        return RemoteDescription(Remote(name: name, url: address.text))
    }

    /// Renames a remote, and returns the unusual refspecs that were left unchanged.
    package func renameRemote(_ name: String, to new: String) throws -> [String] {
        try requireRemote(name)
        try requireName(new)
        guard try repository.remote(named: new) == nil else { throw taken(new) }
        return try repository.renameRemote(name, to: new)
    }

    /// Returns an address without its password, for display.
    static func shown(_ url: String) -> String {
        (try? RemoteAddress(url, from: "/").shown) ?? RemoteAddress.withoutSecrets(url)
    }

    private func requireName(_ name: String) throws {
        guard GitRepository.isRemoteName(name) else {
            throw Refusal(
                .invalidValue, "“\(name)” is not a valid remote name.",
                hint: "Use a name such as origin, without spaces, “..” or a leading “-”.")
        }
    }

    /// Throws a ``Refusal`` unless the repository has a remote with this name.
    package func requireRemote(_ name: String) throws {
        guard try repository.remote(named: name) == nil else { return }
        throw Self.unknownRemote(name, among: try repository.remotes())
    }

    private func taken(_ name: String) -> Refusal {
        Refusal(
            .exists, "The remote “\(name)” already exists.",
            hint: .typed("To change its address, run `dragoman remote set-url \(name) URL`."))
    }
}
