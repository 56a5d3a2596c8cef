import Git
import GitEventStore
import JSON
import ReadModel
import Texts
import Translation
package import Workspace

/// Compares release bundles with the repository of their project.
package struct BundleVerifier {
    private let workspace: Workspace

    package init(_ workspace: Workspace) { self.workspace = workspace }

    /// Exports the contents of a bundle again, and compares the result with the bundle.
    ///
    /// It exports the given revision with the rules in the manifest. Without a revision, it exports
    /// the commit in the bundle's provenance, if the repository contains that commit. Throws a
    /// ``Refusal`` if the bundle belongs to another project. Cost: the same as making the bundle.
    package func verify(_ report: inout BundleReport, against revision: String?) throws {
        guard let manifest = report.manifest else {
            report.unchecked.append(
                "The bundle has no manifest, so it was not compared with the repository.")
            return
        }
        guard manifest.project.hasSameBytes(as: workspace.project.id) else {
            throw Refusal(
                .contradiction,
                "This bundle is from the project \(manifest.project), but this repository has the "
                    + "project \(workspace.project.id).",
                hint: .typed("Specify its project's repository with -C."))
        }
        guard let revision = try revision ?? presentCommit(of: &report) else { return }
        let commit = try workspace.commit(of: revision)
        if let provenance = report.provenance, provenance.commit == commit.description {
            try verify(provenance, of: commit, &report)
        }
        let again: BundleManifest
        do {
            again = try workspace.read(at: .revision(commit.description)) { snapshot in
                try BundleExport(snapshot).manifest(again: manifest, at: report.provenance?.at)
            }
        } catch {
            guard let refusal = error as? Refusal, refusal.code == .unknownLanguage else {
                throw error
            }
            report.problems.append(
                BundleProblem(path: BundleManifest.name, kind: .differs, message: refusal.message))
            return
        }
        report.comparedCommit = commit.description
        let comparison = ManifestComparison(of: manifest, with: again)
        report.problems += comparison.problems
        report.unchecked += comparison.unchecked
        if comparison.problems.isEmpty, comparison.unchecked.isEmpty,
            again.bytes != report.manifestBytes
        {
            report.problems.append(
                BundleProblem(
                    path: BundleManifest.name, kind: .differs,
                    message: "It has the same content as the revision, but different bytes."))
        }
    }

    /// Returns the commit in the bundle's provenance, if the repository contains it.
    private func presentCommit(of report: inout BundleReport) throws -> String? {
        guard let commit = report.provenance?.commit else {
            report.unchecked.append(
                "The bundle does not specify a commit, so it was not compared; use --rev to "
                    + "specify one.")
            return nil
        }
        do {
            return try workspace.commit(of: commit).description
        } catch {
            guard let refusal = error as? Refusal, refusal.code == .unknownRevision else {
                throw error
            }
            report.unchecked.append(
                "The commit \(commit.prefix(12)) is not in this repository, so the bundle was "
                    + "not compared. Try `git fetch`, or specify another one with --rev."
            )
            return nil
        }
    }

    private func verify(
        _ provenance: BundleProvenance, of commit: ObjectID, _ report: inout BundleReport
    ) throws {
        let committed = try workspace.store.repository.commit(commit).committer.secondsSinceEpoch
        let again = BundleProvenance(
            commit: commit.description, seconds: committed, at: provenance.at)
        guard again.bytes != report.provenanceBytes else { return }
        report.problems.append(
            BundleProblem(
                path: BundleProvenance.name, kind: .differs,
                message: "It does not match Git's record of the commit."))
    }
}

extension BundleExport {
    /// Returns the manifest of this state, or of this state's events up to an earlier time.
    ///
    /// It uses the rules in the given manifest.
    fileprivate func manifest(
        again manifest: BundleManifest, at time: Int64?
    ) throws -> BundleManifest {
        if let time {
            return try Projection.inMemory(copying: snapshot.model, notAfter: UInt64(time)).read {
                try BundleExport(Snapshot(snapshot.log, $0)).manifest(again: manifest, at: nil)
            }
        }
        var again = try self.manifest(of: manifest.rules.map { try snapshot.exportProfile($0) }).0
        again.channel = manifest.channel
        again.appVersions = manifest.appVersions
        again.sequence = manifest.sequence
        return again
    }
}
