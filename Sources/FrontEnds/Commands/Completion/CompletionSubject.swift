import ReadModel
import Translation

/// The kind of a value, if values of that kind can be listed.
///
/// The kind is derived from the value's name in the help, so new verbs that use the same names get
/// completions automatically.
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
    case channel
    case format
    case revision
    case branch
    case localeOrFile
    case file
    case directory

    /// Returns the kind of an argument's value, or nil if any text is allowed.
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
        case ("rotate", "id"), ("revoke", "id"), ("invite", "id"): return .token
        case ("test", "name"), ("replay", "name"): return nil
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

    /// Returns true if a word may contain several values, separated by commas.
    static func isList(_ argument: ArgumentNode) -> Bool {
        argument.valueName.hasSuffix(",…")
    }

    /// Returns the singular form of a value's name: `tag` for both `tag,…` and `tags`.
    private static func singular(_ name: String) -> String {
        if name.hasSuffix(",…") { return String(name.dropLast(2)) }
        return ["tags", "ids", "keys", "files", "subjects", "revisions"].contains(name)
            ? String(name.dropLast()) : name
    }

    /// The options whose values are listed in the help, separated by bars.
    private static let forms: Set = ["--format", "--report", "--fail-on"]

    private static let byName: [String: CompletionSubject] = [
        "--section": .section, "--new-section": .section, "--branch": .branch,
        "--file-format": .format, "--type": .words(Payload.knownTypes), "--key": .key,
        "--origin": .words(["human", "memory", "machine:", "reference:"]),
        "--check": .words(CheckInfo.all.map(\.name)), "--skip": .words(CheckInfo.all.map(\.name)),
        "--channel": .channel, "--reason": .words(ReasonCode.known), "--to": .revision,
    ]

    private static let byValue: [String: CompletionSubject] = [
        "tag": .locale, "key": .key, "new-key": .key, "id": .anyProposal, "rev": .revision,
        "rev[..rev]": .revision, "revision": .revision, "dir": .directory, "directory": .directory,
        "path": .file, "file": .file, "subject": .localeOrFile, "words": .place, "locale": .locale,
        "channel": .channel,
    ]
}
