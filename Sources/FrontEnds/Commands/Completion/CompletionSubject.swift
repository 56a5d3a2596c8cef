import ReadModel
import Translation

/// What kind of thing a value is, as far as values of that kind can be listed.
///
/// The name that the help gives the value says it, so that a new verb that speaks the same words is completed
/// without more ado.
enum CompletionSubject: Equatable {
    case words([String])
    case locale
    /// A language and a key, or a key alone; see ``PlaceArguments``.
    case place
    case key
    case section
    case keyOrProposal
    case openProposal
    case anyProposal
    case token
    case setting
    case format
    case revision
    case branch
    case localeOrFile
    case file
    case directory

    /// What the value of an argument is, or `nil` where it is free.
    static func of(_ argument: ArgumentNode, in command: CommandNode) -> CompletionSubject? {
        if !argument.values.isEmpty { return .words(argument.values) }
        if let subject = byName[argument.longestName] { return subject }
        let name = Self.singular(argument.valueName)
        switch (command.name, name) {
        case ("add", "tag") where argument.kind == .positional: return nil
        case ("config", "name"): return .setting
        case ("show", "name"): return .keyOrProposal
        case ("export", "name") where argument.names.contains("--format"): return .format
        case ("accept", "id"), ("reject", "id"), ("delete", "id"), ("endorse", "id"),
            ("comment", "subject"):
            return .openProposal
        case ("conflicts", "id"): return nil
        case ("rotate", "id"), ("revoke", "id"): return .token
        case ("list", "state"): return .words(EntryState.allCases.map(\.rawValue))
        case ("proposals", "state"):
            return .words(Proposal.State.allCases.map(\.rawValue) + ["all"])
        default: break
        }
        if forms.contains(argument.longestName), name.contains("|") {
            return .words(name.split(separator: "|").map(String.init))
        }
        return byValue[name]
    }

    /// Whether several values may stand in one word, divided by commas.
    static func isList(_ argument: ArgumentNode) -> Bool {
        argument.valueName.hasSuffix(",…")
    }

    /// `tag,…`, `tags` and `tag` are the same kind of thing.
    private static func singular(_ name: String) -> String {
        if name.hasSuffix(",…") { return String(name.dropLast(2)) }
        return ["tags", "ids", "keys", "files", "subjects", "revisions"].contains(name)
            ? String(name.dropLast()) : name
    }

    /// The options whose values are the words that the help shows, divided by bars.
    private static let forms: Set = ["--format", "--report", "--fail-on"]

    private static let byName: [String: CompletionSubject] = [
        "--section": .section, "--new-section": .section, "--branch": .branch,
        "--file-format": .format, "--type": .words(Payload.knownTypes), "--key": .key,
        "--origin": .words(["human", "memory", "machine:", "reference:"]),
        "--check": .words(CheckInfo.all.map(\.name)), "--skip": .words(CheckInfo.all.map(\.name)),
        "--reason": .words(ReasonCode.known), "--to": .revision,
    ]

    private static let byValue: [String: CompletionSubject] = [
        "tag": .locale, "key": .key, "new-key": .key, "id": .anyProposal, "rev": .revision,
        "rev[..rev]": .revision, "revision": .revision, "dir": .directory, "directory": .directory,
        "path": .file, "file": .file, "subject": .localeOrFile, "words": .place, "locale": .locale,
    ]
}
