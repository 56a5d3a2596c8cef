import Git
import Languages
import Machine
import Texts
import Translation

/// The names that a push adds to the tree, in all directories, with their faults.
///
/// Some file systems cannot store a name, or treat two names as one. On such a file system, the
/// files in a clone would differ from the branch. Existing names are not checked, so that projects
/// with such names still accept pushes; `fsck` reports them.
struct NewNames {
    private(set) var findings: [PolicyFinding] = []

    /// Compares two trees, and checks the names that exist only in the new tree.
    ///
    /// If the old tree is nil, it counts as empty. Cost: proportional to the difference, because
    /// equal directories are not read.
    init(from old: ObjectID?, to new: ObjectID, in repository: GitRepository) throws {
        try look(
            try old.map(repository.treeEntries) ?? [], try repository.treeEntries(of: new), at: "",
            in: repository)
    }

    private mutating func look(
        _ old: [TreeEntry], _ new: [TreeEntry], at directory: String, in repository: GitRepository
    ) throws {
        let before = Dictionary(old.map { (Array($0.name.utf8), $0) }) { first, _ in first }
        let added = new.filter { before[Array($0.name.utf8)] == nil }
        func path(_ entry: TreeEntry) -> String {
            directory.isEmpty ? entry.name : directory + "/" + entry.name
        }
        for entry in added {
            if let fault = PortableName.fault(in: entry.name) {
                findings.append(PolicyFinding(.path, fault, path: path(entry)))
            }
        }
        for (entry, other) in PortableName.collisions(of: added, among: new) {
            findings.append(
                PolicyFinding(
                    .path,
                    "Some file systems confuse this name with “\(Visible.escaping(other.name))” "
                        + "in the same directory.",
                    path: path(entry)))
        }
        for entry in new where entry.mode == .directory {
            let known = before[Array(entry.name.utf8)]
            guard known?.id != entry.id else { continue }
            let entries =
                known?.mode == .directory
                ? try known.map { try repository.treeEntries(of: $0.id) } : nil
            try look(
                entries ?? [], try repository.treeEntries(of: entry.id), at: path(entry),
                in: repository)
        }
    }
}
