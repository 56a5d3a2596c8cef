import Checks
import JSON
import ReadModel
import Representations
import Texts
import Translation
import Workspace

/// The kinds of work that `list_work` lists.
enum WorkState: String, CaseIterable {
    case missing, stale, flagged

    var listed: UnitListState {
        switch self {
        case .missing: .missing
        case .stale: .stale
        case .flagged: .flagged
        }
    }
}

extension Agent {
    func listLanguages(_ arguments: inout ToolArguments) throws -> AgentStep {
        .read { snapshot in
            let rows = try snapshot.model.status(of: snapshot.locales())
            return .done(
                try .object { members in
                    members.add(
                        "languages", .array(try rows.map { try $0.described(in: snapshot) }))
                })
        }
    }

    func findStrings(_ arguments: inout ToolArguments) throws -> AgentStep {
        let text = try arguments.text("text", upTo: limits.key)
        let locale = try arguments.language() ?? project.source
        let section = try arguments.text("section", upTo: limits.key)
        let state: UnitListState = try arguments.choice("state") ?? .all
        return try list(
            UnitListFilter(state: state, section: section, query: text), in: locale, &arguments)
    }

    func listWork(_ arguments: inout ToolArguments) throws -> AgentStep {
        let locale = try arguments.requiredLanguage()
        let section = try arguments.text("section", upTo: limits.key)
        let state: WorkState = try arguments.choice("state") ?? .missing
        return try list(
            UnitListFilter(state: state.listed, section: section, withoutProposalsOf: owner),
            in: locale, &arguments)
    }

    /// Lists the strings that match a filter: `{"locale", "strings", "nextCursor"?}`.
    private func list(
        _ filter: UnitListFilter, in locale: LanguageTag, _ arguments: inout ToolArguments
    ) throws -> AgentStep {
        let page = try AgentPage(&arguments)
        return .read { snapshot in
            try snapshot.requireLocale(locale)
            var filter = filter
            if let section = filter.section {
                try snapshot.requireSection(section)
                filter.section = snapshot.section(section)
            }
            let list = try snapshot.model.unitList(
                locale: locale, chain: snapshot.model.lenders(to: locale), filter: filter,
                after: page.place(in: snapshot), limit: page.limit + 1)
            guard filter.state != .findings || list.hasFindings else {
                throw AgentFailure(
                    code: "no-findings", message: "The texts have not been checked yet.",
                    hint: "Check single texts with check_text, or try again in a minute.")
            }
            return .done(
                .object { members in
                    members.add("locale", locale.rawValue)
                    page.add(
                        "strings", list.rows.map(\.entry), to: &members,
                        json: { $0.json(in: locale, state: $0.mainState.rawValue) },
                        cursor: { last, _ in AgentPage.cursor(after: last.string) })
                })
        }
    }

    func readGlossary(_ arguments: inout ToolArguments) throws -> AgentStep {
        let locale = try arguments.requiredLanguage()
        let text = try arguments.text("text", upTo: limits.value)
        let page = try AgentPage(&arguments)
        let start = try page.index().start
        return .read { snapshot in
            try snapshot.requireLocale(locale)
            let entries = try snapshot.model.entries(
                locale: locale, chain: snapshot.model.lenders(to: locale),
                filter: EntryFilter(section: GlossaryCheck.section))
            let translated = entries.compactMap { entry in
                entry.shownValue.map { (source: entry.definition.value, target: $0) }
            }
            let terms =
                text.map { text in
                    Glossary(translated).terms(in: Value(text)).map {
                        (source: Value($0.source), target: Value($0.target))
                    }
                } ?? translated
            return .done(
                .object { members in
                    members.add("locale", locale.rawValue)
                    page.add(
                        "terms", terms.dropFirst(start), to: &members,
                        json: { term in
                            .object { members in
                                members.add("source", term.source.json)
                                members.add("target", term.target.json)
                            }
                        }, cursor: { _, count in "\(start + count)" })
                })
        }
    }

    func searchMemory(_ arguments: inout ToolArguments) throws -> AgentStep {
        let locale = try arguments.requiredLanguage()
        let text = try arguments.requiredText("text", upTo: limits.value)
        let minimum = try arguments.number("minimum", in: 1...100) ?? 75
        let limit = try arguments.number("limit", in: 1...20) ?? 5
        let question = MemoryQuestion(
            text: text, locale: locale, string: nil, minimum: minimum, limit: limit)
        return .read { snapshot in
            try snapshot.requireLocale(locale)
            return .remember([question]) { matches in
                .done(
                    .object { members in
                        members.add("locale", locale.rawValue)
                        members.add("matches", .array(matches.joined().map(\.json)))
                    })
            }
        }
    }
}

extension StatusRow {
    /// The language with its attributes and the numbers of its texts.
    func described(in snapshot: Snapshot) throws -> JSONValue {
        let language = locale.json(
            try snapshot.model.locale(locale)?.attributes, in: snapshot.project)
        return .object { members in
            for source in [language, json] {
                for (name, value) in source.objectValue?.members ?? []
                where !members.members.contains(where: { $0.key == name }) {
                    members.add(name, value)
                }
            }
        }
    }
}
