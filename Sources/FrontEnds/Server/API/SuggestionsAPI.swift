import Hosting
import HTTPTypes
import Hummingbird
import JSON
package import Memory
import Representations
package import Texts
package import Translation
import Walks
import Workspace

extension APIRoutes {
    var suggestionRoutes: [Route] { [suggestions] }

    private var suggestions: Route {
        route(
            "suggestions.list", .get, "/suggestions",
            "Suggestions from the translation memory and open proposals for a string.",
            access: .scope(.read),
            parameters: [
                .init("locale", "The language.", isRequired: true),
                APIParameters.section, APIParameters.key,
            ], answers: [.json(.named("Suggestions"), "The suggestions, best first.")]
        ) { call in
            let locale = try call.language(call.context.query["locale"] ?? "")
            let key = try call.keyArgument()
            let (string, item) = try await call.read { snapshot in
                try snapshot.requireLocale(locale)
                let string = try snapshot.string(key)
                try snapshot.requireString(string)
                return (string, try TranslationItem(UnitID(locale, string), in: snapshot))
            }
            let unit = UnitID(locale, string)
            let forms = item.flatMap { TextForms(of: $0.definition.value, in: locale) }
            var memory: [JSONValue] = []
            if let item, let forms {
                for form in forms.forms {
                    guard let text = forms.text(of: item.definition.value, for: form) else {
                        continue
                    }
                    for match in await call.remembered(text, unit) {
                        memory.append(match.json(form: form.name))
                    }
                }
            }
            let proposals = (item?.proposals ?? []).map { proposal in
                JSONValue.object { members in
                    members.add("id", proposal.id.description)
                    members.add("origin", proposal.proposed.origin.description)
                    members.add("value", proposal.proposed.value.json)
                }
            }
            return JSONAnswer(
                .object { members in
                    members.add("memory", .array(memory))
                    members.add("proposals", .array(proposals))
                }
            ).response
        }
    }
}

extension ProjectCall {
    /// The minimum similarity of a remembered text, in percent, and the maximum number of matches
    /// returned.
    private static let (leastLikeness, mostMatches) = (75, 3)

    /// Returns the translation memory's matches for a unit's text, best first.
    package func remembered(_ text: String, _ unit: UnitID) async -> [MemoryMatch] {
        await project.memory.matches(
            for: text, source: project.project.source, target: unit.locale,
            section: unit.string.section, key: unit.string.key, minimum: Self.leastLikeness,
            limit: Self.mostMatches)
    }

    /// Returns the origin to record for a proposed text.
    ///
    /// If the text is an unchanged suggestion, it keeps the suggestion's origin.
    package func origin(of value: Value, for unit: UnitID) async throws -> Origin {
        guard let item = try await read({ try TranslationItem(unit, in: $0) }) else {
            return .human
        }
        if let proposal = item.proposals.first(where: { $0.proposed.value == value }) {
            return proposal.proposed.origin
        }
        guard let forms = TextForms(of: item.definition.value, in: unit.locale) else {
            return .human
        }
        for form in forms.forms {
            guard let source = forms.text(of: item.definition.value, for: form),
                let text = forms.text(of: value, for: form),
                await remembered(source, unit).contains(where: { $0.target == text })
            else { return .human }
        }
        return .memory
    }
}
