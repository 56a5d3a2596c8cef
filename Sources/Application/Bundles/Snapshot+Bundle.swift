package import Translation
package import Workspace

extension BundleRequest {
    /// Creates the options of the release that a channel points to.
    package init(_ channel: ReleaseChannel, named name: String) {
        self.init(
            profiles: channel.profiles, channel: name, appVersions: channel.appVersions,
            sequence: channel.sequence)
    }
}

extension Snapshot {
    /// Returns a release bundle of this state, which must be that of the commit.
    ///
    /// The commit is given by its full id.
    package func bundle(_ request: BundleRequest, of commit: String) throws -> ReleaseBundle {
        try BundleExport(self).bundle(request, of: .revision(commit))
    }
}
