import JSON
import ReadModel
import Representations
import Texts
import Translation
import Workspace

/// A resource that an agent can read: a language, or a string in a language.
struct AgentResource: Sendable {
    private let locale: String
    /// The string, or nil for the language itself.
    private let string: (section: String, key: String)?

    private static let prefix = "dragoman:///languages/"

    /// Parses an address; returns nil if it has another form.
    init?(uri: String) {
        guard uri.utf8.count <= 4_096, uri.hasPrefix(Self.prefix) else { return nil }
        let parts = uri.dropFirst(Self.prefix.count)
            .split(separator: "/", omittingEmptySubsequences: false)
        let decoded = parts.compactMap(PercentText.decode)
        guard decoded.count == parts.count, let locale = decoded.first, !locale.isEmpty else {
            return nil
        }
        self.locale = locale
        switch decoded.count {
        case 1: string = nil
        case 4 where decoded[1] == "strings": string = (decoded[2], decoded[3])
        default: return nil
        }
    }

    static func unknown(
        _ uri: String, _ code: ProtocolError.Code, _ id: JSONValue
    ) -> ProtocolError {
        ProtocolError(
            code, "There is no resource “\(uri.prefix(200))”.", id: id,
            data: AgentFailure(
                code: "unknown-resource", message: "The address has another form.",
                hint: "resources/templates/list describes the addresses."
            ).json)
    }

    /// Returns the steps that read the resource.
    func step(for agent: Agent) -> AgentStep {
        .read { snapshot in
            let tag = try Workspace.language(locale, warn: { _ in })
            try snapshot.requireLocale(tag)
            guard let string else {
                let row = try snapshot.model.status(of: tag)
                return .done(try row.described(in: snapshot))
            }
            return try agent.read(
                UnitID(tag, StringID(section: string.section, key: string.key)), in: snapshot)
        }
    }

    /// The forms of addresses, for `resources/templates/list`.
    static var templates: JSONValue {
        func template(_ rest: String, _ name: String, _ summary: String) -> JSONValue {
            .object { members in
                members.add("uriTemplate", prefix + rest)
                members.add("name", name)
                members.add("description", summary)
                members.add("mimeType", "application/json")
            }
        }
        return .object { members in
            members.add(
                "resourceTemplates",
                [
                    template("{locale}", "language", "A language with the numbers of its texts."),
                    template(
                        "{locale}/strings/{section}/{key}", "string",
                        "A string in a language, as read_string returns it."),
                ])
        }
    }

    /// Returns the step that lists the languages as resources.
    static func list(
        after cursor: JSONValue?, of agent: Agent, _ id: JSONValue
    ) throws(ProtocolError) -> AgentStep {
        let start = cursor.map { $0.stringValue.flatMap { Int($0) } ?? -1 } ?? 0
        guard start >= 0 else {
            throw ProtocolError(.invalidParams, "“cursor” is not a position in the list.", id: id)
        }
        return .read { snapshot in
            let tags = try snapshot.locales()
            // A client may send any number.
            let begin = min(start, tags.count)
            let end = begin + min(AgentLimits.page, tags.count - begin)
            return .done(
                try .object { members in
                    members.add(
                        "resources",
                        .array(
                            try tags[begin..<end].map { tag in
                                let name = try snapshot.model.locale(tag)?.attributes?.name
                                return .object { members in
                                    members.add("uri", prefix + PercentText.encode(tag.rawValue))
                                    members.add("name", tag.rawValue)
                                    members.add("title", name)
                                    members.add("mimeType", "application/json")
                                }
                            }))
                    if end < tags.count { members.add("nextCursor", "\(end)") }
                })
        }
    }
}
