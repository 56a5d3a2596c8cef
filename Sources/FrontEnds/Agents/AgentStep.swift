package import JSON
package import Memory
package import Texts
package import Translation
package import Workspace

/// A step of an agent's request, which a front end carries out before it asks for the next one.
///
/// The command line carries out steps on its thread, and the server on the threads of its project.
/// Neither needs to know the tools.
package enum AgentStep: Sendable {
    /// Reads the newest state.
    case read(@Sendable (Snapshot) throws -> AgentStep)
    /// Reads the newest state, which may take longer.
    case readSlowly(@Sendable (Snapshot) throws -> AgentStep)
    /// Looks up texts in the translation memory.
    case remember([MemoryQuestion], @Sendable ([[MemoryMatch]]) throws -> AgentStep)
    /// Writes to the log.
    case write(AgentWrite, @Sendable (Outcome) throws -> AgentStep)
    /// The result.
    case done(JSONValue)
}

/// A text to look up in the translation memory.
package struct MemoryQuestion: Sendable {
    /// The text in the source language.
    package let text: String
    /// The language of the translations.
    package let locale: LanguageTag
    /// The string for which a translation is needed, if any.
    package let string: StringID?
    /// The minimum similarity in percent.
    package let minimum: Int
    package let limit: Int
}

/// A write on behalf of an agent.
package struct AgentWrite: Sendable {
    /// The verb of the commit, which determines the right that the agent needs.
    package let verb: Action.Verb
    /// The right that the agent needs.
    package let right: Right
    /// The languages that the write affects.
    package let locales: Set<LanguageTag>
    /// Whether the agent acts as the owner of its proposals, instead of as a person.
    package let isByOwner: Bool
    /// The number of new proposals.
    package let proposals: Int
    /// Whether nothing is written.
    package let isDryRun: Bool
    /// Creates the command from the state on which it is decided.
    package let command: @Sendable (any StateReader) throws -> Command

    init(
        _ verb: Action.Verb, right: Right? = nil, locales: Set<LanguageTag>,
        isByOwner: Bool = false, proposals: Int = 0, isDryRun: Bool = false,
        command: @escaping @Sendable (any StateReader) throws -> Command
    ) {
        self.verb = verb
        self.right = right ?? verb.right
        self.locales = locales
        self.isByOwner = isByOwner
        self.proposals = proposals
        self.isDryRun = isDryRun
        self.command = command
    }
}
