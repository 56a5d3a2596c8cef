package import JSON
import ReadModel
package import Translation
package import Workspace

extension CommitStory {
    /// The message without the lines that may contain mail addresses, such as `Proposed-by:`.
    private var messageWithoutAddresses: String {
        message.split(separator: "\n", omittingEmptySubsequences: false)
            .filter { !$0.contains("@") }.joined(separator: "\n")
    }

    /// A commit, its events, and the difference that it made.
    ///
    /// The shape is
    /// `{"commit", "parents", "author", "at", "message", "events"?, "lost"?, "difference"?}`.
    /// `aliases` maps the id of each repeated event to the original event, which becomes the
    /// repeated event's member `aliasOf`. A commit whose parent is missing in a shallow clone has
    /// no `events` and no `difference`.
    package func json(
        in project: Project, aliases: [EventID: EventID], showsAddresses: Bool
    ) -> JSONValue {
        .object { members in
            members.add("commit", id)
            members.add("parents", list: parents)
            members.add("author", author.json(showsAddresses: showsAddresses))
            members.add("at", at)
            members.add("message", showsAddresses ? message : messageWithoutAddresses)
            guard let changes else { return }
            members.add(
                "events",
                .array(
                    changes.events.map { stored in
                        let json = stored.event.json(showsAddresses: showsAddresses)
                        guard let counting = aliases[stored.event.id],
                            let object = json.objectValue
                        else { return json }
                        return .object { members in
                            for (name, value) in object.members { members.add(name, value) }
                            members.add("aliasOf", counting)
                        }
                    }))
            if !changes.lost.isEmpty {
                members.add(
                    "lost",
                    .array(changes.lost.map { $0.event.json(showsAddresses: showsAddresses) }))
            }
            members.add(
                "difference",
                changes.difference.json(in: project, showsAddresses: showsAddresses))
        }
    }
}
