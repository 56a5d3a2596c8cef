import ArgumentParser
import Hosting
import Languages
import Machine
import Translation
import Workspace

/// `dragoman token`.
struct TokenVerbs: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "Add, list, rotate and revoke a server's tokens, and invite people.",
        subcommands: [
            TokenAdd.self, TokenInvite.self, TokenList.self, TokenRotate.self, TokenRevoke.self,
        ])
}

/// The options that determine the directory of the token file.
struct StateOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The server's state directory (default: DRAGOMAN_SERVER_STATE, then the configuration, then the user's state directory).",
            valueName: "dir"))
    var state: String?

    @Option(
        help: ArgumentHelp(
            "The server's configuration, which specifies the state directory (default: DRAGOMAN_SERVER_CONFIG).",
            valueName: "file"))
    var config: String?

    func tokens(in session: Session, _ global: GlobalOptions) throws(Refusal) -> TokenFile {
        try session.tokens(state: state, configuration: config, from: global.directory)
    }
}

/// The argument that specifies an existing token.
struct TokenReference: ParsableArguments {
    @Argument(help: "The id, or at least its first 4 characters.")
    var id: String
}

/// `dragoman token rotate`.
struct TokenRotate: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "rotate",
        abstract:
            "Replace a token with a new one, which is printed. The old one stays valid for a day.",
        discussion: """
            The id and rights do not change. At most two tokens are valid at a time: rotating \
            again invalidates the older one at once. If a token leaked, revoke it instead.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var state: StateOptions
    @OptionGroup var token: TokenReference

    @Option(help: ArgumentHelp(TokenAdd.expiresHelp, valueName: "time"))
    var expires: String?

    func run(in session: Session) throws -> ExitStatus {
        let expiry = try expires.map { text throws(Refusal) in try TokenExpiry(parsing: text) }
        let (token, secret) = try state.tokens(in: session, global)
            .rotate(token.id, expiry: expiry, on: session.host)
        let end = token.previous.map {
            " The old one is valid until \(TokenTime.minute($0.until)) UTC."
        }
        session.show(token, secret, output, saying: "Rotated the token \(token.id).\(end ?? "")")
        return .done
    }
}

/// `dragoman token revoke`.
struct TokenRevoke: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract:
            "Revoke a token or an invitation, its predecessor if it was rotated, and its sessions.",
        discussion: "A running server applies this within a second. The token stays in the list.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var state: StateOptions
    @OptionGroup var token: TokenReference

    func run(in session: Session) throws -> ExitStatus {
        let start = session.host.now()
        let token = try state.tokens(in: session, global).revoke(token.id, on: session.host)
        switch output.format {
        case .json: session.write(token.json(used: nil, now: session.host.now()))
        case .text:
            let earlier = token.revoked.flatMap { $0 < start ? $0 : nil }
            session.say(
                earlier.map {
                    "The \(token.noun) \(token.id) was already revoked on \(TokenTime.minute($0)) UTC."
                } ?? "Revoked the \(token.noun) \(token.id) of \(Visible.escaping(token.holder)).")
        }
        return .done
    }
}

extension Session {
    /// Returns the tokens in the state directory given by options, variables or the configuration.
    func tokens(
        state: String?, configuration: String?, from directory: String?
    ) throws(Refusal) -> TokenFile {
        var host = host
        if let directory { host.currentDirectory = host.absolute(directory) }
        let flags = state.map { [ConfigurationOverride("server.state", $0, flag: "--state")] }
        return TokenFile(
            directory: try ServerConfiguration.stateDirectory(
                file: configuration.map(host.absolute), overrides: flags ?? [], on: host))
    }

    /// Prints a new token, which cannot be shown again.
    func show(
        _ token: Token, _ secret: TokenSecret, _ output: OutputOptions, saying sentence: String
    ) {
        switch output.format {
        case .json: write(token.json(used: nil, now: host.now(), secret: secret))
        case .text:
            terminal.write(secret.text + "\n")
            say(sentence)
            say("The token is not stored and cannot be shown again.")
        }
    }
}
