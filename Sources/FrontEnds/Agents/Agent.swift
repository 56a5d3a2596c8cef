package import Translation
import Workspace

/// An agent, with everything that its tools depend on.
package struct Agent: Sendable {
    /// The name in the origin of its proposals.
    package let name: String
    /// The guid that owns its proposals.
    ///
    /// It is a secret.
    package let guid: String
    package let project: Project
    /// The tools that the agent may call.
    package let tools: [AgentTool]
    package let limits: AgentLimits
    /// The version of the program.
    package let version: String

    package init(
        name: String, guid: String, project: Project, tools: [AgentTool],
        limits: AgentLimits = AgentLimits(), version: String
    ) {
        self.name = name
        self.guid = guid
        self.project = project
        self.tools = tools
        self.limits = limits
        self.version = version
    }

    /// The origin of the agent's proposals.
    var origin: Origin { .machine(name) }

    /// The guid as events contain it.
    var owner: HashedGuid { HashedGuid(guid: guid, project: project) }

    /// Returns a name in the form that an agent's name has, or nil if nothing is left of it.
    ///
    /// Only letters, digits, dots, hyphens and underscores stay; each run of other characters
    /// becomes a hyphen. A slash would look like the separator between a service and its model.
    package static func name(from text: String) -> String? {
        let words = text.unicodeScalars.split { scalar in
            !scalar.properties.isAlphabetic && scalar.properties.numericType == nil
                && !"._-".unicodeScalars.contains(scalar)
        }
        let name = words.map(String.init).joined(separator: "-").unicodeScalars
            .prefix(longestName)
        return name.isEmpty ? nil : String(name)
    }

    /// The maximum length of a name, in Unicode scalars.
    private static let longestName = 60
}

/// The limits of an agent's calls.
package struct AgentLimits: Sendable {
    /// The maximum size of a text, in bytes.
    package var value = 16 << 10
    /// The maximum size of a note or a reason, in bytes.
    package var remark = 4 << 10
    /// The maximum size of a key, in bytes.
    package var key = 1 << 10

    package init() {}

    /// The maximum number of texts or proposals in one call.
    static let items = 50
    /// The maximum number of items in a page of a list.
    static let page = 200
    /// The size at which a page of a list ends even if it has fewer items, in bytes.
    static let pageBytes = 128 << 10
}
