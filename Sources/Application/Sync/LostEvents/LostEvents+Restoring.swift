import EventStore
import GitEventStore
import Texts
package import Translation
import Workspace

/// The result of `fsck --restore`.
package struct Restoration: Sendable {
    /// The new commit, or nil if nothing was restored.
    package let commit: String?
    /// The restored events that this version can read, sorted by id.
    package let events: [EventID]
    /// The total number of restored lines, including events of later versions.
    package let lines: Int
    /// The number of lines that were not restored, because the history does not show which line of
    /// their event was first.
    package let undecided: Int
}

extension LostEvents {
    /// Adds lost events to the branch again, byte for byte.
    ///
    /// Restores events of later versions as well. Skips malformed lines, and lines that may not
    /// have been their event's first line. If `names` is not empty, restores exactly the named
    /// lines, including uncertain ones. Each name is an id, or `ID@COMMIT` for the line in a
    /// certain commit, as in ``Loss/name``.
    ///
    /// Throws a ``Refusal`` in the same cases as every write, and also if a name matches no lost
    /// event or several lines.
    package func restore(_ names: [String] = []) throws -> Restoration {
        let store = workspace.store
        let author = try Workspace.author(of: store.repository, host: workspace.host)
        let restoration = try workspace.exclusively {
            let head = try workspace.catchUp()
            let all = try losses(before: head).lines.filter(\.isEvent)
            let lost = try names.isEmpty ? all.filter(\.isCertain) : Self.named(names, among: all)
            let left = all.count { !$0.isCertain } - lost.count { !$0.isCertain }
            guard !lost.isEmpty else {
                return Restoration(commit: nil, events: [], lines: 0, undecided: left)
            }
            try workspace.read { try workspace.refuseUnsigned(in: $0.model) }
            let ids = Set(lost.compactMap { $0.event?.id }).sorted()
            let message =
                CommitMessage.restoring(lost.count) + "\n"
                + ids.prefix(100).map { "\($0)\n" }.joined()
            // The commits that last contained uncertain lines become parents of the new commit.
            // This later proves that the lines are old.
            let places = Set(lost.filter { !$0.isCertain }.compactMap(\.lost.lastSeen))
            let position = try store.restore(
                Addition(files: restoredFiles(lost), message: message, author: author),
                from: places, expecting: head)
            return Restoration(
                commit: position.commit, events: ids, lines: lost.count, undecided: left)
        }
        if restoration.commit != nil { workspace.collectGarbageIfNeeded() }
        return restoration
    }

    /// Returns the lost lines with the given names, each once.
    private static func named(_ names: [String], among losses: [Loss]) throws -> [Loss] {
        var chosen: [Loss] = []
        var lines: Set<[UInt8]> = []
        for name in names {
            let parts = name.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
            let commit = parts.count > 1 ? parts[1].lowercased() : ""
            let matches = losses.filter { loss in
                loss.event?.id.description == parts[0].uppercased()
                    && (loss.lost.lastSeen ?? "").hasPrefix(commit)
            }
            guard let loss = matches.first else {
                throw Refusal(
                    .unknownID, "There is no lost event \(name).",
                    hint: .typed("`dragoman fsck` lists the events that can be restored."))
            }
            guard matches.count == 1 else {
                throw Refusal(
                    .ambiguousID, "There are \(matches.count) lost lines for the event \(name).",
                    hint: "Specify one: \(matches.map { "`\($0.name)`" }.joined(separator: ", ")).")
            }
            if lines.insert(loss.lost.line).inserted { chosen.append(loss) }
        }
        return chosen
    }

    /// Returns new files for lost lines, named after their contents.
    ///
    /// The previous files may still exist with other lines. If two clones restore the same lines,
    /// they create the same files. A line that may be wrong gets a separate file, so that it can be
    /// removed alone.
    private func restoredFiles(_ lost: [Loss]) -> [NewFile] {
        let sorted = lost.sorted { first, second in
            let ids = (first.event?.id.description ?? "", second.event?.id.description ?? "")
            if ids.0 != ids.1 { return ids.0 < ids.1 }
            return first.lost.line.lexicographicallyPrecedes(second.lost.line)
        }
        let folders = Dictionary(grouping: sorted.filter(\.isCertain), by: folder(of:))
        let groups =
            folders.sorted { $0.key < $1.key }
            + sorted.filter { !$0.isCertain }.map { (folder(of: $0), [$0]) }
        return groups.flatMap { folder, losses in
            NewFile.files(folder: folder, lines: losses.map { ("", $0.lost.line) })
        }.map(\.asSegment)
    }

    /// Returns the folder of the event's language, or the line's previous folder if the event
    /// cannot be read.
    private func folder(of loss: Loss) -> String {
        if let event = loss.event { return FolderName.folder(ofTag: event.locale.rawValue) }
        let parts = loss.lost.path.split(separator: "/")
        return parts.count > 1
            ? String(parts[0]) : FolderName.folder(ofTag: workspace.project.source.rawValue)
    }
}
