import ArgumentParser
import Languages
import Translation

extension Dragoman {
    /// The verb of a name that stands first, and has no others below it; `nil` for other words.
    ///
    /// Written down, because the parser makes a tree of all verbs with all that is said of them, at each start.
    static func verb(named name: String) -> (any Verb.Type)? {
        switch name {
        case "accept": Accept.self
        case "blame": Blame.self
        case "bundle": MakeBundle.self
        case "check": Check.self
        case "clone": Clone.self
        case "comment": Comment.self
        case "complete": Complete.self
        case "config": Config.self
        case "conflicts": Conflicts.self
        case "delete": Delete.self
        case "diff": Diff.self
        case "endorse": Endorse.self
        case "export": Export.self
        case "extract": Extract.self
        case "fetch": FetchVerb.self
        case "flag": FlagText.self
        case "fsck": Fsck.self
        case "gather": Gather.self
        case "gc": Collect.self
        case "get": Get.self
        case "import": Import.self
        case "init": Init.self
        case "list": List.self
        case "log": Log.self
        case "manual": Manual.self
        case "proposals": ProposalList.self
        case "propose": Propose.self
        case "push": PushVerb.self
        case "rebuild": Rebuild.self
        case "receive": Receive.self
        case "reject": Reject.self
        case "revert": Revert.self
        case "review": Review.self
        case "serve": Serve.self
        case "set": SetText.self
        case "show": Show.self
        case "silence": SilenceCheck.self
        case "status": Status.self
        case "suggest": Suggest.self
        case "sync": SyncVerb.self
        case "template": Template.self
        case "todo": Todo.self
        case "translate": Translate.self
        case "undo": Undo.self
        case "unset": UnsetText.self
        case "verify": VerifyBundle.self
        case "vouch": VouchForText.self
        default: nil
        }
    }

    /// Parses arguments as ``parseAsRoot(_:)`` does, and by itself a verb that stands first or after `-C DIR`.
    ///
    /// What makes no command, or asks for help, goes to the parser with all verbs, which knows how each is called.
    static func parse(words: [String]) throws -> any ParsableCommand {
        let directory = words.first == "-C" ? words.prefix(2) : []
        let rest = words.dropFirst(directory.count)
        if let name = rest.first, let verb = verb(named: name),
            let command = try? verb.parseAsRoot(Array(directory + rest.dropFirst())),
            command is any Verb
        {
            return command
        }
        let named = rest.first == "help" ? rest.dropFirst().first : rest.first
        if let named, !named.hasPrefix("-") { try requireCommand(named) }
        return try parseAsRoot(words)
    }

    /// Refuses a word that stands where a command should and is none: the parser would show all help for `help nosuch`.
    private static func requireCommand(_ word: String) throws {
        let shown = configuration.groupedSubcommands.flatMap { $0.subcommands }
            .map { $0.configuration }.filter { $0.shouldDisplay }
        let names = shown.compactMap { $0.commandName }
        guard word != "help", verb(named: word) == nil, !names.contains(word) else { return }
        let near = NearestMatches.of(word, among: names)
        throw ValidationError(
            "There is no command “\(Visible.escaping(word))”."
                + (near.isEmpty ? "" : " Nearest: \(near.joined(separator: ", "))."))
    }
}

extension CommandConfiguration {
    /// What is said of a verb that stands directly below ``Dragoman``.
    ///
    /// It names the program, because such a verb is parsed by itself; and because the parser, for a command that stands below
    /// another, does not look for the option of its own completion scripts, by parsing the arguments twice more.
    init(
        verb name: String, abstract: String, usage: String? = nil, discussion: String = "",
        shouldDisplay: Bool = true
    ) {
        self.init(
            commandName: name, _superCommandName: "dragoman", abstract: abstract, usage: usage,
            discussion: discussion, shouldDisplay: shouldDisplay)
    }
}
