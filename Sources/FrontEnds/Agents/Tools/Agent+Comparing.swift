import EventStore
import JSON
import Representations
import Texts
import Translation
import Workspace

extension Agent {
    func compareReleases(_ arguments: inout ToolArguments) throws -> AgentStep {
        let from = try arguments.text("from", upTo: 200)
        let to = try arguments.text("to", upTo: 200)
        let locale = try arguments.language()
        let page = try AgentPage(&arguments)
        let (start, mark) = try page.index()
        return .readSlowly { snapshot in
            if let locale { try snapshot.requireLocale(locale) }
            // Later pages compare the same states, even if the project has changed.
            var (from, to) = (from, try to ?? snapshot.position?.commit)
            if let mark, let dots = mark.firstRange(of: "..") {
                (from, to) = (String(mark[..<dots.lowerBound]), String(mark[dots.upperBound...]))
            }
            let difference = try snapshot.difference(from: from, to: to).filtered(
                keepsProposals: false
            ) { tag, _ in locale == nil || tag == locale }
            return .done(
                .object { members in
                    members.add("from", difference.fromRevision)
                    members.add("to", difference.toRevision)
                    page.add(
                        "changes", difference.locales.flatMap(\.changes).dropFirst(start),
                        to: &members, json: \.json
                    ) { _, count in
                        "\(start + count)@\(difference.fromRevision)..\(difference.toRevision)"
                    }
                })
        }
    }
}

/// A text that differs between two states.
private struct TextChange {
    let locale: LanguageTag
    let string: StringID
    let before: Value?
    let after: Value?
    let source: Value?

    /// The change: `{"locale", "section", "key", "before"?, "after"?, "source"?}`.
    var json: JSONValue {
        .object { members in
            members.add("locale", locale.rawValue)
            members.add(string)
            members.add("before", before?.json)
            members.add("after", after?.json)
            members.add("source", source?.json)
        }
    }
}

extension LocaleDifference {
    fileprivate var changes: [TextChange] {
        func change(_ text: Text, _ before: Value?, _ after: Value?) -> TextChange {
            TextChange(
                locale: locale, string: text.string, before: before, after: after,
                source: text.definition?.value)
        }
        return added.map { change($0, nil, $0.value) }
            + changed.map { change in
                TextChange(
                    locale: locale, string: change.string, before: change.before,
                    after: change.after, source: change.definition?.value)
            } + removed.map { change($0, $0.value, nil) }
    }
}
