import ArgumentParser
import Workspace

/// The options that every verb accepts, before or after its name.
struct GlobalOptions: ParsableArguments {
    @Option(
        name: .customShort("C"),
        help: ArgumentHelp("Run in this directory.", valueName: "dir"))
    var directory: String?

    @Option(
        help: ArgumentHelp(
            "The branch that holds the translations (default: translations).",
            valueName: "name"))
    var branch: String?
}

/// The option for the output format of a verb.
struct OutputOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The output format: text or json.", valueName: "text|json"))
    var format: OutputFormat = .text
}

enum OutputFormat: String, ExpressibleByArgument {
    case text
    case json
}

/// The options that select the state of the log to read.
struct MomentOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Read the tree at a revision: a branch, tag, commit, HEAD~3, @{yesterday}.",
            valueName: "rev"))
    var rev: String?

    @Option(
        help: ArgumentHelp(
            "Read only the events up to a time: 2026-11-21 (end of that day, UTC) or RFC 3339.",
            valueName: "time"))
    var at: String?

    func moment() throws -> Moment {
        switch (rev, at) {
        case (let rev?, nil): .revision(rev)
        case (nil, let at?): try Moment.time(text: at)
        case (nil, nil): .tip
        case (_?, _?): throw ValidationError("Use --rev or --at, not both.")
        }
    }
}
