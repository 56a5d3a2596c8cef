/// The place on a command line that is to be completed.
struct CompletionPoint {
    /// The kind of word expected at a place.
    enum Slot {
        /// A subcommand.
        case verb
        /// The name of an option or flag.
        case optionName
        /// The value of an option, or an argument with its position.
        case value(ArgumentNode, position: Int)
        /// No known word fits.
        case nothing
    }

    /// The commands up to this place, starting with the program.
    private(set) var path: [CommandNode]
    private(set) var slot = Slot.nothing
    /// The part of the word before the value, such as `--locale=`.
    private(set) var head = ""
    /// The part of the value that has been typed.
    private(set) var prefix: String
    /// The values of the preceding options, by each of the option's names; empty for flags.
    private(set) var given: [String: String] = [:]
    /// The preceding arguments of the verb.
    private(set) var positionals: [String] = []

    /// The command that the word belongs to.
    var command: CommandNode { path[path.count - 1] }

    /// Reads the words before the incomplete one in the same way as the parser.
    init(root: CommandNode, words: [String], current: String) {
        path = [root]
        prefix = current
        var isLiteral = false
        var pending: ArgumentNode?
        for word in words {
            if let option = pending {
                note(option, word)
                pending = nil
            } else if isLiteral || !word.hasPrefix("-") || word == "-" {
                descend(into: word, isLiteral: isLiteral)
            } else if word == "--" {
                isLiteral = true
            } else if let equals = word.firstIndex(of: "=") {
                let value = String(word[word.index(after: equals)...])
                if let option = command.option(String(word[..<equals])) { note(option, value) }
            } else if let option = command.option(word) {
                if option.kind == .flag { note(option, "") } else { pending = option }
            }
        }
        place(current, pending: pending, isLiteral: isLiteral)
    }

    private mutating func note(_ option: ArgumentNode, _ value: String) {
        for name in option.names { given[name] = value }
    }

    private mutating func descend(into word: String, isLiteral: Bool) {
        if !isLiteral, positionals.isEmpty,
            let verb = command.subcommands.first(where: { $0.name == word })
        {
            path.append(verb)
        } else {
            positionals.append(word)
        }
    }

    private mutating func place(_ current: String, pending: ArgumentNode?, isLiteral: Bool) {
        if let pending {
            slot = .value(pending, position: 0)
        } else if !isLiteral, current.hasPrefix("--"), let equals = current.firstIndex(of: "=") {
            let value = current.index(after: equals)
            guard let option = command.option(String(current[..<equals])), option.kind == .option
            else { return }
            head = String(current[..<value])
            prefix = String(current[value...])
            slot = .value(option, position: 0)
        } else if !isLiteral, current.hasPrefix("-") {
            slot = .optionName
        } else if !command.subcommands.isEmpty {
            slot = positionals.isEmpty ? .verb : .nothing
        } else {
            let arguments = command.positionals
            let position = positionals.count
            if position < arguments.count {
                slot = .value(arguments[position], position: position)
            } else if let last = arguments.last, last.isRepeating {
                slot = .value(last, position: position)
            }
        }
    }
}
