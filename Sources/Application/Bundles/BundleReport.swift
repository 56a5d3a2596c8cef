import Texts
import Translation

/// The result of checking a release bundle.
package struct BundleReport: Sendable {
    /// The manifest of the bundle, or `nil` if it cannot be read.
    package internal(set) var manifest: BundleManifest?
    /// The origin of the bundle, according to the bundle itself.
    package internal(set) var provenance: BundleProvenance?
    /// The problems, in the order in which they were found.
    package internal(set) var problems: [BundleProblem]
    /// The commit that was exported again for comparison.
    package internal(set) var comparedCommit: String?
    /// The signer of the bundle, if the signature was checked.
    package internal(set) var signer: BundleSigner?
    /// The checks that were skipped, each as a sentence.
    package internal(set) var unchecked: [String] = []
    let manifestBytes: [UInt8]
    let provenanceBytes: [UInt8]
    /// The signature in the bundle, or `nil` if the bundle is not signed.
    let signature: [UInt8]?

    package var isOK: Bool { problems.isEmpty }

    /// Whether the bundle contains a signature.
    package var isSigned: Bool { signature != nil }

    /// Adds a sentence about a skipped check.
    package mutating func leave(_ sentence: String) { unchecked.append(sentence) }

    /// Checks the files in a directory or an archive against its manifest.
    ///
    /// This needs no repository. Throws a ``Refusal`` if the path contains no bundle. Cost: reads
    /// each file once.
    package init(at path: String) throws {
        let contents = try BundleContents(at: path)
        problems = contents.problems
        signature = contents.own[BundleManifest.signatureName]
        provenanceBytes = contents.own[BundleProvenance.name] ?? []
        manifestBytes = contents.own[BundleManifest.name] ?? []
        guard contents.own[BundleManifest.name] != nil else {
            // A damaged archive may have lost its manifest. Problems with other files do not matter
            // here.
            guard
                problems.contains(where: { ($0.path ?? BundleManifest.name) == BundleManifest.name }
                )
            else { throw BundleContents.lacksManifest(path) }
            return
        }
        readProvenance(contents)
        do {
            let manifest = try BundleManifest(manifestBytes)
            self.manifest = manifest
            problems += manifest.problems(of: contents)
        } catch {
            problems.append(
                BundleProblem(
                    path: BundleManifest.name, kind: .malformed,
                    message: "It is not a valid manifest: \(error.message)."))
        }
    }

    private mutating func readProvenance(_ contents: BundleContents) {
        let name = BundleProvenance.name
        guard let bytes = contents.own[name] else {
            problems.append(
                BundleProblem(
                    path: name, kind: .missing,
                    message: "The file is missing."))
            return
        }
        do {
            provenance = try BundleProvenance(bytes)
        } catch {
            problems.append(
                BundleProblem(
                    path: name, kind: .malformed,
                    message: "It is not valid provenance: \(error.message)."))
        }
    }
}

extension BundleManifest {
    /// Returns the differences between the files and the manifest's list of files.
    fileprivate func problems(of contents: BundleContents) -> [BundleProblem] {
        var problems: [BundleProblem] = []
        var strangers = contents.files
        for name in Self.ownNames { strangers[Value.Text(name)] = nil }
        for file in files {
            guard let found = strangers.removeValue(forKey: Value.Text(file.path)) else {
                problems.append(
                    BundleProblem(path: file.path, kind: .missing, message: "The file is missing."))
                continue
            }
            let message =
                if found.size != file.size {
                    "It has \(found.size == 1 ? "1 byte" : "\(found.size) bytes"), but the "
                        + "manifest lists \(file.size)."
                } else if !found.sha256.hasSameBytes(as: file.sha256) {
                    "Its SHA-256 is \(found.sha256), but the manifest lists \(file.sha256)."
                } else {
                    nil as String?
                }
            guard let message else { continue }
            problems.append(BundleProblem(path: file.path, kind: .altered, message: message))
        }
        problems += strangers.keys.map(\.string).sorted { $0.precedesInBytes($1) }.map {
            BundleProblem(path: $0, kind: .extra, message: "The manifest does not list it.")
        }
        return problems
    }
}
