import ArgumentParser
import JSON

/// The parser's description of a command, from which completions and man pages are generated.
struct CommandNode {
    let name: String
    let abstract: String
    let discussion: String
    let isShown: Bool
    let arguments: [ArgumentNode]
    let subcommands: [CommandNode]

    /// The program with all its verbs.
    static var root: CommandNode? {
        // `_dumpHelp` is the parser's only machine-readable description.
        guard let json = try? JSONValue.parse(Array(Dragoman._dumpHelp().utf8)) else { return nil }
        return json.objectValue?["command"].flatMap(CommandNode.init)
    }

    private init?(_ json: JSONValue) {
        guard let object = json.objectValue, let name = object["commandName"]?.stringValue else {
            return nil
        }
        self.name = name
        abstract = object["abstract"]?.stringValue ?? ""
        discussion = object["discussion"]?.stringValue ?? ""
        isShown = object["shouldDisplay"]?.boolValue ?? true
        arguments = object["arguments"]?.arrayValue?.compactMap(ArgumentNode.init) ?? []
        subcommands = object["subcommands"]?.arrayValue?.compactMap(CommandNode.init) ?? []
    }

    var options: [ArgumentNode] { arguments.filter { $0.kind != .positional } }

    var positionals: [ArgumentNode] { arguments.filter { $0.kind == .positional } }

    /// Returns the option or flag with the given name, which includes its dashes.
    func option(_ spelling: String) -> ArgumentNode? {
        options.first { $0.names.contains(spelling) }
    }
}

/// An argument, option or flag of a command.
struct ArgumentNode {
    enum Kind: String {
        case positional
        case option
        case flag
    }

    let kind: Kind
    /// The names with their dashes; empty for a positional argument.
    let names: [String]
    /// The name of the value in the help, such as `tag`.
    let valueName: String
    let abstract: String
    let discussion: String
    let defaultValue: String?
    /// All possible values, if the parser knows them.
    let values: [String]
    let isRepeating: Bool
    let isOptional: Bool
    let isShown: Bool

    init?(_ json: JSONValue) {
        guard let object = json.objectValue,
            let kind = object["kind"]?.stringValue.flatMap(Kind.init)
        else { return nil }
        self.kind = kind
        names =
            object["names"]?.arrayValue?.compactMap(\.objectValue).compactMap { name in
                name["name"]?.stringValue.map {
                    (name["kind"]?.stringValue == "long" ? "--" : "-") + $0
                }
            } ?? []
        valueName = object["valueName"]?.stringValue ?? ""
        abstract = object["abstract"]?.stringValue ?? ""
        discussion = object["discussion"]?.stringValue ?? ""
        defaultValue = object["defaultValue"]?.stringValue
        values = object["allValues"]?.arrayValue?.compactMap(\.stringValue) ?? []
        isRepeating = object["isRepeating"]?.boolValue ?? false
        isOptional = object["isOptional"]?.boolValue ?? false
        isShown = object["shouldDisplay"]?.boolValue ?? true
    }

    /// The long name, if there is one; empty for a positional argument.
    var longestName: String { names.max { $0.utf8.count < $1.utf8.count } ?? "" }
}
