import Foundation
import Texts

/// The newest release that an app has seen, in which no release may be replaced with an older one.
struct NewestRelease: Sendable, Equatable {
    var sequence: Int64
    /// The hashes of the manifests with this number.
    ///
    /// There are two if the release built into the app and a fetched one have the same number.
    var manifests: Set<String>

    init(sequence: Int64, manifest: String) {
        self.sequence = sequence
        manifests = [manifest]
    }

    /// Returns the newer one of two releases.
    static func newer(_ a: Self?, _ b: Self?) -> Self? {
        guard var newer = a, let b else { return a ?? b }
        guard newer.sequence == b.sequence else { return newer.sequence > b.sequence ? newer : b }
        newer.manifests.formUnion(b.manifests)
        return newer
    }
}

/// Decides whether a manifest is a release that the app accepts, from the manifest's bytes alone.
struct ReleaseRules: Sendable {
    /// The namespace of signatures, as in `ssh-keygen -Y sign -n`.
    static let namespace = "dragoman-bundle"

    let settings: ChannelSettings

    /// Returns the manifest of a release that passes all checks.
    ///
    /// Nothing in the manifest is used before its signature is verified. A release with the number
    /// of `newest` is accepted only if it is the same release.
    func accept(
        _ data: Data, signature: Data?, after newest: NewestRelease?
    ) throws(ChannelProblem) -> BundleManifest {
        try requireSignature(signature, of: data, at: settings.now())
        let manifest = try requireOwn(data)
        guard let sequence = manifest.sequence, sequence >= 1 else { throw .unnumbered }
        if let newest {
            guard sequence >= newest.sequence else {
                throw .older(sequence: sequence, seen: newest.sequence)
            }
            guard sequence > newest.sequence || newest.manifests.contains(manifest.hash) else {
                throw .sameSequence(sequence)
            }
        }
        try requireAppVersion(in: manifest)
        try requireSize(of: manifest)
        return manifest
    }

    /// Returns the manifest of a stored release that is still trusted.
    ///
    /// A key that is no longer pinned is not trusted, but one whose validity has ended since then
    /// is. The app may have another version now.
    func acceptStored(_ data: Data, signature: Data?) throws(ChannelProblem) -> BundleManifest {
        try requireSignature(signature, of: data, at: nil)
        return try requireOwn(data)
    }

    /// Throws a problem unless the release is for the app's version.
    func requireAppVersion(in manifest: BundleManifest) throws(ChannelProblem) {
        guard let text = manifest.appVersions else { return }
        guard AppVersionRange(text)?.contains(settings.version) == true else {
            throw .otherAppVersions(text)
        }
    }

    private func requireSignature(
        _ signature: Data?, of data: Data, at time: Date?
    ) throws(ChannelProblem) {
        guard !settings.keys.isEmpty else { return }
        guard let signature else { throw .unsigned }
        do {
            try SSHSignature(armored: signature).verify(
                data, namespace: Self.namespace, keys: settings.keys, at: time)
        } catch {
            throw .badSignature(error)
        }
    }

    private func requireOwn(_ data: Data) throws(ChannelProblem) -> BundleManifest {
        let manifest: BundleManifest
        do {
            manifest = try BundleManifest(data)
        } catch {
            throw .malformedManifest(error)
        }
        guard let project = manifest.project, project.hasSameBytes(as: settings.projectID) else {
            throw .otherProject(manifest.project ?? "")
        }
        guard let channel = manifest.channel, channel.hasSameBytes(as: settings.channel) else {
            throw .otherChannel(manifest.channel)
        }
        return manifest
    }

    private func requireSize(of manifest: BundleManifest) throws(ChannelProblem) {
        var rest = settings.maximumReleaseSize
        for file in manifest.files {
            guard file.size <= BoundedFile.maximumSize else { throw .tooLarge(path: file.path) }
            rest -= file.size
            guard rest >= 0 else { throw .tooLarge(path: nil) }
        }
    }

    /// Returns the release built into the app, if its number can be compared with the channel's.
    var shipped: NewestRelease? {
        guard let bundle = settings.shipped, let sequence = bundle.sequence,
            bundle.project.hasSameBytes(as: settings.projectID),
            bundle.channel == nil || bundle.channel.hasSameBytes(as: settings.channel)
        else { return nil }
        return NewestRelease(sequence: sequence, manifest: bundle.manifest.hash)
    }
}
