import Texts
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
package enum Right: String, Sendable, CaseIterable, Comparable {
    /// The right to propose, comment and endorse, and to withdraw one's own work.
    case propose
    /// The right to set texts.
    case translate
    /// The right to decide on other people's work.
    case review
    /// The right to change source strings, languages and settings.
    case administer

    /// Orders rights from narrow to wide.
    package static func < (a: Right, b: Right) -> Bool {
        allCases.firstIndex(of: a) ?? 0 < allCases.firstIndex(of: b) ?? 0
    }
}

extension Payload {
    /// The right that a token must give for an event with this payload; see ``Action/Verb/right``.
    package var right: Right {
        switch traits.writer {
        case .reviewer: return .review
        case .translator: return .translate
        case .maintainer: return .administer
        case .anybody: break
        }
        switch traits.subject {
        case .locale, .setting, .resource, .sourceText, .unknown: return .administer
        case .file, .translation: return .translate
        case .anyText: break
        }
        if traits.effects.contains(.findings) { return .translate }
        return traits.isAside ? .propose : .review
    }

    /// The right to revert an event with this payload, beside the right to revert at all.
    ///
    /// Reverting a change of the project is a change of the project.
    package var rightToRevert: Right { right == .administer ? .administer : .propose }
}

extension Action {
    /// The right that is sufficient for the action in any state.
    package var right: Right {
        if !settledEvents.isEmpty { return .administer }
        return command.deletesForOthers ? max(verb.right, .review) : verb.right
    }

    /// The events that the action reverts, or keeps in a conflict.
    private var settledEvents: [EventID] {
        switch command {
        case .revert(let options): options.events
        case .keep(let events): events
        default: []
        }
    }

    /// Returns the right that an actor needs in a state.
    ///
    /// It is narrower if the actor reverts only their own events and keeps what others did later,
    /// and wider if an event changes the project itself, such as a setting. Rethrows errors from
    /// `state`.
    package func right(of actor: Actor?, in state: some StateReader) throws -> Right {
        let settled = settledEvents
        guard !settled.isEmpty else { return right }
        let events = try settled.map(state.event)
        var right = verb.right
        if verb == .revert, case .revert(let options) = command, let actor,
            options.laterEdits != .revert, events.allSatisfy({ $0?.actor == actor })
        {
            right = .propose
        }
        return events.compactMap { $0?.payload.rightToRevert }.reduce(right, max)
    }

    /// Returns the unit that the action depends on, with the state that the sender expects.
    ///
    /// Returns nil if the action's proposal is unknown, which the command itself rejects. Rethrows
    /// errors from `state`.
    package func expected(
        _ condition: WriteRequest.Precondition, in state: some StateReader
    ) throws -> WriteRequest.ExpectedUnit? {
        switch singleSubject {
        case .text(let unit): return .init(unit: unit, condition: condition)
        case .definition(let string):
            return .init(unit: UnitID(state.project.source, string), condition: condition)
        case .proposal(let id):
            guard let place = try state.proposalLocation(id) else { return nil }
            return .init(
                unit: UnitID(place.locale, place.string), proposal: id, condition: condition)
        case nil: return nil
        }
    }

    /// Whether a sender can make the action conditional on the state of a unit.
    package var takesCondition: Bool { singleSubject != nil }

    /// The only thing that an action is about.
    private enum Subject {
        case text(UnitID)
        case definition(StringID)
        case proposal(EventID)
    }

    private var singleSubject: Subject? {
        switch command {
        case .setText(let locale, let string, _), .unsetText(let locale, let string):
            return .text(UnitID(locale, string))
        case .editString(let string, _), .renameString(let string, _), .removeString(let string):
            return .definition(string)
        case .vouch(let units, _), .flag(let units, _), .silence(let units, _, _):
            return units.count == 1 ? units.first.map(Subject.text) : nil
        case .accept(let ids, _), .reject(let ids, _, _), .deleteProposals(let ids, _),
            .endorse(let ids, _):
            return ids.count == 1 ? ids.first.map(Subject.proposal) : nil
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
