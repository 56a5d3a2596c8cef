import Texts

/// Decides an import file by file, so that no more than one file's events need to be in memory.
///
/// The result equals that of ``Command/importFiles(_:)`` for the same files in the same order,
/// those of the source language first, except for the order of removals. Idempotency keys need all
/// files at once and are supported only there.
public struct ImportDecider<State: StateReader, Random: RandomNumberGenerator> {
    private var decider: Decider<RememberedState<State>, Random>
    /// The files of the present language that prune.
    private var pruning: PruningFiles?

    /// Begins with the state that all files are decided from.
    public init(state: State, context: DecisionContext, clock: EventClock<Random>) {
        decider = Decider(state: RememberedState(state), context: context, clock: clock)
    }

    /// The outcome so far.
    public var tally: ImportTally { decider.decision.tally }

    /// Returns the events that follow from a file; throws a ``Refusal``, after which there is nothing more to decide.
    public mutating func events(of file: FileImport) throws -> [Event] {
        if file.prunes {
            pruning = pruning ?? PruningFiles(in: file.locale)
            pruning?.add(file)
        }
        return try decide { try $0.importFile(file) }
    }

    /// Removes what files that prune lack, and forgets which texts were set, when no more files of a language follow.
    public mutating func finishLanguage() throws -> [Event] {
        let files = pruning
        pruning = nil
        let events = try decide { if let files { try $0.prune(files) } }
        decider.settled.forgetTexts()
        return events
    }

    /// Notes which new strings may be old ones under other keys.
    public mutating func note(_ renames: [ImportTally.Rename]) {
        decider.decision.tally.renames = renames
    }

    private mutating func decide(
        _ body: (inout Decider<RememberedState<State>, Random>) throws -> Void
    ) throws -> [Event] {
        try body(&decider)
        try decider.refuseChangesOfFrozenTexts(in: decider.decision.events[...])
        try decider.refuseForbiddenCharacters(in: decider.decision.events[...])
        try decider.keepMeta()
        defer { decider.decision.events = [] }
        return decider.decision.events
    }
}
