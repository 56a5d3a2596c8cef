import ArgumentParser

/// The manual pages, generated from the verbs' descriptions: one for the program and one for each
/// verb.
///
/// argument-parser's plug-in `generate-manual` would need less code here. However, it builds every
/// product again in its own configuration, and its pages have neither examples nor the names by
/// which `man dragoman-propose` finds them.
struct ManualPage {
    /// The name of the page without its section, such as `dragoman-propose`.
    let name: String
    /// The source of the page, with the macros of man(7).
    let text: String

    /// Returns all pages, with `date` in their footers.
    static func all(date: String) -> [ManualPage] {
        guard let root = CommandNode.root else { return [] }
        return pages(of: root, below: [], date: date)
    }

    private static func pages(
        of command: CommandNode, below parents: [CommandNode], date: String
    ) -> [ManualPage] {
        // The parser's `help` verb shows the same text as the pages.
        guard command.isShown, command.name != "help" else { return [] }
        let path = parents + [command]
        return [ManualPage(path, date: date)]
            + command.subcommands.flatMap { pages(of: $0, below: path, date: date) }
    }

    private init(_ path: [CommandNode], date: String) {
        name = path.map(\.name).joined(separator: "-")
        let command = path[path.count - 1]
        var roff = Roff(title: name, date: date)
        roff.section("NAME")
        roff.paragraphs("\(name) - \(Self.summary(command.abstract))")
        roff.section("SYNOPSIS")
        roff.command(path.map(\.name).joined(separator: " "), Self.usage(of: command))
        roff.section("DESCRIPTION")
        roff.paragraphs(command.abstract + "\n\n" + command.discussion)
        Self.addVerbs(of: path, to: &roff)
        Self.addArguments("ARGUMENTS", command.positionals, to: &roff)
        Self.addArguments("OPTIONS", command.options, to: &roff)
        let examples = ManualExamples.of(path.dropFirst().map(\.name))
        if !examples.isEmpty { Self.addItems("EXAMPLES", examples, to: &roff) }
        Self.addItems("EXIT STATUS", ManualFacts.exitStatuses, to: &roff)
        if path.count == 1 {
            Self.addItems("ENVIRONMENT", ManualFacts.environment, to: &roff)
            Self.addItems("FILES", ManualFacts.files, to: &roff)
            Self.addItems("CONFIGURATION", ManualFacts.configuration, to: &roff)
        }
        roff.section("SEE ALSO")
        roff.references(Self.related(to: path))
        text = roff.text
    }

    /// Returns a summary in the style of whatis(1), without a capital letter or a full stop.
    private static func summary(_ abstract: String) -> String {
        let text = abstract.hasSuffix(".") ? String(abstract.dropLast()) : abstract
        return text.prefix(1).lowercased() + text.dropFirst()
    }

    private static func usage(of command: CommandNode) -> String {
        let verb = command.subcommands.isEmpty ? [] : ["verb …"]
        let words = command.arguments.filter(\.isShown).map { argument -> String in
            let dots = argument.isRepeating ? " …" : ""
            switch argument.kind {
            case .positional:
                return argument.isOptional
                    ? "[\(argument.valueName)\(dots)]" : "\(argument.valueName)\(dots)"
            case .flag: return "[\(argument.longestName)]"
            case .option:
                let written = "\(argument.longestName) \(argument.valueName)"
                return argument.isOptional ? "[\(written)]\(dots)" : written + dots
            }
        }
        return (words + verb).joined(separator: " ")
    }

    private static func addVerbs(of path: [CommandNode], to roff: inout Roff) {
        let verbs = path[path.count - 1].subcommands.filter { $0.isShown && $0.name != "help" }
        guard !verbs.isEmpty else { return }
        roff.section("VERBS")
        guard path.count == 1 else {
            for verb in verbs { roff.item(verb.name, verb.abstract) }
            return
        }
        for group in Dragoman.configuration.groupedSubcommands {
            roff.subsection(group.name)
            let names = group.subcommands.map { $0._commandName }
            for verb in verbs where names.contains(verb.name) {
                roff.item(verb.name, verb.abstract)
            }
        }
    }

    private static func addArguments(
        _ title: String, _ arguments: [ArgumentNode], to roff: inout Roff
    ) {
        let shown = arguments.filter(\.isShown)
        guard !shown.isEmpty else { return }
        roff.section(title)
        for argument in shown {
            let notes = [
                argument.values.isEmpty
                    ? nil : "Values: \(argument.values.joined(separator: ", ")).",
                argument.defaultValue.map { "Default: \($0)." },
            ].compactMap(\.self)
            let text = ([argument.abstract, argument.discussion] + notes)
                .filter { !$0.isEmpty }.joined(separator: " ")
            switch argument.kind {
            case .positional: roff.item(argument.valueName, text)
            case .flag: roff.item(argument.names.joined(separator: ", "), text)
            case .option:
                roff.item(argument.names.joined(separator: ", "), value: argument.valueName, text)
            }
        }
    }

    private static func addItems(
        _ title: String, _ items: [(name: String, text: String)], to roff: inout Roff
    ) {
        roff.section(title)
        for item in items { roff.item(item.name, item.text) }
    }

    private static func related(to path: [CommandNode]) -> [String] {
        let names = path.map(\.name)
        let above = (1..<max(1, names.count)).map { names.prefix($0).joined(separator: "-") }
        let below = path[path.count - 1].subcommands
            .filter { $0.isShown && $0.name != "help" }
            .map { (names + [$0.name]).joined(separator: "-") }
        return above + below + (path.count == 1 ? ["git"] : [])
    }
}
