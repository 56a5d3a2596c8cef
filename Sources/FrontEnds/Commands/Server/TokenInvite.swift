import ArgumentParser
import Hosting
import Languages
import Machine
import Texts
import Translation
import Workspace

/// `dragoman token invite`.
struct TokenInvite: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "invite",
        abstract: "Print a link that signs a person in once.",
        discussion: """
            The person opens the link and presses the button there. The link works once, within a \
            week; opening it changes nothing. The person then stays signed in on that device if \
            they use the pages at least every 30 days, until the rights expire or are revoked \
            with `token revoke`. For another device, or after signing out, make a new link with \
            --again.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var state: StateOptions

    @Option(help: ArgumentHelp("The person's name.", valueName: "name"))
    var name: String?

    @Option(help: ArgumentHelp("The person's email address.", valueName: "address"))
    var email: String?

    @Option(
        help: ArgumentHelp("The person's maximum rights (default: propose).", valueName: "scope"))
    var scope: Scope?

    @OptionGroup var limits: TokenLimits

    @Option(
        help: ArgumentHelp(
            "The end of the person's rights: a duration such as 90d (the default), a date (end of that day, UTC) or RFC 3339.",
            valueName: "time"))
    var expires: String?

    @Option(
        help: ArgumentHelp(
            "The guid that the person uses on the command line. The person then owns its proposals.",
            valueName: "guid"))
    var guid: String?

    @Option(
        help: ArgumentHelp(
            "Make a new link for this invitation, with the same rights. The old link and its sessions end.",
            valueName: "id"))
    var again: String?

    @Option(
        help: ArgumentHelp(
            "The server's public address (default: `url` in the configuration, otherwise the address on this machine).",
            valueName: "address"))
    var url: String?

    func validate() throws {
        if again == nil {
            guard name != nil, email != nil else {
                throw ValidationError("An invitation requires --name and --email.")
            }
        } else if name != nil || email != nil || scope != nil || guid != nil || !limits.isEmpty {
            throw ValidationError(
                "--again keeps the person and their rights; only --expires can change.")
        }
    }

    func run(in session: Session) throws -> ExitStatus {
        let server = try address(session)
        let file = try state.tokens(in: session, global)
        let expiry = try expires.map { text throws(Refusal) in try TokenExpiry(parsing: text) }
        let (token, secret) =
            if let again {
                try file.inviteAgain(again, expiry: expiry, on: session.host)
            } else {
                try file.invite(
                    TokenRequest(
                        person: name ?? "", email: email ?? "", guid: guid,
                        scope: scope ?? TokenRequest.usualScope, projects: limits.projects,
                        locales: limits.locales(session), expiry: expiry ?? Invitation.usualExpiry),
                    on: session.host)
            }
        let (origin, basePath) = server.publicAddress
        let link = "\(origin)\(basePath)/invitations/\(secret.text)"
        switch output.format {
        case .json: session.write(token.json(used: nil, now: session.host.now(), link: link))
        case .text:
            session.terminal.write(link + "\n")
            let until = token.invitation.map {
                " The link works once, until \(TokenTime.minute($0.until)) UTC."
            }
            session.say("Invited \(Visible.escaping(token.holder)) (\(token.id)).\(until ?? "")")
            session.say("The link is not stored and cannot be shown again.")
            if server.url == nil {
                session.say(
                    "It works on this machine only, because the server has no public address. "
                        + "Set `url` in the configuration, or use --url.")
            }
        }
        return .done
    }

    private func address(_ session: Session) throws(Refusal) -> ServerSettings {
        var host = session.host
        if let directory = global.directory { host.currentDirectory = host.absolute(directory) }
        let flags = url.map { [ConfigurationOverride("server.url", $0, flag: "--url")] }
        return try ServerConfiguration.addressSettings(
            file: state.config.map(host.absolute), overrides: flags ?? [], on: host)
    }
}

/// The options that limit a token or an invitation to projects and languages.
struct TokenLimits: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Allow access only to these projects on the server. Can be repeated.",
            valueName: "name,…"
        ))
    var project: [String] = []

    @Option(
        help: ArgumentHelp(
            "Allow changes only in these languages. Can be repeated.", valueName: "tag,…"))
    var locale: [String] = []

    var isEmpty: Bool { project.isEmpty && locale.isEmpty }

    var projects: [String] { Self.parts(project) }

    func locales(_ session: Session) throws -> [LanguageTag] {
        try Self.parts(locale).map { tag in
            try Workspace.language(tag) { session.say("warning: \(Visible.escaping($0))") }
        }
    }

    /// Splits comma-separated lists.
    ///
    /// Empty parts are kept, and rejected later. An empty list, for example from an unset variable,
    /// must not mean “everything”.
    private static func parts(_ lists: [String]) -> [String] {
        lists.flatMap { list in
            list.split(separator: ",", omittingEmptySubsequences: false).map { part in
                part.split(separator: " ").joined(separator: " ")
            }
        }
    }
}
