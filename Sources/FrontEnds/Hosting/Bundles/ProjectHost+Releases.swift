package import Archive
import Bundles
import EventStore
import Git
import ReadModel
import Texts
import Translation
package import Workspace

extension ProjectHost {
    /// The channels, by name.
    ///
    /// Cost: a lock, unless settings have changed.
    package func channels() async throws -> [String: ChannelState] {
        // The version is read first, so that a change during the read makes the result outdated.
        let version = texts.version(of: [])
        if let known = releases.channels(version) { return known }
        let channels = try await read { snapshot in
            Dictionary(uniqueKeysWithValues: try snapshot.channels().map { ($0.name, $0) })
        }
        releases.note(channels, version)
        return channels
    }

    /// Returns true if a branch or a tag contains the commit with a full id.
    ///
    /// The result may be up to half a minute old.
    package func hasRelease(_ commit: String) async throws -> Bool {
        if commit == position?.commit { return true }
        if let isContained = releases.isContained(commit) { return isContained }
        let isContained = try await read { snapshot in
            try ObjectID(hex: commit).map { try snapshot.isInBranchOrTag($0) } ?? false
        }
        releases.note(commit, isContained: isContained)
        return isContained
    }

    /// Returns the full id of the commit of a release, given by its tag or an abbreviated id.
    ///
    /// Throws `unknown-revision` if no branch and no tag contains such a commit.
    package func release(named name: String) async throws -> String {
        try await read { try $0.release(named: name).description }
    }

    /// Makes the files of a release's bundle in the lane for slow reads.
    package func bundleFiles(of release: ServedRelease) async throws -> [BundleFile] {
        try await bundle(of: release) { bundle in
            var types = Dictionary(
                bundle.manifest.files.map { (Value.Text($0.path), $0.mediaType) },
                uniquingKeysWith: { first, _ in first })
            types[Value.Text(BundleManifest.signatureName)] = "text/plain; charset=utf-8"
            return bundle.files.map { path, bytes in
                BundleFile(
                    path: path, mediaType: types[Value.Text(path)] ?? "application/json",
                    bytes: bytes)
            }
        }
    }

    /// Makes an archive of a release's bundle in the lane for slow reads, as a file with the given
    /// name.
    package func archive(
        of release: ServedRelease, _ form: ArchiveForm, named name: String, mediaType: String
    ) async throws -> [BundleFile] {
        try await bundle(of: release) { bundle in
            [
                BundleFile(
                    path: name, mediaType: mediaType, bytes: try bundle.archive(form),
                    isCompressed: true)
            ]
        }
    }

    private func bundle(
        of release: ServedRelease,
        _ body: @escaping @Sendable (ReleaseBundle) throws -> [BundleFile]
    ) async throws -> [BundleFile] {
        let commit = release.commit
        let body: @Sendable (Snapshot) throws -> [BundleFile] = { snapshot in
            var bundle = try snapshot.bundle(release.request, at: .revision(commit))
            bundle.signature = release.channel?.value.signature.map { Array($0.utf8) }
            return try body(bundle)
        }
        // The read model has the state of the tip, which need not be computed again.
        if commit == position?.commit {
            let files = try await readSlowly { snapshot in
                try snapshot.position?.commit == commit ? body(snapshot) : nil
            }
            if let files { return files }
        }
        return try await readSlowly(at: .revision(commit), body)
    }
}
