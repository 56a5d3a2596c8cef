import Bundles
import Crypto
import JSON
import ReadModel
package import Translation

/// A release that a server serves: a commit, either by itself or as the release of a channel.
///
/// The same commit has another manifest in each channel, and one without a channel.
package struct ServedRelease: Sendable {
    /// The full id of the commit.
    package let commit: String
    /// The channel that points to the commit, or nil for the commit by itself.
    package let channel: Channel?

    /// Creates the release of a commit by itself.
    package init(commit: String) {
        self.commit = commit
        channel = nil
    }

    /// Creates the release that a channel points to.
    package init(_ value: ReleaseChannel, named name: String) {
        commit = value.commit
        channel = Channel(name: name, value: value)
    }

    /// A channel with its value.
    package struct Channel: Sendable {
        package let name: String
        package let value: ReleaseChannel
    }

    var request: BundleRequest {
        channel.map { BundleRequest(of: $0.value, in: $0.name) } ?? BundleRequest()
    }

    /// Returns the key of the release's bundle.
    ///
    /// It depends on everything that determines the bytes. This includes the program's version,
    /// because another version may write files differently.
    package func key(in project: String, version: String) -> BundleKey {
        let parts: [JSONValue] = [
            .string(version), channel.map { .string($0.name) } ?? .null,
            channel?.value.json ?? .null,
        ]
        let digest = SHA256.hash(data: CanonicalJSON.encode(.array(parts)))
        return BundleKey(project: project, name: "\(commit)-\(StateDigest.hex(digest.prefix(8)))")
    }
}

/// The name of a stored bundle.
package struct BundleKey: Sendable, Hashable {
    let project: String
    /// The name of the bundle's directory.
    let name: String

    package init(project: String, name: String) {
        self.project = project
        self.name = name
    }

    /// Returns the key of an archive of the bundle, with the archive's extension.
    package func archive(_ fileExtension: String) -> BundleKey {
        BundleKey(project: project, name: name + fileExtension)
    }
}
