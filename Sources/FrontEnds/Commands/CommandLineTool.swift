package import Machine
import Workspace
import ArgumentParser
import ReadModel
package import Translation

/// The command line as a function from arguments to output and an exit status.
///
/// The executable calls it once. Tests call it many times in parallel, each with its own machine
/// and terminal.
package enum CommandLineTool {
    /// Parses the arguments (without the program's name), runs the verb, and returns the exit
    /// status.
    ///
    /// The statuses are 0 for success, 1 if a check found something, 2 for a refusal, 64 for wrong
    /// usage, and 70 for a bug in the program.
    package static func run(
        _ arguments: [String], host: Host, terminal: any Terminal
    ) -> Int32 {
        run(arguments, in: Session(host: host, terminal: terminal))
    }

    private static func run(_ arguments: [String], in session: Session) -> Int32 {
        let terminal = session.terminal
        guard !arguments.isEmpty else {
            // A script that lost its arguments must not succeed.
            terminal.writeError(FirstSteps.overview(session))
            return ExitStatus.usage.rawValue
        }
        let verb: any Verb
        do {
            var command = try Dragoman.parse(words: arguments)
            guard let parsed = command as? any Verb else {
                let type = type(of: command)
                if type.configuration.hasSubcommands {
                    return refuse(incomplete: type, terminal: terminal)
                }
                // A parsed request for help throws the help text when it is run.
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

    /// Runs the program with arguments as raw bytes, as the system passes them.
    ///
    /// Reports an argument that is not valid UTF-8, with its position.
    package static func run(bytes arguments: [[UInt8]], in session: Session) -> Int32 {
        var words: [String] = []
        for (index, bytes) in arguments.enumerated() {
            guard let word = String(validating: bytes, as: UTF8.self) else {
                let shown = String(decoding: bytes, as: UTF8.self)
                let refusal = Refusal(
                    .invalidValue, "Argument \(index + 1) is not valid UTF-8: “\(shown)”.",
                    hint: "Set the terminal to UTF-8, or convert the argument with iconv.")
                return report(refusal, in: session)
            }
            words.append(word)
        }
        return run(words, in: session)
    }

    /// Reports a refusal that prevented the start of a verb, and returns the exit status.
    package static func report(_ refusal: Refusal, in session: Session) -> Int32 {
        session.terminal.writeError(FailureReport.text(refusal, refusal, session))
        return ExitStatus.refused.rawValue
    }

    /// Prints the help of a group of verbs, followed by an error about the missing subcommand.
    ///
    /// Returns the exit status for wrong usage, so a script that lost some arguments does not
    /// succeed.
    private static func refuse(
        incomplete command: any ParsableCommand.Type, terminal: any Terminal
    ) -> Int32 {
        terminal.writeError(
            titled(Dragoman.helpMessage(for: command)) + "\n\nError: Missing subcommand.\n")
        return ExitStatus.usage.rawValue
    }

    /// Writes help and version to standard output and errors to standard error, and returns the
    /// exit status.
    private static func report(
        usage error: any Error, of command: any ParsableCommand.Type = Dragoman.self,
        terminal: any Terminal
    ) -> Int32 {
        let text = titled(command.fullMessage(for: error))
        let status = command.exitCode(for: error).rawValue
        if status == 0 { terminal.write(text + "\n") } else { terminal.writeError(text + "\n") }
        return status
    }

    /// Removes the word “SUBCOMMANDS” that the parser appends to the titles of groups.
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
            // The parser shows only the last word of a nested verb, so the full name comes from the
            // usage text.
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

/// The exit statuses of verbs.
enum ExitStatus: Int32 {
    /// The verb succeeded.
    case done = 0
    /// A check found something.
    case found = 1
    /// A rule or a condition prevented the command.
    ///
    /// Nothing was changed.
    case refused = 2
    /// The arguments are not a valid command.
    case usage = 64
    /// The program has a bug.
    case defect = 70
}

/// A verb of the command line.
protocol Verb: ParsableCommand {
    /// The options that every verb accepts.
    var global: GlobalOptions { get }

    /// Whether the verb's output, including refusals, is JSON.
    var answersInJSON: Bool { get }

    /// Runs the verb and returns its exit status.
    func run(in session: Session) throws -> ExitStatus
}

extension Verb {
    var answersInJSON: Bool { false }
}

/// A verb whose output is text or JSON.
protocol FormattedVerb: Verb {
    var output: OutputOptions { get }
}

extension FormattedVerb {
    var answersInJSON: Bool { output.format == .json }
}
