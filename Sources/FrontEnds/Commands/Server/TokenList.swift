import ArgumentParser
import Hosting
import JSON
import Languages
import Machine
import Texts
import Translation
import Workspace

/// `dragoman token list`.
struct TokenList: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the tokens, with their rights and last use.",
        discussion: """
            Times are in UTC. Exit 1 if the file has damaged lines. They are reported, and the \
            other tokens work.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var state: StateOptions

    func run(in session: Session) throws -> ExitStatus {
        let file = try state.tokens(in: session, global)
        let set = try file.read()
        let used = TokenUse.hours(in: file.directory)
        let now = session.host.now()
        switch output.format {
        case .json:
            session.write(
                .object {
                    $0.add(
                        "tokens",
                        .array(set.tokens.map { $0.json(used: used[$0.id], now: now) }))
                    $0.add("problems", .array(set.problems.map(\.json)))
                })
        case .text:
            write(set.tokens, used, now, to: session)
            for problem in set.problems {
                session.say(
                    "\(Visible.escaping(file.path)), line \(problem.line) \(Visible.escaping(problem.reason))."
                )
            }
            if set.tokens.isEmpty, set.problems.isEmpty {
                session.say("There are no tokens in \(Visible.escaping(file.directory)).")
            }
        }
        return set.problems.isEmpty ? .done : .found
    }

    private func write(
        _ tokens: [Token], _ used: [String: Int64], _ now: Int64, to session: Session
    ) {
        guard !tokens.isEmpty else { return }
        let style = session.style
        var table = Table(
            [
                "ID", "KIND", "SCOPE", "CREATED", "LAST USED", "STATE", "PROJECTS", "LANGUAGES",
                "NAME",
            ], style: style)
        for token in tokens {
            let state = token.state(at: now)
            let lastUse = used[token.id].map { TokenTime.minute($0) }
            table.add([
                Table.Cell(token.id, paint: style.bold),
                Table.Cell(token.invitation == nil ? token.kind.rawValue : "invited"),
                Table.Cell(token.scope.rawValue), Table.Cell(TokenTime.day(token.created)),
                Table.Cell(lastUse ?? "never"),
                Table.Cell(Self.text(of: state, token, now: now)) {
                    state == .active ? style.green($0) : style.red($0)
                },
                Table.Cell(Self.list(token.projects)),
                Table.Cell(Self.list(token.locales.map(\.rawValue))), Table.Cell(token.holder),
            ])
        }
        session.terminal.write(table.lines(columns: session.tableColumns))
    }

    private static func text(of state: Token.State, _ token: Token, now: Int64) -> String {
        if state == .active, let invitation = token.invitation, invitation.used == nil {
            let day = TokenTime.day(invitation.until)
            return now < invitation.until ? "link until \(day)" : "link expired \(day)"
        }
        let end = (token.revoked ?? token.expires).map(TokenTime.day)
        return switch state {
        case .active: end.map { "until \($0)" } ?? "active"
        case .expired, .revoked: "\(state.rawValue) \(end ?? "")"
        }
    }

    private static func list(_ names: [String]) -> String {
        names.isEmpty ? "all" : names.joined(separator: ",")
    }
}

/// Formats the times of tokens, in UTC.
enum TokenTime {
    /// Returns a date such as `2026-11-21`.
    static func day(_ milliseconds: Int64) -> String {
        String(Timestamp.text(milliseconds: milliseconds).prefix(Timestamp.dateLength))
    }

    /// Returns a time such as `2026-11-21 09:30`.
    static func minute(_ milliseconds: Int64) -> String {
        let text = Timestamp.text(milliseconds: milliseconds)
        return "\(text.prefix(Timestamp.dateLength)) \(text.dropFirst(11).prefix(5))"
    }
}

extension Token {
    /// The holder: `Mara <mara@example.org>`, or the label of an app.
    var holder: String { email.map { "\(name) <\($0)>" } ?? name }

    /// The word for the token in sentences.
    var noun: String { invitation == nil ? "token" : "invitation" }

    /// Returns the token as JSON, without hashes and the guid.
    ///
    /// Includes the token's state at the time `now`, and the token itself or the link of an
    /// invitation, if given.
    func json(
        used: Int64?, now: Int64, secret: TokenSecret? = nil, link: String? = nil
    ) -> JSONValue {
        func text(_ time: Int64?) -> String? { time.map(Timestamp.text(milliseconds:)) }
        return .object {
            $0.add("id", id)
            $0.add("kind", kind.rawValue)
            $0.add("name", name)
            $0.add("email", email)
            $0.add("scope", scope.rawValue)
            if !projects.isEmpty { $0.add("projects", list: projects) }
            if !locales.isEmpty { $0.add("locales", list: locales.map(\.rawValue)) }
            $0.add("created", text(created))
            $0.add("expires", text(expires))
            $0.add("revoked", text(revoked))
            if let previous {
                $0.addObject("previous") { $0.add("until", text(previous.until)) }
            }
            if let invitation {
                $0.addObject("invitation") {
                    $0.add("until", text(invitation.until))
                    $0.add("used", text(invitation.used))
                }
            }
            $0.add("used", text(used))
            $0.add("state", state(at: now).rawValue)
            $0.add("token", secret?.text)
            $0.add("link", link)
        }
    }
}

extension TokenProblem {
    /// The problem as `{"line", "reason"}`.
    fileprivate var json: JSONValue {
        .object {
            $0.add("line", line)
            $0.add("reason", reason)
        }
    }
}
