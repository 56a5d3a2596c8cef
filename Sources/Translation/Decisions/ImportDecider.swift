/// Decides an import file by file, so that no more than one file's events need to be in memory.
///
/// What it decides is what ``Command/importFiles(_:)`` decides of the same files in the same order, those of the source language
/// first; pruning and idempotency keys need all files at once and are left to that.
public struct ImportDecider<State: StateReader, Random: RandomNumberGenerator> {
    private var decider: Decider<RememberedState<State>, Random>

    /// Begins with the state that all files are decided from.
    public init(state: State, context: DecisionContext, clock: EventClock<Random>) {
        decider = Decider(state: RememberedState(state), context: context, clock: clock)
    }

    /// What was done with the entries so far.
    public var tally: ImportTally { decider.decision.tally }

    /// Returns the events that follow from a file; throws a ``Refusal``, after which there is nothing more to decide.
    public mutating func events(of file: FileImport) throws -> [Event] {
        try decider.importFile(file)
        try decider.refuseChangesOfFrozenTexts(in: decider.decision.events[...])
        try decider.refuseForbiddenCharacters(in: decider.decision.events[...])
        try decider.keepMeta()
        defer { decider.decision.events = [] }
        return decider.decision.events
    }

    /// Forgets which texts were set, when no more files of their languages follow.
    public mutating func finishLanguage() { decider.sofar.forgetTexts() }
}
