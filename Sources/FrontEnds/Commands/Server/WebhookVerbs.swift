import ArgumentParser
import Hosting
import JSON
import Languages
import Machine
import Translation
import Workspace

/// `dragoman webhook`.
struct WebhookVerbs: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "webhook",
        abstract: "List a server's webhooks, test them, and send events again.",
        subcommands: [WebhookList.self, WebhookTestVerb.self, WebhookReplay.self])
}

/// The options that specify a server's configuration.
struct ConfigurationOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The server's configuration (default: DRAGOMAN_SERVER_CONFIG).", valueName: "file"))
    var config: String?

    @Option(
        help: ArgumentHelp(
            "The server's state directory (default: as in the configuration).", valueName: "dir"))
    var state: String?

    /// Returns the request that starts the server.
    func request(in session: Session, _ global: GlobalOptions) throws(Refusal) -> ServeRequest {
        guard let file = config ?? session.host.variable("DRAGOMAN_SERVER_CONFIG") else {
            throw Refusal(
                .invalidValue, "Webhooks are part of a server's configuration.",
                hint: .typed("Specify the file with `--config`."))
        }
        let directory = state.map { session.path($0, global) }
        return ServeRequest(
            .file(session.path(file, global)),
            settings: directory.map {
                [ConfigurationOverride("server.state", $0, flag: "--state")]
            } ?? [])
    }

    /// Returns the configuration and the state directory.
    func read(
        in session: Session, _ global: GlobalOptions
    ) throws(Refusal) -> (configuration: ServerConfiguration, state: String) {
        let configuration = try request(in: session, global).configuration(on: session.host)
        if let state = configuration.server.state { return (configuration, state) }
        return (configuration, try StateDirectory.usual(on: session.host))
    }
}

/// `dragoman webhook list`.
struct WebhookList: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the webhooks, with their state and position. Exit 1 if one is off.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var options: ConfigurationOptions

    func run(in session: Session) throws -> ExitStatus {
        let (configuration, directory) = try options.read(in: session, global)
        let webhooks = try configuration.webhooks.map { settings in
            (settings: settings, state: try WebhookFile(settings.name, in: directory).read())
        }
        switch output.format {
        case .json:
            session.write(.array(webhooks.map { Self.json($0.settings, $0.state) }))
        case .text:
            guard !webhooks.isEmpty else {
                session.say("The configuration has no webhooks.")
                return .done
            }
            let style = session.style
            var table = Table(["NAME", "PROJECT", "STATE", "POSITION", "URL"], style: style)
            for (settings, state) in webhooks {
                table.add([
                    Table.Cell(settings.name, paint: style.bold), Table.Cell(settings.project),
                    Table.Cell(Self.words(state)) {
                        state?.off == nil ? $0 : style.red($0)
                    },
                    Table.Cell(state.map { String($0.after.prefix(12)) } ?? "-"),
                    Table.Cell(settings.url),
                ])
            }
            session.terminal.write(table.lines(columns: session.tableColumns))
        }
        return webhooks.contains { $0.state?.off != nil } ? .found : .done
    }

    private static func words(_ state: WebhookState?) -> String {
        guard let state else { return "not started" }
        if let reason = state.off { return "off: \(reason)" }
        guard let next = state.next else { return "on" }
        return "\(counted(state.failures, "failure")), next at \(TokenTime.minute(next))"
    }

    private static func json(_ settings: WebhookSettings, _ state: WebhookState?) -> JSONValue {
        .object { members in
            members.add("after", state?.after)
            members.add("delivered", state?.delivered?.description)
            if let state { members.add("failures", state.failures) }
            members.add("name", settings.name)
            members.add("next", state?.next.map { Timestamp.text(milliseconds: $0) })
            members.add("off", state?.off)
            members.add("project", settings.project)
            members.add("target", state?.target)
            members.add("url", settings.url)
        }
    }
}

/// `dragoman webhook test`.
struct WebhookTestVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Send a test message to a receiver once. Exit 1 if it does not accept it.",
        discussion: """
            The message is signed like those of events, and has the type webhook.test. The position \
            of the webhook does not change.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var options: ConfigurationOptions

    @Argument(help: "The name of the webhook.")
    var name: String

    func run(in session: Session) throws -> ExitStatus {
        let request = try options.request(in: session, global)
        _ = try request.configuration(on: session.host).requireWebhook(named: name)
        // Only the server's program contains an HTTP client.
        try Serve.become(serverWith: ["--webhook-test", name] + request.words)
    }
}

/// `dragoman webhook replay`.
struct WebhookReplay: Verb {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Turn a webhook on again, or send events again.",
        discussion: """
            Without --after, a webhook that is off goes on where it stopped. With --after, it sends \
            all events after a position, also those that it has already delivered. A running server \
            notices within a second.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var options: ConfigurationOptions

    @Argument(help: "The name of the webhook.")
    var name: String

    @Option(
        help: ArgumentHelp(
            "Send the events after this commit, such as the position in a message.",
            valueName: "position"))
    var after: String?

    func run(in session: Session) throws -> ExitStatus {
        let (configuration, directory) = try options.read(in: session, global)
        let state = try configuration.replay(
            name, after: after, stateDirectory: directory, on: session.host)
        session.say("The webhook “\(name)” sends the events after \(state.after).")
        return .done
    }
}
