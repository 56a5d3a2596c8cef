import JSON
import ReadModel
import Translation

extension AgentTool {
    /// The parameters of the tool.
    var parameters: [Parameter] {
        typealias Schema = ToolSchema
        switch self {
        case .listLanguages: return []
        case .findStrings:
            return [
                Schema.text("text", "The text to look for; all strings if it is absent."),
                Schema.language(
                    "The language of the translations; the source language by default."),
                Schema.anySection,
                Schema.choice("state", UnitListState.allCases, "Only strings in this state."),
            ] + Schema.paging
        case .readString: return [Schema.requiredLanguage, Schema.section, Schema.key]
        case .listWork:
            return [
                Schema.requiredLanguage, Schema.anySection,
                Schema.choice(
                    "state", WorkState.allCases, "The kind of work; missing by default."),
            ] + Schema.paging
        case .checkText:
            return [Schema.requiredLanguage, Schema.section, Schema.key, Schema.value]
        case .propose, .setTexts:
            return [Schema.requiredLanguage, Schema.texts(isSet: self == .setTexts), Schema.dryRun]
        case .listProposals:
            return [
                Schema.language("Only in this language."), Schema.anySection,
                Schema.choice("state", Proposal.State.allCases, "Only proposals in this state."),
            ] + Schema.paging
        case .deleteProposals, .acceptProposals, .deleteAnyProposals:
            return [Schema.ids, Schema.dryRun]
        case .rejectProposals:
            return [
                Schema.ids, Schema.choice("code", ReasonCode.known, "The kind of reason."),
                Schema.text("reason", "The reason, which the author can read."), Schema.dryRun,
            ]
        case .readGlossary:
            return [
                Schema.requiredLanguage,
                Schema.text("text", "Only the terms that occur in this source text."),
            ] + Schema.paging
        case .searchMemory:
            return [
                Schema.requiredLanguage,
                Schema.text("text", "A text in the source language.", isRequired: true),
                Schema.number(
                    "minimum", 1...100, "The minimum similarity in percent; 75 by default."),
                Schema.number("limit", 1...20, "The maximum number of matches; 5 by default."),
            ]
        case .compareReleases:
            return [
                Schema.text(
                    "from", "A release, a revision or a time; the newest release by default."),
                Schema.text("to", "A release, a revision or a time; the newest state by default."),
                Schema.language("Only in this language."),
            ] + Schema.paging
        }
    }
}

/// Builds JSON schemas of parameters.
enum ToolSchema {
    /// Adds the members of an object's schema.
    static func describe(_ parameters: [AgentTool.Parameter], in schema: inout JSONMembers) {
        schema.add("type", "object")
        schema.addObject("properties") { properties in
            for parameter in parameters { properties.add(parameter.name, parameter.schema) }
        }
        let required = parameters.filter(\.isRequired).map(\.name)
        if !required.isEmpty { schema.add("required", list: required) }
        schema.add("additionalProperties", false)
    }

    static func text(
        _ name: String, _ summary: String, isRequired: Bool = false
    ) -> AgentTool.Parameter {
        .init(name: name, schema: described(summary, ("type", "string")), isRequired: isRequired)
    }

    static func number(
        _ name: String, _ range: ClosedRange<Int64>, _ summary: String
    ) -> AgentTool.Parameter {
        .init(
            name: name,
            schema: described(
                summary, ("type", "integer"), ("minimum", .integer(range.lowerBound)),
                ("maximum", .integer(range.upperBound))))
    }

    static func choice(
        _ name: String, _ values: [some RawRepresentable<String>], _ summary: String
    ) -> AgentTool.Parameter {
        choice(name, values.map(\.rawValue), summary)
    }

    static func choice(
        _ name: String, _ values: [String], _ summary: String
    ) -> AgentTool.Parameter {
        .init(
            name: name,
            schema: described(
                summary, ("type", "string"), ("enum", .array(values.map { .string($0) }))))
    }

    static func language(_ summary: String) -> AgentTool.Parameter { text("locale", summary) }

    static let requiredLanguage = text(
        "locale", "A language tag, such as fr or pt-BR.", isRequired: true)
    static let section = text("section", "The section; the default section if it is absent.")
    /// The section of a list.
    static let anySection = text("section", "Only in this section.")
    static let key = text("key", "The key of the string.", isRequired: true)
    static let value = AgentTool.Parameter(
        name: "value",
        schema: described(
            "The text: a string, or an object with the structure of the source text and the forms that read_string lists, such as {\"by\": \"plural\", \"cases\": {\"one\": …, \"other\": …}}.",
            ("type", ["string", "object"])), isRequired: true)
    static let ids = AgentTool.Parameter(
        name: "ids",
        schema: described(
            "Ids of proposals.", ("type", "array"), ("items", described(nil, ("type", "string"))),
            ("minItems", 1), ("maxItems", .integer(Int64(AgentLimits.items)))), isRequired: true)
    static let dryRun = AgentTool.Parameter(
        name: "dryRun",
        schema: described("Report the result, but write nothing.", ("type", "boolean")))
    static let paging = [
        number("limit", 1...Int64(AgentLimits.page), "The maximum number of items; 50 by default."),
        text("cursor", "“nextCursor” of the previous page."),
    ]

    /// The parameter of the texts to propose or to set.
    static func texts(isSet: Bool) -> AgentTool.Parameter {
        let item = JSONValue.object { describe(textParameters(isSet: isSet), in: &$0) }
        return .init(
            name: "texts",
            schema: described(
                "The texts.", ("type", "array"), ("items", item), ("minItems", 1),
                ("maxItems", .integer(Int64(AgentLimits.items)))), isRequired: true)
    }

    /// The members of each text.
    static func textParameters(isSet: Bool) -> [AgentTool.Parameter] {
        let note = text("note", "A note for the reviewer.")
        let source = AgentTool.Parameter(
            name: "source",
            schema: described(
                "The source text that you translated. The text is refused if the source text is now different.",
                ("type", ["string", "object"])))
        return [key, section, value] + (isSet ? [] : [note]) + [source]
    }

    private static func described(
        _ summary: String?, _ members: (key: String, value: JSONValue)...
    ) -> JSONValue {
        .object { schema in
            for member in members { schema.add(member.key, member.value) }
            schema.add("description", summary)
        }
    }
}
