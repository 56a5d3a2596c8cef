import ArgumentParser
import ReadModel
import Translation
import Walks
import Workspace

/// `dragoman accept`.
struct Accept: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "accept",
        abstract: "Accept proposals: their texts become the texts of the strings.",
        discussion: """
            Equal open proposals from others are closed too. Outdated proposals, and those whose \
            placeholders, markup or plural forms do not match the source, require --force.

            Select proposals by id or by query (--locale, --section, --guid, --passing, …). The \
            results of a query are shown first, accepted after confirmation, and go into one \
            commit. Among them, refused proposals and competing ones for the same string are \
            skipped and listed, with exit 1.

            --sample shows 20 proposals without findings, drawn from those that the query selects. \
            If all of them are right, all selected ones are accepted, and the log records which of them \
            you have seen. If one is not, none is accepted. The next attempt draws the same \
            proposals, and 20 more for each that was rejected, edited or deleted meanwhile.

            An accepted text counts as reviewed. --as-translated sets texts from machines and the \
            memory without a review.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var idempotency: IdempotencyOption
    @OptionGroup var query: ProposalSelectionOptions

    @OptionGroup(title: "Use a text other than the proposed one") var values: ValueOptions

    @Option(help: ArgumentHelp("Only proposals from this guid.", valueName: "guid"))
    var guid: String?

    @Flag(help: "Reject the other open proposals for the string.")
    var rejectOthers = false

    @Flag(help: "Accept proposals even if they are outdated or rejected, or have errors.")
    var force = false

    @Flag(help: "Set the texts without a review; only for proposals not made by people.")
    var asTranslated = false

    @Flag(help: "Look at 20 drawn proposals, and accept all if these are right.")
    var sample = false

    @OptionGroup var strictness: StrictOption

    func run(in session: Session) throws -> ExitStatus {
        guard !force || !strictness.strict else {
            throw ValidationError("Use --strict or --force, not both.")
        }
        guard !sample else {
            guard try values.value(argument: nil, in: session, editing: nil) == nil,
                !rejectOthers, !force, !asTranslated, !strictness.strict, idempotency.key == nil
            else {
                throw ValidationError(
                    "--sample cannot be combined with other texts, --reject-others, --force, "
                        + "--as-translated, --strict or an idempotency key.")
            }
            return try query.acceptBySample(guid: guid, in: session, global, output)
        }
        var value = try values.value(argument: nil, in: session, editing: nil)
        if let given = value, let id = query.ids.first {
            let source = try session.open(global).readForWriting { snapshot in
                try snapshot.sourceValue(ofProposal: snapshot.proposal(id))
            }
            value = values.conforming(given, to: source)
        }
        let options = AcceptOptions(
            value: value, rejectsOthers: rejectOthers, isForced: force, isReview: !asTranslated)
        guard value == nil || query.ids.count == 1 else {
            throw ValidationError("A different text requires a single proposal.")
        }
        var dialog = DecisionDialog(
            decision: .accept(options), question: { "Accept \($0)?" }, done: { "Accepted \($0)." },
            isStrict: strictness.strict)
        if asTranslated {
            dialog.question = { "Set the texts of \($0) without a review?" }
            dialog.done = { "Set the texts of \($0) without a review." }
        } else {
            dialog.note = Self.reviewNote
        }
        return try query.decide(dialog, guid: guid, idempotency, in: session, global, output)
    }

    /// Returns a warning that machine translations will count as reviewed, or nil if no proposal
    /// contains one.
    private static func reviewNote(on proposals: [ProposalRow]) -> String? {
        let count = proposals.count {
            if case .machine = $0.proposed.origin { true } else { false }
        }
        guard count > 0 else { return nil }
        return """
            note: A machine translated \(count) of these texts. Once accepted, they count \
            as reviewed. Use `--as-translated` to set texts without a review.
            """
    }
}

/// `dragoman reject`.
struct Reject: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "reject",
        abstract: "Reject proposals, with a reason for their authors.",
        discussion: """
            Select proposals by id or by query. The results of a query are shown first, and \
            rejected after confirmation.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var idempotency: IdempotencyOption
    @OptionGroup var query: ProposalSelectionOptions

    @Option(
        help: ArgumentHelp(
            "The reason: a text, word:text, or one of \(ReasonCode.known.joined(separator: ", ")).",
            valueName: "[code:]text"))
    var reason: String

    @Option(help: ArgumentHelp("Only proposals from this guid.", valueName: "guid"))
    var guid: String?

    func run(in session: Session) throws -> ExitStatus {
        guard let reason = RejectionReason(reason) else {
            throw ValidationError("Provide a reason for the author of the proposal, with --reason.")
        }
        let dialog = DecisionDialog(
            decision: .reject(code: reason.code, reason: reason.text),
            question: { "Reject \($0)?" },
            done: { "Rejected \($0)." })
        return try query.decide(dialog, guid: guid, idempotency, in: session, global, output)
    }
}

/// `dragoman delete`.
struct Delete: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Withdraw your own proposals.",
        discussion: """
            A guid can withdraw its own open proposals. With --force, a person identified by Git \
            can remove any proposal. Select proposals by id or by query. The results of a query \
            are shown first, and withdrawn after confirmation.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var idempotency: IdempotencyOption
    @OptionGroup var query: ProposalSelectionOptions

    @OptionGroup var guid: GuidOption

    @Flag(help: "As the person identified by Git, remove other users' proposals, such as spam.")
    var force = false

    func run(in session: Session) throws -> ExitStatus {
        let dialog = DecisionDialog(
            decision: .delete(byPerson: force), question: { "Delete \($0)?" },
            done: { "Deleted \($0)." })
        return try query.decide(dialog, guid: guid.guid, idempotency, in: session, global, output)
    }
}
