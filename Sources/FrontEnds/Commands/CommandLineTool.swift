public import Machine
import Workspace
import ArgumentParser
import ReadModel
public import Translation

/// The command line as a function: arguments in, output and an exit status out.
///
/// The executable calls it once; tests call it as often as they like, side by side, each with a machine and a
/// terminal of its own.
public enum CommandLineTool {
    /// Parses the arguments (without the program's name), runs the verb, and returns the exit status.
    ///
    /// 0 done; 1 a check found something; 2 refused; 64 wrong usage; 70 a defect of the program.
    public static func run(
        _ arguments: [String], host: Host, terminal: any Terminal
    ) -> Int32 {
        run(arguments, in: Session(host: host, terminal: terminal))
    }

    private static func run(_ arguments: [String], in session: Session) -> Int32 {
        let terminal = session.terminal
        let verb: any Verb
        do {
            var command = try Dragoman.parse(words: arguments)
            guard let parsed = command as? any Verb else {
                let type = type(of: command)
                if type.configuration.hasSubcommands {
                    return refuse(incomplete: type, terminal: terminal)
                }
                // What asks for help says so when it is run.
                try command.run()
                return ExitStatus.done.rawValue
            }
            verb = parsed
        } catch {
            let status = Dragoman.exitCode(for: error).rawValue
            guard status != 0, FailureReport.isWanted(inJSONBy: arguments) else {
                return report(usage: error, terminal: terminal)
            }
            let named = arguments.first.flatMap(Dragoman.command)?.configuration
            let name = named?.hasSubcommands == false ? named?.commandName : nil
            terminal.writeError(
                FailureReport.json(
                    usage: Dragoman.message(for: error),
                    of: ["dragoman", name].compactMap(\.self).joined(separator: " ")))
            return status
        }
        do {
            do {
                return try verb.run(in: session).rawValue
            } catch let failure as ReadModel.Failure where session.canRunAgain(after: failure) {
                return try verb.run(in: session).rawValue
            }
        } catch {
            return report(error, of: verb, in: session)
        }
    }

    /// Runs arguments as the system hands them over; those that are not UTF-8 are refused by name.
    public static func run(bytes arguments: [[UInt8]], in session: Session) -> Int32 {
        var words: [String] = []
        for (index, bytes) in arguments.enumerated() {
            guard let word = String(validating: bytes, as: UTF8.self) else {
                let shown = String(decoding: bytes, as: UTF8.self)
                let refusal = Refusal(
                    .invalidValue, "Argument \(index + 1) is not UTF-8: “\(shown)”.",
                    hint: "Set the terminal to UTF-8, or convert the text with iconv.")
                return report(refusal, in: session)
            }
            words.append(word)
        }
        return run(words, in: session)
    }

    /// Says why nothing was begun, and returns the exit status.
    public static func report(_ refusal: Refusal, in session: Session) -> Int32 {
        session.terminal.writeError(FailureReport.text(refusal, refusal, session))
        return ExitStatus.refused.rawValue
    }

    /// Shows what could follow words that name no verb yet.
    ///
    /// That is wrong usage: a script whose words were lost must not take the help for success.
    private static func refuse(
        incomplete command: any ParsableCommand.Type, terminal: any Terminal
    ) -> Int32 {
        terminal.writeError(
            titled(Dragoman.helpMessage(for: command)) + "\n\nError: No subcommand was named.\n")
        return ExitStatus.usage.rawValue
    }

    /// Help and version go to standard output, what is wrong to standard error.
    private static func report(
        usage error: any Error, of command: any ParsableCommand.Type = Dragoman.self,
        terminal: any Terminal
    ) -> Int32 {
        let text = titled(command.fullMessage(for: error))
        let status = command.exitCode(for: error).rawValue
        if status == 0 { terminal.write(text + "\n") } else { terminal.writeError(text + "\n") }
        return status
    }

    /// Help without the word that the parser puts after the titles of groups, which are sentences of their own.
    private static func titled(_ help: String) -> String {
        let word = " SUBCOMMANDS:"
        return help.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.hasPrefix(" ") || !line.hasSuffix(word) ? line : line.dropLast(word.count) + ":"
        }.joined(separator: "\n")
    }

    private static func report(
        _ error: any Error, of verb: any Verb, in session: Session
    ) -> Int32 {
        if let wrong = error as? ValidationError {
            // The parser knows a verb below another one by its last name only.
            let usage = Dragoman.usageString(for: type(of: verb))
            let name = usage.split(separator: " ").prefix { !"[<".contains($0.prefix(1)) }
                .joined(separator: " ")
            guard !verb.answersInJSON else {
                session.terminal.writeError(FailureReport.json(usage: wrong.message, of: name))
                return ExitStatus.usage.rawValue
            }
            session.terminal.writeError(
                """
                Error: \(wrong.message)
                Usage: \(usage.replacing("\n", with: "\n       "))
                  See '\(name) --help' for more information.

                """)
            return ExitStatus.usage.rawValue
        }
        if error is CleanExit || error is ExitCode {
            return report(usage: error, of: type(of: verb), terminal: session.terminal)
        }
        let refusal = Refusal(error)
        let isJSON = verb.answersInJSON
        session.terminal.writeError(
            isJSON
                ? FailureReport.json(refusal, error, session)
                : FailureReport.text(refusal, error, session))
        return refusal == nil ? ExitStatus.defect.rawValue : ExitStatus.refused.rawValue
    }
}

extension CommandConfiguration {
    fileprivate var hasSubcommands: Bool {
        !subcommands.isEmpty || groupedSubcommands.contains { !$0.subcommands.isEmpty }
    }
}

/// What a verb's end means to the shell.
enum ExitStatus: Int32 {
    /// All was done.
    case done = 0
    /// A check found something.
    case found = 1
    /// A rule or a condition stood in the way; nothing was changed.
    case refused = 2
    /// The words make no command.
    case usage = 64
    /// The program failed where it should not.
    case defect = 70
}

/// A verb of the command line.
protocol Verb: ParsableCommand {
    /// The options that every verb has.
    var global: GlobalOptions { get }

    /// Whether a program reads the answer, so that a refusal is JSON too.
    var answersInJSON: Bool { get }

    /// Does what the verb is for.
    func run(in session: Session) throws -> ExitStatus
}

extension Verb {
    var answersInJSON: Bool { false }
}

/// A verb that answers as text or as JSON.
protocol FormattedVerb: Verb {
    /// The form of the answer.
    var output: OutputOptions { get }
}

extension FormattedVerb {
    var answersInJSON: Bool { output.format == .json }
}
