package import JSON
import ReadModel
import Texts
package import Translation
package import Workspace

extension Difference {
    /// The difference between two revisions.
    ///
    /// The shape is `{"fromRevision", "toRevision", "locales": […], "proposals"}`, where each
    /// language is `{"locale", "added", "changed", "removed"}`. Texts include the source text,
    /// except in the source language.
    package func json(in project: Project, showsAddresses: Bool) -> JSONValue {
        .object { members in
            members.add("fromRevision", fromRevision)
            members.add("toRevision", toRevision)
            members.add("locales", .array(locales.map { $0.json(in: project) }))
            members.add(
                "proposals", .array(proposals.map { $0.json(showsAddresses: showsAddresses) }))
        }
    }
}

extension ProposalChange {
    fileprivate func json(showsAddresses: Bool) -> JSONValue {
        let row = ProposalRow(proposal, locale: locale, string: string, current: current)
        return .object { members in
            members.add("change", kind.rawValue)
            row.add(to: &members, asking: nil, showsAddresses: showsAddresses)
        }
    }
}

extension LocaleDifference {
    fileprivate func json(in project: Project) -> JSONValue {
        let isSource = locale == project.source
        func source(_ definition: Definition?) -> JSONValue? {
            isSource ? nil : definition?.value.json
        }
        func texts(_ texts: [Text]) -> JSONValue {
            .array(
                texts.map { text in
                    .object { members in
                        members.add(text.string)
                        members.add("value", text.value.json)
                        members.add("source", source(text.definition))
                    }
                })
        }
        return .object { members in
            members.add("locale", locale.rawValue)
            members.add("added", texts(added))
            members.add(
                "changed",
                .array(
                    changed.map { change in
                        .object { members in
                            members.add(change.string)
                            members.add("before", change.before.json)
                            members.add("after", change.after.json)
                            members.add("source", source(change.definition))
                        }
                    }))
            members.add("removed", texts(removed))
        }
    }
}
