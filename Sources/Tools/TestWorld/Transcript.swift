package import Commands
import TestKit

/// A command-line session as one text: each command, its output, and its exit status.
package struct Transcript {
    private let sandbox: Sandbox
    private let directory: String
    /// The text so far.
    package private(set) var text = ""
    /// The result of the last command.
    package private(set) var last: Sandbox.Result?

    /// Starts a session in a directory of a sandbox.
    package init(_ sandbox: Sandbox, in directory: String = "") {
        self.sandbox = sandbox
        self.directory = directory
    }

    /// Runs `dragoman` with the words of `line`; words with spaces are in `'…'`.
    ///
    /// `input` is standard input. `keys` are pressed as a terminal sends them, and `edited` is the
    /// result of the editor. Standard output, standard error and an exit status other than 0 are
    /// added to the text.
    package mutating func run(
        _ line: String, environment: [String: String] = [:], input: String = "",
        columns: Int? = nil, keys: String? = nil, edited: [String] = []
    ) {
        let terminal = RecordingTerminal(
            input: Array(input.utf8), isInteractive: columns != nil && keys == nil,
            canAsk: keys != nil, columns: columns ?? 100, edited: edited.map { Array($0.utf8) },
            keys: KeyDecoder.keys(keys ?? ""))
        let result = sandbox.run(
            Self.words(line), in: directory, environment: environment, terminal: terminal)
        last = result
        text += "$ dragoman \(line)\n"
        text += result.output
        if !result.output.isEmpty, result.output.utf8.last != UInt8(ascii: "\n") { text += "⏎\n" }
        var errors = result.errors
        if keys != nil {
            // Transcripts contain the screen that a user saw, not the bytes that drew it.
            var screen = VirtualScreen(columns: columns ?? 100, returnsAtLineFeed: true)
            screen.feed(errors.utf8)
            errors = screen.text
        }
        for line in errors.split(separator: "\n") { text += "! \(line)\n" }
        if result.status != 0 { text += "[exit \(result.status)]\n" }
        text += "\n"
    }

    /// Adds a line of explanation.
    package mutating func note(_ line: String) { text += "# \(line)\n" }

    /// Adds the text of another session.
    package mutating func append(_ other: Transcript) { text += other.text }

    /// Splits a line into words as a shell would: at spaces outside of single quotes.
    package static func words(_ line: String) -> [String] {
        var words: [String] = []
        var word = ""
        var isOpen = false
        var isQuoted = false
        for character in line {
            switch character {
            case "'":
                isQuoted.toggle()
                isOpen = true
            case " " where !isQuoted:
                if isOpen { words.append(word) }
                (word, isOpen) = ("", false)
            default:
                word.append(character)
                isOpen = true
            }
        }
        if isOpen { words.append(word) }
        return words
    }
}

extension KeyDecoder {
    /// Decodes the keys in a text that a terminal sends.
    package static func keys(_ text: String) -> [Key] {
        var decoder = KeyDecoder()
        decoder.push(text.utf8)
        var keys: [Key] = []
        while let key = decoder.next(isFinal: true) { keys.append(key) }
        return keys
    }
}
