import ArgumentParser
import Hosting
import Languages
import Machine
import ReadModel
import Translation
import Workspace

/// `dragoman digest`.
struct DigestVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "digest",
        abstract: "Summarize, for each person, proposals to review and decisions on their own.",
        discussion: """
            Each reviewer gets the open proposals in their languages; without reviewers, the \
            maintainers get them. Each proposer gets the decisions of other people since the given \
            time. People with nothing to read are left out.

            --format mail writes one message for each person, to send with `sendmail -t`: into a \
            directory, or with --for to standard output. Nothing is sent. People whose address \
            cannot be in a header are reported and left out.
            """)

    @OptionGroup var global: GlobalOptions

    @Option(
        help: ArgumentHelp(
            "Decisions and new proposals from this time on: 2026-11-21, 2026-11-21T09:30:00Z, yesterday, or an age such as 36h, 7d.",
            valueName: "time|age"))
    var since = "yesterday"

    @Option(
        help: ArgumentHelp(
            "The output format: text, markdown or mail.", valueName: "text|markdown|mail"))
    var format: Form = .text

    @Option(
        name: .customLong("for"), help: ArgumentHelp("Only this person.", valueName: "address"))
    var person: String?

    @Option(
        help: ArgumentHelp(
            "List at most this many proposals per language; counts include all.",
            valueName: "count"))
    var limit = 20

    @Option(
        help: ArgumentHelp(
            "The address of the project's page on a server, for links to the reviews.",
            valueName: "address"))
    var url: String?

    @Option(
        help: ArgumentHelp(
            "With mail, the sender: “Name <address>” (default: Git's user).", valueName: "sender"))
    var from: String?

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp(
            "With mail, the directory for the messages: one ADDRESS.eml for each person.",
            valueName: "dir"))
    var directory: String?

    enum Form: String, ExpressibleByArgument {
        case text
        case markdown
        case mail
    }

    func validate() throws {
        guard limit >= 0 else { throw ValidationError("The limit must be 0 or more.") }
        guard format == .mail else {
            guard from == nil, directory == nil else {
                throw ValidationError("--from and --output need --format mail.")
            }
            return
        }
        guard person != nil || directory != nil else {
            throw ValidationError(
                "Several messages cannot go to standard output: specify --output or --for.")
        }
    }

    func run(in session: Session) throws -> ExitStatus {
        let workspace = try session.open(global)
        let begin = try Timestamp.span(of: since, now: session.host.now()).lowerBound
        let links = try url.map { text throws(Refusal) in
            guard let url = PublicURL(text) else {
                throw Refusal(
                    .invalidValue,
                    "“\(Visible.escaping(text))” is not an address such as https://l10n.example.org/projects/shop.",
                    hint: "Use the address of the project's page, without a query.")
            }
            return url.description
        }
        let (digest, names) = try workspace.read { snapshot in
            (
                try snapshot.digest(
                    after: .highest(at: UInt64(clamping: begin - 1)), limit: limit),
                try snapshot.boundNames()
            )
        }
        let report = DigestReport(
            project: workspace.project, people: People(names, among: digest.actors),
            since: String(Timestamp.text(milliseconds: begin).prefix(16))
                .replacing("T", with: " ") + " UTC", links: links)
        let wanted = person.map(MailAddress.init)
        let people = digest.people.filter { wanted == nil || $0.address == wanted }
        switch format {
        case .text, .markdown:
            let form: DigestReport.Form = format == .text ? .text(session.style) : .markdown
            var text = people.map { report.text(of: $0, form, isAlone: false) }
            if wanted == nil, !digest.unassigned.isEmpty {
                text.append(report.text(ofUnassigned: digest.unassigned, form))
            }
            guard !text.isEmpty else {
                session.say("Nothing to report.")
                return .done
            }
            session.terminal.page(text.joined(separator: "\n"))
        case .mail:
            try write(people, report, of: workspace, in: session)
            if wanted == nil, !digest.unassigned.isEmpty {
                let count = digest.unassigned.map(\.count).reduce(0, +)
                session.say(
                    "note: \(counted(count, "proposal")) of languages without reviewers and maintainers \(count == 1 ? "is" : "are") in no message."
                )
            }
        }
        return .done
    }

    private func write(
        _ people: [Digest.Person], _ report: DigestReport, of workspace: Workspace,
        in session: Session
    ) throws {
        let sender = try sender(of: workspace)
        let target = directory.map { session.path($0, global) }
        if let target { try Files.makeDirectory(target) }
        var random = session.host.random
        for person in people {
            guard person.address.isPlain else {
                session.say(
                    "note: No message for “\(Visible.escaping(person.address.text))”, which is not a plain mail address."
                )
                continue
            }
            let message = MailMessage(
                from: sender, to: Actor(name: person.name ?? "", email: person.address.text),
                subject: report.subject(of: person),
                body: report.text(
                    of: person, .text(Style(isColoured: false)), isAlone: true),
                time: session.host.now(), using: &random)
            if let target {
                try Files.write(
                    message.bytes, to: target + "/" + Self.fileName(person.address))
            } else {
                session.terminal.write(bytes: message.bytes)
            }
        }
    }

    /// Returns the name of a person's message, in which an address with a slash stays one name.
    private static func fileName(_ address: MailAddress) -> String {
        address.text.replacing("%", with: "%25").replacing("/", with: "%2F") + ".eml"
    }

    private func sender(of workspace: Workspace) throws -> Actor {
        guard let from else {
            let known = try workspace.actor()
            guard known.address.isPlain else { throw Self.invalidSender(known.email) }
            return known
        }
        guard from.hasSuffix(">"), let open = from.lastIndex(of: "<") else {
            guard MailAddress(from).isPlain else { throw Self.invalidSender(from) }
            return Actor(name: "", email: from)
        }
        let email = String(from[from.index(after: open)...].dropLast())
        guard MailAddress(email).isPlain else { throw Self.invalidSender(from) }
        let name = from[..<open].split(separator: " ").joined(separator: " ")
        return Actor(name: name, email: email)
    }

    private static func invalidSender(_ text: String) -> Refusal {
        Refusal(
            .invalidValue,
            "The sender “\(Visible.escaping(text))” is not “Name <address>” with a plain mail address.",
            hint: .typed("Set it with `--from`."))
    }
}

extension Digest {
    /// The people whose names the digest contains.
    fileprivate var actors: [Actor] {
        let rows =
            (people.flatMap(\.waiting) + unassigned).flatMap(\.newest)
            + people.flatMap(\.decided).map(\.proposal)
        return rows.compactMap(\.proposer) + people.flatMap(\.decided).compactMap(\.decision.actor)
    }
}
