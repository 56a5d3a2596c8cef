import ArgumentParser
import Languages

/// The shells that have completion scripts.
enum Shell: String, CaseIterable, ExpressibleByArgument {
    case bash
    case zsh
    case fish
}

/// `dragoman complete`: called by the completion scripts.
///
/// Prints a line with the kind of the completions, and then a line for each word. The command
/// changes nothing, writes nothing to standard error, and always succeeds, because error messages
/// would disturb the user's input.
struct Complete: Verb {
    static let configuration = CommandConfiguration(
        commandName: "complete",
        abstract: "Print completions for the shell completion scripts.",
        discussion: """
            For bash: the line up to the cursor, and the part to replace. For zsh and fish: the \
            words up to the cursor; the last one is incomplete.
            """, shouldDisplay: false)

    @OptionGroup var global: GlobalOptions

    @Argument(help: "The shell.")
    var shell: Shell

    @Argument(help: "The text typed so far.")
    var words: [String] = []

    func run(in session: Session) throws -> ExitStatus {
        guard let root = CommandNode.root else { return .done }
        switch shell {
        case .bash:
            let line = BashLine(words.first ?? "", replaced: words.dropFirst().first ?? "")
            let point = CompletionPoint(
                root: root, words: Array(line.words.dropFirst()), current: line.current)
            let found = CandidateFinder(session: session, point: point).completions()
            write(found, to: session) { line.replacement(for: $0.word) }
        case .zsh, .fish:
            let point = CompletionPoint(
                root: root, words: Array(words.dropLast()), current: Self.bare(words.last ?? ""))
            let found = CandidateFinder(session: session, point: point).completions()
            write(found, to: session) { $0.line }
        }
        return .done
    }

    private func write(
        _ completions: Completions, to session: Session, _ line: (Candidate) -> String?
    ) {
        switch completions {
        case .files: session.terminal.write("files\n")
        case .directories: session.terminal.write("directories\n")
        case .words(let candidates, let isOpen):
            let lines = candidates.filter { !$0.hasControls }.compactMap(line)
            let text = [isOpen ? "open" : "words"] + lines
            session.terminal.write(text.joined(separator: "\n") + "\n")
        }
    }

    /// Returns a word from fish or zsh without quotes and backslashes.
    private static func bare(_ word: String) -> String {
        BashLine(word, replaced: "").words.isEmpty ? BashLine(word, replaced: "").current : word
    }
}

extension Candidate {
    /// Whether the word contains control characters.
    ///
    /// Newlines separate the completions, and shells do not display other control characters
    /// literally.
    fileprivate var hasControls: Bool {
        word.utf8.contains { $0 < 0x20 || $0 == 0x7F }
    }

    /// The word and its description, separated by a tab.
    fileprivate var line: String {
        let note = DisplayWidth.truncated(Visible.escaping(note), to: 60)
        return note.isEmpty ? word : "\(word)\t\(note)"
    }
}
