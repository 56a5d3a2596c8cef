import ArgumentParser
import Languages
import Translation

extension Dragoman {
    /// Parses arguments like ``parseAsRoot(_:)``, but includes the name of an unknown command in
    /// the error.
    static func parse(words: [String]) throws -> any ParsableCommand {
        let directory = words.first == "-C" ? 2 : 0
        let rest = words.dropFirst(directory)
        let named = rest.first == "help" ? rest.dropFirst().first : rest.first
        if let named, !named.hasPrefix("-") { try requireCommand(named) }
        return try parseAsRoot(words)
    }

    /// Returns the top-level command with the given name, or nil if there is none.
    static func command(named name: String) -> (any ParsableCommand.Type)? {
        commands.first { $0.configuration.commandName == name }
    }

    private static var commands: [any ParsableCommand.Type] {
        configuration.groupedSubcommands.flatMap(\.subcommands)
    }

    /// Throws a `ValidationError` if the word is not a command.
    ///
    /// Without this check, the parser would print the complete help for `help nosuch`.
    private static func requireCommand(_ word: String) throws {
        guard word != "help", command(named: word) == nil else { return }
        let names = commands.map { $0.configuration }.filter(\.shouldDisplay)
            .compactMap(\.commandName)
        let near = NearestMatches.of(word, among: names)
        throw ValidationError(
            "Unknown command “\(Visible.escaping(word))”."
                + (near.isEmpty ? "" : " Nearest: \(near.joined(separator: ", "))."))
    }
}
