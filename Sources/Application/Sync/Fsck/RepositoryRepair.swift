import EventStore
import Git
import GitEventStore
import Machine
import ReadModel
import Translation
package import Workspace

/// The result of a repair of damaged objects.
package struct RepairReport: Sendable {
    /// The restored objects, in the order in which they were restored.
    package internal(set) var healed: [Healed] = []
    /// The paths that damaged files were moved to.
    package internal(set) var setAside: [String] = []
    /// The number of objects that are still missing or damaged.
    package internal(set) var left = 0
    /// The remotes that could not be fetched, with the reason.
    package internal(set) var unreachable: [String] = []

    /// A restored object.
    package struct Healed: Sendable {
        /// The object's id.
        package let object: String
        /// The origin of the object's bytes, worded to follow “from” in a sentence.
        package let source: String
    }
}

/// A repair of a damaged repository: `dragoman fsck --repair`.
package struct RepositoryRepair {
    let workspace: Workspace
    private let survey: DamageSurvey

    package init(_ workspace: Workspace) {
        self.workspace = workspace
        survey = DamageSurvey(workspace)
    }

    var store: GitEventStore { workspace.store }

    /// The directory to which damaged files are moved; nothing is deleted.
    package var damagedDirectory: String { store.stateDirectory + "/damaged" }

    /// The maximum number of rounds, which limits the depth of a chain of missing objects.
    ///
    /// The entries of a missing directory are unknown until the directory is restored.
    private static let rounds = 1000

    /// Restores missing and damaged objects.
    ///
    /// Tries these sources, in this order:
    ///
    /// - readable objects in damaged packs
    /// - the read model's copies of the lines, and the project's properties
    /// - the repositories at `paths`
    /// - the remotes, each fetched at most once
    ///
    /// Accepts an object only if its hash matches its id. Moves damaged files to
    /// ``damagedDirectory``. Waits for other writers, as every write does.
    package func run(from paths: [String]) throws -> RepairReport {
        try workspace.writing.alone {
            var report = RepairReport()
            var sources = try RepairSources(workspace, paths: paths)
            var damaged = try survey.damagedObjects()
            guard !damaged.isEmpty else { return report }
            var written: Set<ObjectID> = []
            report.setAside = try setAsideDamagedPacks()
            for _ in 0..<Self.rounds {
                damaged = try survey.damagedObjects()
                guard !damaged.isEmpty else { break }
                let before = report.healed.count + report.setAside.count
                for object in damaged {
                    if let path = try setAsideLoose(object.id) { report.setAside.append(path) }
                    // A restored object stays unreadable if a pack with a damaged copy of it takes
                    // precedence.
                    guard !written.contains(object.id) else { continue }
                    if let source = try heal(object, &sources, &report) {
                        written.insert(object.id)
                        report.healed.append(
                            RepairReport.Healed(object: object.id.description, source: source))
                    }
                }
                guard report.healed.count + report.setAside.count > before else { break }
            }
            report.left = damaged.count
            try store.repository.refresh()
            return report
        }
    }

    // MARK: Restoring objects

    /// Restores an object and returns its origin, or nil if no source contains it.
    private func heal(
        _ object: DamagedObject, _ sources: inout RepairSources, _ report: inout RepairReport
    ) throws -> String? {
        if let own = try ownCopy(of: object) {
            try store.repository.writeLoose(own)
            return "this repository's own data"
        }
        guard let (found, source) = try sources.object(object.id, &report) else { return nil }
        try store.repository.writeLoose(found)
        return source
    }

    /// Returns a file's contents, rebuilt from the read model or the project's properties, if their
    /// hash matches the object's id.
    private func ownCopy(of object: DamagedObject) throws -> RawObject? {
        guard object.kind == .blob, workspace.isProjectKnown else { return nil }
        let newline = [UInt8(ascii: "\n")]
        let lines = survey.projectedLines(of: object)
        let candidates = [
            lines.flatMap { $0.line + newline },
            Array(lines.map(\.line).joined(separator: newline)),
            ProjectFile.bytes(workspace.project),
        ]
        return try candidates.lazy.map { RawObject(kind: .blob, bytes: $0) }
            .first { try $0.id == object.id }
    }

    // MARK: Moving damaged files

    private func setAside(_ path: String) throws -> String {
        try Files.makeDirectory(damagedDirectory)
        store.repository.sharing.adjust(damagedDirectory)
        let name = path.split(separator: "/").last.map(String.init) ?? "file"
        var target = damagedDirectory + "/" + name
        var number = 1
        while Files.exists(target) {
            number += 1
            target = damagedDirectory + "/\(name).\(number)"
        }
        try Files.move(path, to: target)
        return target
    }

    /// Moves the object's loose file to ``damagedDirectory`` if the file is damaged, and returns
    /// the new path.
    private func setAsideLoose(_ id: ObjectID) throws -> String? {
        let hex = id.description
        let path =
            store.repository.commonDirectory + "/objects/\(hex.prefix(2))/\(hex.dropFirst(2))"
        // If only the copy in a pack is damaged, the loose file stays.
        guard Files.exists(path), try !store.repository.isLooseAndSound(id) else { return nil }
        return try setAside(path)
    }

    /// Moves packs rejected by `git verify-pack` to ``damagedDirectory``, and unpacks their
    /// readable objects.
    ///
    /// Returns the new paths of the moved files.
    private func setAsideDamagedPacks() throws -> [String] {
        let directory = store.repository.commonDirectory + "/objects/pack"
        guard Files.isDirectory(directory), let git = Program.find("git", on: workspace.host) else {
            return []
        }
        let names = try Files.names(in: directory)
        let stems = Set(
            names.filter { $0.hasSuffix(".pack") || $0.hasSuffix(".idx") }.compactMap {
                $0.split(separator: ".").first.map(String.init)
            })
        var moved: [String] = []
        for stem in stems.sorted() {
            let hasPack = names.contains(stem + ".pack")
            if hasPack, try run(git, ["verify-pack", "\(directory)/\(stem).idx"]) == 0 {
                continue
            }
            var pack: String?
            for name in names where name.hasPrefix(stem + ".") {
                let target = try setAside("\(directory)/\(name)")
                if name.hasSuffix(".pack") { pack = target }
                moved.append(target)
            }
            // With `-r`, git skips unreadable objects and continues.
            if let pack { _ = try run(git, ["unpack-objects", "-r", "-q"], input: pack) }
        }
        if !moved.isEmpty, names.contains("multi-pack-index") {
            moved.append(try setAside("\(directory)/multi-pack-index"))
        }
        return moved
    }

    private func run(_ git: String, _ arguments: [String], input: String? = nil) throws -> Int32 {
        try Program.runGit(git, arguments, input: input, in: store.repository, on: workspace.host)
            .status
    }
}
