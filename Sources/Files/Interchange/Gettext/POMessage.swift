/// A message of a PO file.
struct POMessage {
    /// The context, where there is one; the empty context is one.
    var context: String?
    /// The text of the source language, or a name.
    var id = ""
    /// The plural of the text of the source language.
    var plural: String?
    /// The translations: one, or one for each plural form.
    var texts: [String] = []
    /// Comments among translators: the lines after `#`.
    var translatorComments: [String] = []
    /// Comments of programmers for translators: the lines after `#.`.
    var extractedComments: [String] = []
    /// The places where the message is used: the text after `#:`.
    var references: [String] = []
    /// The flags after `#,`.
    var flags: [String] = []
    /// The previous message, as it is written after `#|`.
    var previous: [String] = []
    /// The line of `msgid`.
    var line = 0
    /// Whether its lines begin with `#~`: no file of the project asks for it any more.
    var isObsolete = false

    /// The separator of context and text in a key, as in MO files.
    static let separator = "\u{4}"

    /// The key under which the project knows the message.
    var key: String { (context.map { $0 + Self.separator } ?? "") + id }

    /// The context and the text of a key.
    static func parts(ofKey key: String) -> (context: String?, id: String) {
        guard let index = key.utf8.firstIndex(of: 4) else { return (nil, key) }
        let bytes = key.utf8
        return (
            String(Substring(bytes[..<index])),
            String(Substring(bytes[bytes.index(after: index)...]))
        )
    }

    /// Whether it is the header, whose text has the fields of the file.
    var isHeader: Bool { context == nil && id.isEmpty }

    static let fuzzy = "fuzzy"

    /// Whether a flag says something of the source text, so that the template decides it.
    static func isOfTemplate(_ flag: String) -> Bool {
        flag.hasSuffix("-format") || flag.hasPrefix("range:")
    }
}

/// The keys of messages in a project.
public enum GettextKey {
    /// The context that a key has before its text; nil for a key without one.
    public static func context(of key: String) -> String? { POMessage.parts(ofKey: key).context }
}
