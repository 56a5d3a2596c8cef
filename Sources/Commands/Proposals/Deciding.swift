import ArgumentParser
import ReadModel
import Translation
import Workspace

/// `dragoman accept`.
struct Accept: FormattedVerb {
    static let configuration = CommandConfiguration(
        abstract: "Accept proposals: their texts become the strings' texts.",
        discussion: """
            Equal open proposals of others are closed with it. An outdated proposal, and one whose placeholders, \
            markup or plural forms do not fit the source, wants --force.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var query: ProposalQuery

    @Option(help: ArgumentHelp("Take this text instead of the proposed one.", valueName: "text"))
    var value: String?

    @Flag(help: "Turn down the other open proposals of the string.")
    var rejectOthers = false

    @Flag(help: "Take it although it is outdated, rejected, or has errors.")
    var force = false

    func run(in session: Session) throws -> ExitStatus {
        let wish = Accepting(
            value: value.map { Value($0) }, rejectsOthers: rejectOthers, isForced: force)
        return try query.decide("accept", done: "Accepted", in: session, global, output) { ids in
            guard value == nil || ids.count == 1 else {
                throw ValidationError("--value is for one proposal.")
            }
            return .accept(ids, wish)
        }
    }
}

/// `dragoman reject`.
struct Reject: FormattedVerb {
    static let configuration = CommandConfiguration(
        abstract: "Turn proposals down, with a reason that their makers can read.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var query: ProposalQuery

    @Option(
        help: ArgumentHelp(
            "Why: a text, or a word of \(ReasonCode.known.joined(separator: ", ")), or word:text.",
            valueName: "[code:]text"))
    var reason: String

    func run(in session: Session) throws -> ExitStatus {
        let (code, text) = parsedReason
        return try query.decide("reject", done: "Rejected", in: session, global, output) { ids in
            .reject(ids, code: code, reason: text)
        }
    }

    private var parsedReason: (ReasonCode?, String?) {
        let parts = reason.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let word = parts.first.map(String.init), ReasonCode.known.contains(word) else {
            return (nil, reason.isEmpty ? nil : reason)
        }
        let text = parts.count == 2 ? parts[1].drop { $0 == " " } : ""
        return (ReasonCode(word), text.isEmpty ? nil : String(text))
    }
}

/// `dragoman delete`.
struct Delete: FormattedVerb {
    static let configuration = CommandConfiguration(
        abstract: "Take own proposals back.",
        discussion: """
            A guid can take back what it proposed while it is open. --force removes anybody's, in the name of \
            the person that Git knows.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var query: ProposalQuery

    @Flag(help: "Remove somebody else's proposal, such as spam, as a person.")
    var force = false

    func run(in session: Session) throws -> ExitStatus {
        try query.decide("delete", done: "Deleted", in: session, global, output) { ids in
            .deleteProposals(ids, byPerson: force)
        }
    }
}

/// The proposals that are decided on, by id.
struct ProposalQuery: ParsableArguments {
    @OptionGroup var guid: GuidOption

    @Argument(help: "Proposals: ids, or unique beginnings or ends of 4 or more characters.")
    var ids: [String] = []

    func validate() throws {
        guard !ids.isEmpty else { throw ValidationError("Name a proposal.") }
    }

    /// Decides on the proposals in one commit and says so.
    func decide(
        _ verb: String, done: String, in session: Session, _ global: GlobalOptions,
        _ output: OutputOptions, _ command: ([EventID]) throws -> Command
    ) throws -> ExitStatus {
        let workspace = try session.open(global)
        let guid = try workspace.guid(guid.guid, creating: false)
        let outcome = try workspace.perform(verb, guid: guid) { model in
            try command(ids.map { try workspace.proposal($0, in: model) })
        }
        let what = ids.count == 1 ? "the proposal \(ids[0])" : "\(ids.count) proposals"
        session.report(outcome, output, saying: "\(done) \(what).")
        return .done
    }
}
