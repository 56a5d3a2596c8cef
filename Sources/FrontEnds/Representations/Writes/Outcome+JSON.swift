package import JSON
import Texts
package import Translation
package import Workspace

extension Outcome {
    /// The result of a write: `{"commit"?, "events": [ids]}`, and the members that `extra` adds.
    package func json(extra: (inout JSONMembers) -> Void = { _ in }) -> JSONValue {
        .object { members in
            add(to: &members)
            extra(&members)
        }
    }

    /// The result of an import.
    ///
    /// The first members are `commit`, `events`, `defined`, `set`, `removed` and `unchanged`.
    ///
    /// - `renames` lists new strings that have the same text as a string missing from the files,
    ///   as `{"old", "new"}`.
    /// - `pruned` lists the strings and texts that `--prune` removes, as `{"locale", "key"}`.
    /// - `skipped` lists the entries that were not imported, as `{"locale"?, "key", "reason"}`, in
    ///   the order of the listing.
    ///
    /// Keys are spelled as in the project.
    package func json(
        skipping skipped: [ImportTally.Skipped], resources: [ImportedResource],
        in project: Project, extra: (inout JSONMembers) -> Void = { _ in }
    ) -> JSONValue {
        json { members in
            tally.add(to: &members, in: project)
            if !resources.isEmpty { members.add("resources", .array(resources.map(\.json))) }
            members.add("renames", .array(tally.renames.map { $0.json(in: project) }))
            members.add(
                "pruned",
                .array(
                    pruned(in: project).map { unit in
                        .object { members in
                            members.add("locale", "\(unit.locale)")
                            members.add("key", unit.string.spelled(in: project))
                        }
                    }))
            members.add(
                "skipped",
                .array(
                    skipped.map { item in
                        .object { members in
                            members.add("locale", item.locale?.rawValue)
                            members.add("key", item.string.spelled(in: project))
                            members.add("reason", item.reason)
                        }
                    }))
            extra(&members)
        }
    }

    /// Adds `commit` and `events`.
    ///
    /// A dry run has no commit, and its list of events is empty.
    func add(to members: inout JSONMembers) {
        members.add("commit", commit)
        members.add("events", list: isDryRun ? [] : eventIDs.map(\.description))
    }
}

extension ImportTally {
    /// Adds the counts, and the strings that need a person's attention.
    fileprivate func add(to members: inout JSONMembers, in project: Project) {
        members.add("defined", defined)
        members.add("set", set)
        members.add("removed", removed)
        members.add("unchanged", unchanged)
        members.add(
            "conflicts",
            .array(
                conflicts.map { conflict in
                    .object { members in
                        members.add("locale", "\(conflict.unit.locale)")
                        members.add("key", conflict.unit.string.spelled(in: project))
                        members.add("value", conflict.value.json)
                    }
                }))
        let lists = [
            ("stale", stale), ("unknownSource", unknownSource), ("earlierSource", earlierSource),
            ("earlierText", earlierText), ("unmarked", unmarked), ("revived", revived),
        ]
        for (name, strings) in lists {
            members.add(name, list: strings.map { $0.spelled(in: project) })
        }
    }
}

extension ImportTally.Rename {
    fileprivate func json(in project: Project) -> JSONValue {
        .object { members in
            members.add("old", old.spelled(in: project))
            members.add("new", new.spelled(in: project))
        }
    }
}

extension JSONValue {
    /// The result of a write without changes: `{"events": []}`.
    package static var nothingWritten: JSONValue { .object { $0.add("events", list: []) } }
}
