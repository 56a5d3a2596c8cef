import ArgumentParser
package import Hosting
import Languages
import Translation
import Workspace

/// `dragoman token add`.
struct TokenAdd: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Create a token for a person or an app, and print it once.",
        discussion: """
            Without --app, the token belongs to a person, who acts under the given name and \
            address. The scope limits the rights from the project's settings; each scope includes \
            the previous ones. An app's token can read, and lets testers propose with their own \
            guids.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var state: StateOptions

    @Option(help: ArgumentHelp("The person's name, or a label for the app.", valueName: "name"))
    var name: String

    @Option(help: ArgumentHelp("The person's email address.", valueName: "address"))
    var email: String?

    @Flag(help: "Create a token for an app.")
    var app = false

    @Option(help: ArgumentHelp("The maximum rights of the token.", valueName: "scope"))
    var scope: Scope = TokenRequest.usualScope

    @OptionGroup var limits: TokenLimits

    @Option(help: ArgumentHelp(Self.expiresHelp, valueName: "time"))
    var expires: String?

    @Option(
        help: ArgumentHelp(
            "The guid that the person uses on the command line. The token then owns its proposals.",
            valueName: "guid"))
    var guid: String?

    static let expiresHelp: String =
        "The expiry: a duration such as 90d, a date (end of that day, UTC) or RFC 3339."

    func validate() throws {
        if app, email != nil || guid != nil {
            throw ValidationError("--email and --guid cannot be combined with --app.")
        }
        if !app, email == nil {
            throw ValidationError(
                "A person's token requires --email. Use --app for an app's token.")
        }
    }

    func run(in session: Session) throws -> ExitStatus {
        let (token, secret) = try state.tokens(in: session, global)
            .add(try request(session), on: session.host)
        session.show(
            token, secret, output,
            saying: "Added the token \(token.id) for \(Visible.escaping(token.holder)).")
        return .done
    }

    private func request(_ session: Session) throws -> TokenRequest {
        let locales = try limits.locales(session)
        let projects = limits.projects
        let expiry = try expires.map { text throws(Refusal) in try TokenExpiry(parsing: text) }
        guard let email, !app else {
            return try TokenRequest(
                app: name, scope: scope, projects: projects, locales: locales, expiry: expiry)
        }
        return try TokenRequest(
            person: name, email: email, guid: guid, scope: scope, projects: projects,
            locales: locales, expiry: expiry)
    }
}

extension Scope: ExpressibleByArgument {}
