public import Archive
import Foundation
import Machine
import Texts
public import Translation

/// Where a bundle goes: a directory, or one file.
public struct BundleDestination: Sendable {
    /// The absolute path.
    public let path: String
    /// The form of the archive; `nil` for a directory.
    public let form: ArchiveForm?

    /// Takes an absolute path; its end says what it is to be.
    public init(_ path: String) {
        self.path = path
        form = ArchiveForm(path: path)
    }

    /// Refuses a place where something else stands than a former bundle of the project.
    ///
    /// To be asked before any work is done; ``write(_:)`` asks again. Where a process was killed while it replaced a bundle,
    /// the former one is put back first.
    public func requireFree(for project: Project) throws {
        try recover(project)
        _ = try former(of: project)
    }

    /// Puts a bundle there, whole or not at all.
    ///
    /// Of a former bundle exactly its files are replaced. A directory is written beside its place and put there by
    /// its name; a program that is killed at this moment leaves the former one under `.NAME-…-former`, and the next
    /// one puts it back or removes it.
    public func write(_ bundle: ReleaseBundle, of project: Project) throws {
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

    /// The files of the bundle that stands there; none where nothing does.
    private func former(of project: Project) throws -> [String] {
        guard Files.exists(path) else { return [] }
        guard Files.isDirectory(path) == (form == nil) else {
            throw Refusal(
                .exists, "\(path) is \(form == nil ? "a file" : "a directory").",
                hint: "Bundles end in .tar.gz or .zip, or are directories.")
        }
        if form == nil, try Files.names(in: path).isEmpty { return [] }
        let contents: BundleContents
        do {
            contents = try BundleContents(at: path)
        } catch {
            guard let refusal = error as? Refusal, refusal.code == .invalidFile else { throw error }
            throw somethingElse("is no bundle")
        }
        guard let bytes = contents.own[BundleManifest.name],
            let manifest = try? BundleManifest(bytes)
        else { throw somethingElse("is no bundle") }
        guard manifest.project.hasSameBytes(as: project.id) else {
            throw somethingElse("is a bundle of another project")
        }
        guard contents.problems.isEmpty else {
            throw somethingElse("holds more than a bundle: \(contents.problems[0].shown)")
        }
        let listed = Set(
            (manifest.files.map(\.path) + BundleManifest.ownNames).map { Value.Text($0) })
        let strangers = contents.files.keys.filter { !listed.contains($0) }
            .map(\.string).sorted { $0.precedesInBytes($1) }
        if let first = strangers.first {
            let others = strangers.count == 1 ? "" : " and \(strangers.count - 1) more"
            throw somethingElse("holds more than a bundle: \(first)\(others)")
        }
        return contents.files.keys.map(\.string)
    }

    private func somethingElse(_ what: String) -> Refusal {
        Refusal(
            .exists, "\(path) \(what).",
            hint: .typed("Name another place with -o, or make this one free."))
    }

    /// The directory's own place, as a link to it stays a link, the directory that it is in, and its name.
    private var place: (target: String, parent: String, name: String) {
        let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        let parts = target.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
        return (target, "/" + parts.dropLast().joined(separator: "/"), parts.last ?? "")
    }

    /// Clears away what processes left that were killed between the two renames of a replacement, or before.
    ///
    /// A former bundle goes back to its place if nothing stands there. Otherwise, what is a bundle of the project is removed;
    /// anything else stays.
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
            throw Refusal(.exists, "\(path) is in the way.", hint: "Look at it, and remove it.")
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
        // What came into the former directory meanwhile is somebody's: it is left, and named.
        try FileTree.remove(former, below: aside)
    }
}

extension BundleProblem {
    /// The problem as a part of a sentence.
    var shown: String { path ?? message }
}
