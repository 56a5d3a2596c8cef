package import Archive
import Foundation
import Machine
import Texts
package import Translation

/// The destination of a bundle: a directory or an archive file.
package struct BundleDestination: Sendable {
    /// The absolute path of the directory or file.
    package let path: String
    /// The form of the archive, or `nil` for a directory.
    package let form: ArchiveForm?

    /// Creates a destination from an absolute path; its extension determines the form.
    package init(_ path: String) {
        self.path = path
        form = ArchiveForm(path: path)
    }

    /// Throws if the destination contains anything other than the project's previous bundle.
    ///
    /// Call this before doing any work; ``write(_:of:)`` checks it again. If a process was killed
    /// while replacing a bundle, the previous bundle is restored first.
    package func requireFree(for project: Project) throws {
        try recover(project)
        _ = try former(of: project)
    }

    /// Writes a bundle, completely or not at all.
    ///
    /// Only files from a previous bundle are replaced. A directory is written next to its
    /// destination and then renamed. If the program is killed during the renames, the previous
    /// directory remains as `.NAME-…-former`, and the next call restores or removes it.
    package func write(_ bundle: ReleaseBundle, of project: Project) throws {
        try recover(project)
        let former = try former(of: project)
        if let form {
            let bytes = try bundle.archive(form)
            if let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) {
                try Files.makeDirectory(String(path[..<slash]))
            }
            try Files.write(bytes, to: path)
        } else if former.isEmpty {
            try FileTree.write(bundle.files, below: path)
        } else {
            try replace(former, with: bundle)
        }
    }

    /// Returns the files in the bundle at the destination.
    ///
    /// The result is empty if the destination does not exist or is an empty directory.
    private func former(of project: Project) throws -> [String] {
        guard Files.exists(path) else { return [] }
        guard Files.isDirectory(path) == (form == nil) else {
            throw Refusal(
                .exists, "\(path) is \(form == nil ? "a file" : "a directory").",
                hint: "A bundle is a directory, or an archive whose name ends in .tar.gz or .zip.")
        }
        if form == nil, try Files.names(in: path).isEmpty { return [] }
        let contents: BundleContents
        do {
            contents = try BundleContents(at: path)
        } catch {
            guard let refusal = error as? Refusal, refusal.code == .invalidFile else { throw error }
            throw somethingElse("is not a bundle")
        }
        guard let bytes = contents.own[BundleManifest.name],
            let manifest = try? BundleManifest(bytes)
        else { throw somethingElse("is not a bundle") }
        guard manifest.project.hasSameBytes(as: project.id) else {
            throw somethingElse("is another project's bundle")
        }
        guard contents.problems.isEmpty else {
            throw somethingElse("contains more than a bundle: \(contents.problems[0].shown)")
        }
        let listed = Set(
            (manifest.files.map(\.path) + BundleManifest.ownNames).map { Value.Text($0) })
        let strangers = contents.files.keys.filter { !listed.contains($0) }
            .map(\.string).sorted { $0.precedesInBytes($1) }
        if let first = strangers.first {
            let others = strangers.count == 1 ? "" : " and \(strangers.count - 1) more"
            throw somethingElse("contains more than a bundle: \(first)\(others)")
        }
        return contents.files.keys.map(\.string)
    }

    private func somethingElse(_ what: String) -> Refusal {
        Refusal(
            .exists, "\(path) \(what).",
            hint: .typed("Choose another destination with -o, or remove the existing one."))
    }

    /// The location of the directory, its parent, and its name.
    ///
    /// A symbolic link is resolved, so that replacing the directory keeps the link.
    private var place: (target: String, parent: String, name: String) {
        let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        let parts = target.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
        return (target, "/" + parts.dropLast().joined(separator: "/"), parts.last ?? "")
    }

    /// Cleans up after processes that were killed while replacing a bundle.
    ///
    /// If the destination does not exist, the previous bundle is restored. Otherwise, the project's
    /// leftover bundles and unfinished drafts are removed. Other files are left untouched.
    private func recover(_ project: Project) throws {
        guard form == nil else { return }
        let (target, parent, name) = place
        guard Files.isDirectory(parent) else { return }
        let prefix = ".\(name)-"
        for found in try Files.names(in: parent) where found.hasPrefix(prefix) {
            let rest = found.dropFirst(prefix.count)
            let isFormer = rest.hasSuffix("-former")
            guard let process = Int32(isFormer ? rest.dropLast(7) : rest), Leftovers.isDead(process)
            else { continue }
            let left = "\(parent)/\(found)"
            guard Files.kind(of: left) == .directory else { continue }
            if isFormer, !Files.exists(target) {
                try Files.move(left, to: target)
                try Files.synchronize(directory: parent)
            } else if let files = try? BundleDestination(left).former(of: project) {
                try FileTree.remove(files, below: left)
            } else if let files = try? Files.filesBelow(left),
                files.allSatisfy({ Leftovers.isDraft($0, of: process) })
            {
                try FileTree.remove(files, below: left)
            }
        }
    }

    private func replace(_ former: [String], with bundle: ReleaseBundle) throws {
        let (target, parent, name) = place
        let staged = "\(parent)/.\(name)-\(getpid())"
        let aside = staged + "-former"
        for path in [staged, aside] where Files.exists(path) {
            throw Refusal(.exists, "\(path) already exists.", hint: "Inspect it, then remove it.")
        }
        do {
            try FileTree.write(bundle.files, below: staged)
            try Files.copyPermissions(of: target, to: staged)
            try Files.move(target, to: aside)
            do {
                try Files.move(staged, to: target)
            } catch {
                try Files.move(aside, to: target)
                throw error
            }
        } catch {
            try? Files.remove(staged)
            throw error
        }
        try Files.synchronize(directory: parent)
        // If somebody added files to the previous directory meanwhile, leave and report these
        // files.
        try FileTree.remove(former, below: aside)
    }
}

extension BundleProblem {
    /// A short form of the problem, as part of a sentence.
    var shown: String { path ?? message }
}
