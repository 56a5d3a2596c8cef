import Git
import GitEventStore
import Machine
import Translation

/// A remote as people may see it: its addresses have no passwords.
package struct RemoteDescription: Sendable, Equatable {
    /// Its name.
    package let name: String
    /// Where it is fetched from.
    package let url: String
    /// Where it is pushed to, if that is another place.
    package let pushURL: String?

    init(_ remote: Remote) {
        name = remote.name
        url = Exchange.shown(remote.url)
        pushURL = remote.pushURL.map(Exchange.shown)
    }
}

extension Exchange {
    /// The remotes, sorted by name.
    package func remotes() throws -> [RemoteDescription] {
        try repository.remotes().map(RemoteDescription.init)
    }

    /// Adds a remote; relative paths start from the current directory.
    package func addRemote(_ name: String, url: String) throws -> RemoteDescription {
        try requireName(name)
        let address = try RemoteAddress(url, from: host.currentDirectory)
        guard try repository.remote(named: name) == nil else { throw taken(name) }
        try repository.addRemote(name, url: address.text)
        return RemoteDescription(Remote(name: name, url: address.text))
    }

    /// Removes a remote, its settings and its remote-tracking branches.
    package func removeRemote(_ name: String) throws {
        try requireRemote(name)
        try repository.removeRemote(name)
    }

    /// Gives a remote another address.
    package func setURL(_ url: String, ofRemote name: String) throws -> RemoteDescription {
        try requireRemote(name)
        let address = try RemoteAddress(url, from: host.currentDirectory)
        try repository.setURL(address.text, ofRemote: name)
        return RemoteDescription(Remote(name: name, url: address.text))
    }

    /// Gives a remote another name, and returns refspecs that are unusual and stay as they are.
    package func renameRemote(_ name: String, to new: String) throws -> [String] {
        try requireRemote(name)
        try requireName(new)
        guard try repository.remote(named: new) == nil else { throw taken(new) }
        return try repository.renameRemote(name, to: new)
    }

    /// An address as people may see it: without a password.
    static func shown(_ url: String) -> String {
        (try? RemoteAddress(url, from: "/").shown) ?? url
    }

    private func requireName(_ name: String) throws {
        guard GitRepository.isRemoteName(name) else {
            throw Refusal(
                .invalidValue, "“\(name)” is no name of a remote.",
                hint: "Names are like origin: no spaces, no “..”, no “-” at the beginning.")
        }
    }

    private func requireRemote(_ name: String) throws {
        guard try repository.remote(named: name) == nil else { return }
        throw Self.unknownRemote(name, among: try repository.remotes())
    }

    private func taken(_ name: String) -> Refusal {
        Refusal(
            .exists, "There is a remote “\(name)” already.",
            hint: .typed("`dragoman remote set-url \(name) URL` gives it another address."))
    }
}
