import Commands
import Foundation
import Machine
import Synchronization
import Workspace

/// The options that occur in the command line's hints.
package enum HintOptions {
    private static let known = Mutex<[[String]: Set<Substring>]>([:])

    /// Returns the options that hints in an error output mention, but that do not exist for their
    /// verb.
    ///
    /// An option inside `` `dragoman VERB …` `` belongs to that verb. Any other option belongs to the
    /// verb that was run.
    package static func unknown(in errors: String, after arguments: [String]) -> [Substring] {
        errors.split(separator: "\n").filter(isHint).flatMap { hint in
            var strangers: [Substring] = []
            var rest = String(hint)
            for quoted in hint.matches(of: /`(dragoman|git) ([^`]*)`/) {
                rest = rest.replacing(quoted.0, with: "")
                guard quoted.1 == "dragoman" else { continue }
                strangers += options(in: quoted.2).filter {
                    !options(of: quoted.2.split(separator: " ").map(String.init)).contains($0)
                }
            }
            return strangers
                + options(in: rest[...]).filter { !options(of: arguments).contains($0) }
        }
    }

    private static func isHint(_ line: Substring) -> Bool {
        line.hasPrefix("hint: ") || line.firstMatch(of: /^ *"hint":/) != nil
    }

    private static func options(in text: Substring) -> [Substring] {
        text.matches(of: /--[a-z][a-z-]*/).map(\.0)
    }

    /// Returns the options in the help text of the verb at the beginning of the given words.
    private static func options(of words: [String]) -> Set<Substring> {
        let isPlace = words.first == "-C" || words.first == "--branch"
        let verb = Array(words.dropFirst(isPlace ? 2 : 0).prefix { !$0.hasPrefix("-") }.prefix(2))
        if let options = known.withLock({ $0[verb] }) { return options }
        var options: Set<Substring> = []
        // The second word may be a subcommand or an argument.
        for length in [2, 1] where verb.count >= length {
            let terminal = RecordingTerminal()
            let name = Array(verb.prefix(length))
            let host = Host(
                currentDirectory: "/", environment: [:], now: { 0 }, random: RandomBits { 0 })
            _ = CommandLineTool.run(name + ["--help"], host: host, terminal: terminal)
            let help = String(decoding: terminal.output, as: UTF8.self)
            guard help.contains("USAGE: dragoman \(name.joined(separator: " "))") else { continue }
            options = Set(Self.options(in: help[...]))
            break
        }
        known.withLock { $0[verb] = options }
        return options
    }
}
