package import Archive
import Texts
import Translation

/// The files of a release: localization files, their manifest, and their provenance.
package struct ReleaseBundle: Sendable {
    package let manifest: BundleManifest
    /// The commit that the bundle was made from.
    package let provenance: BundleProvenance
    /// The bytes of the manifest, which the signature covers.
    package let manifestBytes: [UInt8]
    /// The signature of the manifest, or `nil` if the bundle is not signed.
    package var signature: [UInt8]?
    private let contents: [(path: String, bytes: [UInt8])]

    init(
        manifest: BundleManifest, provenance: BundleProvenance,
        contents: [(path: String, bytes: [UInt8])]
    ) {
        self.manifest = manifest
        self.provenance = provenance
        self.contents = contents
        manifestBytes = manifest.bytes
    }

    /// All files, sorted by path.
    package var files: [(path: String, bytes: [UInt8])] {
        var files = contents
        files.append((BundleManifest.name, manifestBytes))
        files.append((BundleProvenance.name, provenance.bytes))
        if let signature { files.append((BundleManifest.signatureName, signature)) }
        return files.sorted { $0.path.precedesInBytes($1.path) }
    }

    /// Returns the bundle as an archive.
    ///
    /// The modification time of every file is the time of the commit.
    package func archive(_ form: ArchiveForm) throws -> [UInt8] {
        do {
            return try ArchiveWriter.bytes(
                of: files.map { .init(path: $0.path, bytes: $0.bytes) }, as: form,
                modified: provenance.seconds)
        } catch {
            throw Refusal(
                .file, "The archive cannot be created: \(error.message).",
                hint: "Write a directory instead, and pack it with another program.")
        }
    }
}
