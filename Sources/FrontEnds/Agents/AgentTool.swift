package import JSON
import ReadModel
import Translation
package import Workspace

/// A tool that an agent can call.
package enum AgentTool: String, Sendable, CaseIterable {
    case listLanguages = "list_languages"
    case findStrings = "find_strings"
    case readString = "read_string"
    case listWork = "list_work"
    case checkText = "check_text"
    case propose
    case listProposals = "list_proposals"
    case deleteProposals = "delete_proposals"
    case readGlossary = "read_glossary"
    case searchMemory = "search_memory"
    case compareReleases = "compare_releases"
    case acceptProposals = "accept_proposals"
    case rejectProposals = "reject_proposals"
    case setTexts = "set_texts"
    case deleteAnyProposals = "delete_any_proposals"

    /// The tools that decide instead of proposing, which are offered only if they are allowed by
    /// name.
    package static let further: [AgentTool] = [
        .acceptProposals, .rejectProposals, .setTexts, .deleteAnyProposals,
    ]

    /// Returns the tools for an agent: those that read and propose, and further ones by name.
    ///
    /// `isPermitted` returns true if the agent has a right; nil means the right to read.
    package static func offered(
        further allowed: Set<AgentTool>, where isPermitted: (Right?) -> Bool = { _ in true }
    ) -> [AgentTool] {
        allCases.filter { tool in
            (!further.contains(tool) || allowed.contains(tool)) && isPermitted(tool.right)
        }
    }

    /// The right that the tool needs, or nil if it only reads.
    package var right: Right? {
        switch self {
        case .listLanguages, .findStrings, .readString, .listWork, .checkText, .listProposals,
            .readGlossary, .searchMemory, .compareReleases:
            nil
        case .propose, .deleteProposals: .propose
        // A set text replaces the review of a person, so it takes the same right.
        case .acceptProposals, .rejectProposals, .setTexts, .deleteAnyProposals: .review
        }
    }

    /// Returns the first step of a call.
    func step(_ arguments: inout ToolArguments, for agent: Agent) throws -> AgentStep {
        switch self {
        case .listLanguages: try agent.listLanguages(&arguments)
        case .findStrings: try agent.findStrings(&arguments)
        case .readString: try agent.readString(&arguments)
        case .listWork: try agent.listWork(&arguments)
        case .checkText: try agent.checkText(&arguments)
        case .propose: try agent.propose(&arguments)
        case .listProposals: try agent.listProposals(&arguments)
        case .deleteProposals: try agent.deleteProposals(&arguments, byPerson: false)
        case .readGlossary: try agent.readGlossary(&arguments)
        case .searchMemory: try agent.searchMemory(&arguments)
        case .compareReleases: try agent.compareReleases(&arguments)
        case .acceptProposals: try agent.acceptProposals(&arguments)
        case .rejectProposals: try agent.rejectProposals(&arguments)
        case .setTexts: try agent.setTexts(&arguments)
        case .deleteAnyProposals: try agent.deleteProposals(&arguments, byPerson: true)
        }
    }

    /// A description for the model.
    var summary: String {
        switch self {
        case .listLanguages:
            "List the languages with the numbers of translated, missing, stale and proposed texts. The first one is the source language."
        case .findStrings:
            "Find strings by a text in the key, source text, translation or comment, or list all strings of a section."
        case .readString:
            "Read a string with all that helps to translate it: comment, length limit, plural forms, placeholders, neighbours, glossary, other languages, similar texts, and rejected proposals with the reasons."
        case .listWork:
            "List the strings of a language whose text is missing, stale or flagged, without those for which you have an open proposal."
        case .checkText:
            "Check a text for a string without proposing it. An error would prevent the proposal; warnings are for you to judge."
        case .propose:
            "Propose up to \(AgentLimits.items) texts in a language. Each is checked first. Texts with errors are refused, and the rest is proposed. A new text replaces your own open proposal for the string, and never that of another. People decide on proposals."
        case .listProposals:
            "List your own proposals, newest last, with the decisions of people and their reasons."
        case .deleteProposals: "Delete open proposals of your own."
        case .readGlossary:
            "List the terms of the glossary with their translations in a language, or only the terms that occur in a text."
        case .searchMemory:
            "Find earlier translations of texts that are similar to a source text."
        case .compareReleases:
            "List the texts that differ between two releases, or between a release and the newest state. Without “from”, compares the newest release."
        case .acceptProposals:
            "Accept open proposals of any author. Their texts become the texts of the app, and count as reviewed."
        case .rejectProposals: "Reject open proposals of any author, with a reason."
        case .setTexts:
            "Set up to \(AgentLimits.items) texts in a language, without a review. Each is checked first."
        case .deleteAnyProposals: "Delete open proposals of any author."
        }
    }

    /// A parameter of a tool.
    struct Parameter {
        let name: String
        let schema: JSONValue
        var isRequired = false
    }

    /// The tool as `tools/list` describes it.
    package var json: JSONValue {
        .object { members in
            members.add("name", rawValue)
            members.add("description", summary)
            members.addObject("inputSchema") { schema in
                ToolSchema.describe(parameters, in: &schema)
            }
            members.addObject("annotations") { hints in
                hints.add("readOnlyHint", right == nil)
                if right != nil { hints.add("destructiveHint", Self.further.contains(self)) }
                hints.add("openWorldHint", false)
            }
        }
    }
}
