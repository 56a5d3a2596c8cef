import ArgumentParser
import Languages
import Translation

extension Dragoman {
    /// Parses arguments as ``parseAsRoot(_:)`` does, but rejects an unknown command by name.
    static func parse(words: [String]) throws -> any ParsableCommand {
        let directory = words.first == "-C" ? 2 : 0
        let rest = words.dropFirst(directory)
        let named = rest.first == "help" ? rest.dropFirst().first : rest.first
        if let named, !named.hasPrefix("-") { try requireCommand(named) }
        return try parseAsRoot(words)
    }

    /// Returns the command with a name directly below the program.
    static func command(named name: String) -> (any ParsableCommand.Type)? {
        commands.first { $0.configuration.commandName == name }
    }

    private static var commands: [any ParsableCommand.Type] {
        configuration.groupedSubcommands.flatMap(\.subcommands)
    }

    /// Throws a `ValidationError` for a word that is not a command.
    ///
    /// The parser would show the whole help for `help nosuch`.
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
