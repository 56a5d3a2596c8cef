import JSON
import Memory
import ReadModel
import Representations
import Suggestions
import Texts
import Translation
import Walks
import Workspace

extension Agent {
    func readString(_ arguments: inout ToolArguments) throws -> AgentStep {
        let locale = try arguments.requiredLanguage()
        let key = try arguments.key(limits)
        return .read { snapshot in
            try snapshot.requireLocale(locale)
            return try read(UnitID(locale, snapshot.string(key)), in: snapshot)
        }
    }

    /// Returns the steps that read a string with all that a translator needs.
    func read(_ unit: UnitID, in snapshot: Snapshot) throws -> AgentStep {
        try snapshot.requireString(unit.string)
        // A front end looks up similar texts, because servers do that on another thread.
        var collector = try ContextCollector(for: unit.locale, in: snapshot, memory: nil)
        guard let item = try TranslationItem(unit, in: snapshot),
            let context = try collector.context(of: unit.string)
        else { throw AgentFailure.defect }
        let notations = try snapshot.placeholderNotations(of: item.definition)
        let texts = item.definition.value.texts.map(\.text)
        let question = MemoryQuestion(
            text: texts.last ?? "", locale: unit.locale, string: unit.string, minimum: 50,
            limit: 3)
        return .remember([question]) { matches in
            var context = context
            context.similarTexts = matches.joined().map {
                .init(percent: min($0.percent, 100), source: $0.source, target: $0.target)
            }
            return .done(
                .object { members in
                    item.add(to: &members, owner: owner)
                    var placeholders: [String] = []
                    for placeholder in texts.flatMap({
                        ProtectedText($0, notations: notations).placeholders
                    }) where !placeholders.contains(placeholder) {
                        placeholders.append(placeholder)
                    }
                    members.add("placeholders", list: placeholders)
                    members.add("context", context.json)
                })
        }
    }

    func checkText(_ arguments: inout ToolArguments) throws -> AgentStep {
        let locale = try arguments.requiredLanguage()
        let key = try arguments.key(limits)
        let value = try arguments.value(limits)
        return .read { snapshot in
            try snapshot.requireLocale(locale)
            let string = try snapshot.string(key)
            try snapshot.requireString(string)
            let findings = try snapshot.findings(
                of: value, in: snapshot.model.unit(locale, string))
            return .done(
                .object { members in
                    members.add("locale", locale.rawValue)
                    members.add(string)
                    members.add("passes", !findings.contains { $0.severity == .error })
                    members.add("findings", .array(findings.map(\.json)))
                })
        }
    }
}

extension Finding {
    /// A finding in a text: `{"check", "severity", "message"}`.
    var json: JSONValue {
        .object { members in
            members.add("check", check)
            members.add("severity", severity.rawValue)
            members.add("message", message)
        }
    }
}

extension TranslationItem {
    /// Adds the string, its source text, its text in the language, and the open proposals.
    fileprivate func add(to members: inout JSONMembers, owner: HashedGuid) {
        members.add("locale", unit.locale.rawValue)
        members.add(unit.string)
        members.add("source", definition.value.json)
        members.add("text", current?.value.json)
        members.add("stale", current?.isStale ?? false)
        members.add("flagged", flagReason)
        let forms = TextForms(of: definition.value, in: unit.locale)?.forms ?? []
        let named = forms.compactMap { form in
            form.name.map { name in
                JSONValue.object { members in
                    members.add("form", name)
                    members.add("numbers", form.numbers)
                }
            }
        }
        if !named.isEmpty { members.add("forms", .array(named)) }
        members.add("comments", list: comments.compactMap(\.payload.comment))
        members.add(
            "proposals",
            .array(
                proposals.map { proposal in
                    .object { members in
                        members.add("id", proposal.id.description)
                        members.add("value", proposal.proposed.value.json)
                        members.add("origin", proposal.proposed.origin.description)
                        members.add("own", proposal.proposed.guid == owner)
                    }
                }))
    }
}

extension Payload {
    /// The text of a comment.
    fileprivate var comment: String? {
        if case .commentAdded(_, let text, _) = self { text } else { nil }
    }
}
