import Texts

/// Decides an import file by file, so that only one file's events have to be in memory.
///
/// The result equals the result of ``Command/importFiles(_:)`` for the same files, in the same
/// order with the source language first. Only the order of removals can differ. Idempotency keys
/// require all files at once, so only that command supports them.
public struct ImportDecider<State: StateReader, Random: RandomNumberGenerator> {
    private var decider: Decider<RememberedState<State>, Random>
    /// The pruning files of the current language.
    private var pruning: PruningFiles?

    /// Creates a decider for an import.
    ///
    /// All files are decided from the same state.
    public init(state: State, context: DecisionContext, clock: EventClock<Random>) {
        decider = Decider(state: RememberedState(state), context: context, clock: clock)
    }

    /// The outcome so far.
    public var tally: ImportTally { decider.decision.tally }

    /// Returns the events for a file.
    ///
    /// Throws a ``Refusal`` that ends the import.
    public mutating func events(of file: FileImport) throws -> [Event] {
        if file.prunes {
            pruning = pruning ?? PruningFiles(in: file.locale)
            pruning?.add(file)
        }
        return try decide { try $0.importFile(file) }
    }

    /// Finishes the files of a language.
    ///
    /// Returns events that remove the strings or texts missing from pruning files. Also forgets
    /// which texts were set.
    public mutating func finishLanguage() throws -> [Event] {
        let files = pruning
        pruning = nil
        let events = try decide { if let files { try $0.prune(files) } }
        decider.settled.forgetTexts()
        return events
    }

    /// Records new strings, each with the string that it may have been renamed from.
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
