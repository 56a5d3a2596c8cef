package import JSON
import Texts
package import Translation
package import Workspace

extension SourceComparison {
    /// The comparison of the strings in sources with the project's strings.
    ///
    /// The shape is `{"new", "moved", "gone", "unused", "unclear", "unchanged"}`. If `outcome` is
    /// not nil, the result of the import follows: `commit`, `events` and `skipped`.
    package func json(_ outcome: Outcome?, in project: Project) -> JSONValue {
        .object { members in
            members.add("new", .array(new.map { $0.json() }))
            members.add(
                "moved", .array(moved.map { $0.mention.json(before: $0.before, old: $0.old) }))
            for (name, strings) in [("gone", gone), ("unused", unused)] {
                members.add(
                    name,
                    .array(
                        strings.map { string, before in
                            .object { members in
                                members.add(string)
                                members.add("before", list: before)
                            }
                        }))
            }
            members.add(
                "unclear",
                .array(
                    unclear.map { string, place in
                        .object { members in
                            members.add(string)
                            members.add("refs", list: [place.reference])
                        }
                    }))
            members.add("unchanged", unchangedCount)
            guard let outcome else { return }
            outcome.add(to: &members)
            members.add(
                "skipped", list: outcome.tally.skipped.map { $0.string.spelled(in: project) })
        }
    }
}

extension SourceMention {
    fileprivate func json(before: [String]? = nil, old: StringID? = nil) -> JSONValue {
        .object { members in
            members.add(string)
            members.add("value", newText)
            members.add("comment", comment)
            if let before { members.add("before", list: before) }
            if let old { members.add("from", .object { $0.add(old) }) }
            members.add("refs", list: places.map(\.reference))
        }
    }
}

extension SourceMention.Place {
    fileprivate var reference: String { "\(path):\(line)" }
}
