import ArgumentParser
import ReadModel
import Translation
import Walks
import Workspace

/// `dragoman accept`.
struct Accept: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "accept",
        abstract: "Accept proposals: their texts become the strings' texts.",
        discussion: """
            Equal open proposals of others are closed with it. An outdated proposal, and one whose placeholders, \
            markup or plural forms do not fit the source, wants --force.

            Proposals are named by ids, or by what they are (--locale, --section, --guid, --passing, …): then they \
            are shown first and asked about, and all go into one commit. What is refused of these, and where \
            others propose another text, is left out and named, with exit 1.

            An accepted text counts as reviewed. --as-translated sets the texts of machines and of the memory without a \
            review.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var idempotency: IdempotencyOption
    @OptionGroup var query: ProposalSelectionOptions

    @OptionGroup(title: "Take another text than the proposed one") var values: ValueOptions

    @Option(help: ArgumentHelp("Only the proposals of this guid.", valueName: "guid"))
    var guid: String?

    @Flag(help: "Turn down the other open proposals of the string.")
    var rejectOthers = false

    @Flag(help: "Take it although it is outdated, rejected, or has errors.")
    var force = false

    @Flag(help: "Set the texts without a review; for proposals that no person made.")
    var asTranslated = false

    @OptionGroup var strictness: StrictOption

    func run(in session: Session) throws -> ExitStatus {
        guard !force || !strictness.strict else {
            throw ValidationError("--strict and --force exclude each other.")
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
            throw ValidationError("Another text is for one proposal.")
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
            note: A machine made \(count) of these texts. Once accepted, they count as reviewed. `--as-translated` sets texts \
            without a review.
            """
    }
}

/// `dragoman reject`.
struct Reject: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "reject",
        abstract: "Turn proposals down, with a reason that their makers can read.",
        discussion: """
            Proposals are named by ids, or by what they are; then they are shown first and asked about.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var idempotency: IdempotencyOption
    @OptionGroup var query: ProposalSelectionOptions

    @Option(
        help: ArgumentHelp(
            "Why: a text, or a word of \(ReasonCode.known.joined(separator: ", ")), or word:text.",
            valueName: "[code:]text"))
    var reason: String

    @Option(help: ArgumentHelp("Only the proposals of this guid.", valueName: "guid"))
    var guid: String?

    func run(in session: Session) throws -> ExitStatus {
        guard let reason = RejectionReason(reason) else {
            throw ValidationError("Say why: who made the proposal can read it.")
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
        abstract: "Take own proposals back.",
        discussion: """
            A guid can take back what it proposed while it is open. --force removes anybody's, in the name of \
            the person that Git knows. Proposals are named by ids, or by what they are; then they are shown first \
            and asked about.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var idempotency: IdempotencyOption
    @OptionGroup var query: ProposalSelectionOptions

    @OptionGroup var guid: GuidOption

    @Flag(help: "Remove somebody else's proposals, such as spam, as a person.")
    var force = false

    func run(in session: Session) throws -> ExitStatus {
        let dialog = DecisionDialog(
            decision: .delete(byPerson: force), question: { "Delete \($0)?" },
            done: { "Deleted \($0)." })
        return try query.decide(dialog, guid: guid.guid, idempotency, in: session, global, output)
    }
}
