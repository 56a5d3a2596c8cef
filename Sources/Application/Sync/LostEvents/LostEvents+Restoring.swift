import EventStore
import GitEventStore
import Texts
package import Translation
import Workspace

/// The result of `fsck --restore`.
package struct Restoration: Sendable {
    /// The commit, or `nil` if nothing was restored.
    package let commit: String?
    /// The events that this version can read, in the order of their ids.
    package let events: [EventID]
    /// How many lines came back in all, with those of later versions.
    package let lines: Int
    /// How many lines stayed away because it cannot be told which line of their event was first.
    package let undecided: Int
}

extension LostEvents {
    /// Adds the events again that the branch had and the tip lacks, byte for byte.
    ///
    /// Events of later versions too; what was no event stays away, and so do lines of which it cannot be told whether they were
    /// the first of their event. With `names` only these come back, those too: each is an id, or `ID@COMMIT` for the line that
    /// a commit has, as ``Loss/name`` writes it. Throws a ``Refusal`` as all writes do, and for a name that names
    /// nothing lost, or several lines.
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
            // Where it was is what tells later that the line was not made now.
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

    /// The lost lines that somebody named, each once.
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
                    .unknownID, "No lost event is called \(name).",
                    hint: .typed("`dragoman fsck` names those that can be restored."))
            }
            guard matches.count == 1 else {
                throw Refusal(
                    .ambiguousID, "\(matches.count) lines of the event \(name) are gone.",
                    hint: "Name one: \(matches.map { "`\($0.name)`" }.joined(separator: ", ")).")
            }
            if lines.insert(loss.lost.line).inserted { chosen.append(loss) }
        }
        return chosen
    }

    /// Puts lost lines into files named by their contents: the files that they were in may still be there with
    /// other lines, and two clones that restore the same make the same files.
    ///
    /// A line that may be wrong gets a file of its own, so that to take it away takes nothing else.
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

    /// The folder of the event's language; of what cannot be read, the one that it was in.
    private func folder(of loss: Loss) -> String {
        if let event = loss.event { return FolderName.folder(ofTag: event.locale.rawValue) }
        let parts = loss.lost.path.split(separator: "/")
        return parts.count > 1
            ? String(parts[0]) : FolderName.folder(ofTag: workspace.project.source.rawValue)
    }
}
