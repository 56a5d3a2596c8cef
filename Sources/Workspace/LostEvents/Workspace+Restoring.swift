import EventStore
import GitEventStore
public import Translation

/// What `fsck --restore` brought back.
public struct Restoration: Sendable {
    /// The commit, or `nil` if nothing was lost.
    public let commit: String?
    /// The events that this version can read, in the order of their ids.
    public let events: [EventID]
    /// How many lines came back in all, with those of later versions.
    public let lines: Int
}

extension Workspace {
    /// Adds the events again that the branch had and the tip lacks, byte for byte.
    ///
    /// Events of later versions too; what was no event stays away. Throws a ``Refusal`` as all writes do.
    public func restoreLostEvents() throws -> Restoration {
        let author = try Self.author(of: store.repository, machine: machine)
        let restoration = try exclusively {
            let head = try catchUp()
            let lost = try losses(before: head).lines.filter(\.isEvent)
            guard !lost.isEmpty else { return Restoration(commit: nil, events: [], lines: 0) }
            try refuseUnsigned(in: readModel)
            let ids = Set(lost.compactMap { $0.event?.id }).sorted()
            let message =
                CommitMessage.restoring(lost.count) + "\n"
                + ids.prefix(100).map { "\($0)\n" }.joined()
            let position = try store.append(
                Addition(files: restoredFiles(lost), message: message, author: author),
                expecting: head)
            return Restoration(commit: position.commit, events: ids, lines: lost.count)
        }
        if restoration.commit != nil { collectGarbageIfNeeded() }
        return restoration
    }

    /// Puts lost lines into files named by their contents: the files that they were in may still be there with
    /// other lines, and two clones that restore the same make the same files.
    private func restoredFiles(_ lost: [Loss]) -> [NewFile] {
        let sorted = lost.sorted { first, second in
            let ids = (first.event?.id.description ?? "", second.event?.id.description ?? "")
            if ids.0 != ids.1 { return ids.0 < ids.1 }
            return first.lost.line.lexicographicallyPrecedes(second.lost.line)
        }
        let folders = Dictionary(grouping: sorted, by: folder(of:))
        return folders.sorted { $0.key < $1.key }.flatMap { folder, losses in
            NewFile.files(folder: folder, lines: losses.map { ("", $0.lost.line) })
        }.map(\.asSegment)
    }

    /// The folder of the event's language; of what cannot be read, the one that it was in.
    private func folder(of loss: Loss) -> String {
        if let event = loss.event { return FolderName.folder(ofTag: event.locale.rawValue) }
        let parts = loss.lost.path.split(separator: "/")
        return parts.count > 1
            ? String(parts[0]) : FolderName.folder(ofTag: project.source.rawValue)
    }
}
