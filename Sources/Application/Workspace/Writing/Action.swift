package import Translation

/// A command with the properties that all front ends share.
///
/// These are the verb of the commit, the right that the sender needs, and the unit whose tag the
/// sender may expect. A front end parses the request, creates the action, and shows the outcome.
package struct Action: Sendable {
    /// The command to perform.
    package let command: Command
    /// The verb of the commit.
    package let verb: Verb

    /// Creates an action.
    ///
    /// Without `verb`, the command determines it; a batch has the verb of its first command.
    package init(_ command: Command, as verb: Verb? = nil) {
        self.command = command
        self.verb = verb ?? Verb(command)
    }

    /// The verbs of actions; their raw values are used in commit subjects.
    package enum Verb: String, Sendable, CaseIterable {
        case propose, comment, endorse, delete
        case set, replace, unset, flag, silence, keep
        case accept, reject, reopen, vouch, revert, undo
        case add, define, edit, rename, remove, change, point, `import`
        case carryOver = "carry over"
        case proposeUnits = "propose reference units"
    }
}

extension Action.Verb {
    fileprivate init(_ command: Command) {
        switch command {
        case .addLocales: self = .add
        case .addString: self = .define
        case .editString: self = .edit
        case .renameString: self = .rename
        case .carryOver: self = .carryOver
        case .removeString, .removeLocale: self = .remove
        case .setText: self = .set
        case .unsetText: self = .unset
        case .replaceText(_, _, _, let isProposal): self = isProposal ? .propose : .replace
        case .propose: self = .propose
        case .accept: self = .accept
        case .reject: self = .reject
        case .deleteProposals: self = .delete
        case .comment: self = .comment
        case .endorse: self = .endorse
        case .vouch: self = .vouch
        case .flag: self = .flag
        case .silence: self = .silence
        case .keep: self = .keep
        case .revert: self = .revert
        case .changeSetting, .placeFiles: self = .change
        case .importFiles: self = .import
        // An empty batch makes no commit, so any verb will do.
        case .batch(let commands): self = commands.first.map(Self.init) ?? .change
        }
    }

    /// The right that is sufficient for every action with the verb, except for deleting other
    /// people's proposals; see ``Action/right``.
    package var right: Right {
        switch self {
        // An import needs a wider right in some languages, which is checked before the file is
        // read.
        case .propose, .comment, .endorse, .delete, .proposeUnits, .import: .propose
        case .set, .replace, .unset, .flag, .silence, .keep: .translate
        case .accept, .reject, .reopen, .vouch, .revert, .undo: .review
        case .add, .define, .edit, .rename, .remove, .change, .point, .carryOver:
            .administer
        }
    }
}

/// The rights that actions need; each includes the ones before it.
package enum Right: Int, Sendable, CaseIterable, Comparable {
    /// The right to propose, comment and endorse, and to withdraw one's own work.
    case propose
    /// The right to set texts.
    case translate
    /// The right to decide on other people's work.
    case review
    /// The right to change source strings, languages and settings.
    case administer

    /// Orders rights from narrow to wide.
    package static func < (a: Right, b: Right) -> Bool { a.rawValue < b.rawValue }
}

extension Action {
    /// The right that is sufficient for the action in any state.
    package var right: Right { command.deletesForOthers ? max(verb.right, .review) : verb.right }

    /// Returns the right that an actor needs in a state.
    ///
    /// It is narrower than ``right`` if the actor reverts only their own events and keeps what
    /// others did later. Rethrows errors from `state`.
    package func right(of actor: Actor?, in state: some StateReader) throws -> Right {
        guard verb == .revert, case .revert(let options) = command, let actor,
            options.laterEdits != .revert
        else { return right }
        let isOwn = try options.events.allSatisfy { try state.event($0)?.actor == actor }
        return isOwn ? .propose : right
    }

    /// Returns the unit that the action depends on, with the state that the sender expects.
    ///
    /// Returns nil if the action does not depend on a single unit, or if its proposal is unknown.
    /// The command itself rejects unknown proposals. Rethrows errors from `state`.
    package func expected(
        _ condition: WriteRequest.Precondition, in state: some StateReader
    ) throws -> WriteRequest.ExpectedUnit? {
        switch command {
        case .setText(let locale, let string, _), .unsetText(let locale, let string):
            return .init(unit: UnitID(locale, string), condition: condition)
        case .editString(let string, _), .renameString(let string, _), .removeString(let string):
            return .init(unit: UnitID(state.project.source, string), condition: condition)
        case .vouch(let units, _), .flag(let units, _), .silence(let units, _, _):
            guard let unit = units.first, units.count == 1 else { return nil }
            return .init(unit: unit, condition: condition)
        case .accept(let ids, _), .reject(let ids, _, _), .deleteProposals(let ids, _),
            .endorse(let ids, _):
            guard let id = ids.first, ids.count == 1,
                let place = try state.proposalLocation(id)
            else { return nil }
            return .init(
                unit: UnitID(place.locale, place.string), proposal: id, condition: condition)
        default: return nil
        }
    }
}

extension Command {
    /// Whether the command may delete other people's proposals.
    fileprivate var deletesForOthers: Bool {
        switch self {
        case .deleteProposals(_, let byPerson): byPerson
        case .batch(let commands): commands.contains(where: \.deletesForOthers)
        default: false
        }
    }
}

extension WriteRequest {
    /// Creates the request for an action.
    package init(
        _ action: Action, actor: Actor?, guid: HashedGuid? = nil, idempotency: Idempotency? = nil,
        isStrict: Bool = false, expected: ExpectedUnit? = nil
    ) {
        self.init(
            action.verb.rawValue, actor: actor, guid: guid, idempotency: idempotency,
            isStrict: isStrict, expected: expected
        ) { _ in action.command }
    }
}

extension Workspace {
    /// Performs an action in one commit; see
    /// ``perform(_:guid:idempotencyKey:isDryRun:isStrict:_:)``.
    package func perform(
        _ action: Action, guid: String? = nil, idempotencyKey: String? = nil,
        isDryRun: Bool = false, isStrict: Bool = false
    ) throws -> Outcome {
        try perform(
            action.verb.rawValue, guid: guid, idempotencyKey: idempotencyKey, isDryRun: isDryRun,
            isStrict: isStrict, action.command)
    }
}
