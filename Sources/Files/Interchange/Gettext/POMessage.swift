/// A message of a PO file.
struct POMessage {
    /// The context, if any.
    ///
    /// The empty context counts as one.
    var context: String?
    /// The source text, or a name.
    var id = ""
    /// The plural of the source text.
    var plural: String?
    /// The translations: one, or one for each plural form.
    var texts: [String] = []
    /// Comments for other translators: the lines after `#`.
    var translatorComments: [String] = []
    /// Comments from programmers for translators: the lines after `#.`.
    var extractedComments: [String] = []
    /// The places where the message is used: the text after `#:`.
    var references: [String] = []
    /// The flags after `#,`.
    var flags: [String] = []
    /// The previous message, as written after `#|`.
    var previous: [String] = []
    /// The line of `msgid`.
    var line = 0
    /// Whether the lines begin with `#~`, because the message is no longer in the sources.
    var isObsolete = false

    /// The separator of context and text in a key, as in MO files.
    static let separator = "\u{4}"

    /// The key of the message in the project.
    var key: String { (context.map { $0 + Self.separator } ?? "") + id }

    /// Splits a key into context and text.
    static func parts(ofKey key: String) -> (context: String?, id: String) {
        guard let index = key.utf8.firstIndex(of: 4) else { return (nil, key) }
        let bytes = key.utf8
        return (
            String(Substring(bytes[..<index])),
            String(Substring(bytes[bytes.index(after: index)...]))
        )
    }

    /// Whether it is the header, whose text contains the fields of the file.
    var isHeader: Bool { context == nil && id.isEmpty }

    static let fuzzy = "fuzzy"

    /// Returns whether a flag describes the source text, so that the template decides it.
    static func isOfTemplate(_ flag: String) -> Bool {
        flag.hasSuffix("-format") || flag.hasPrefix("range:")
    }
}

/// The keys of messages in a project.
public enum GettextKey {
    /// Returns the context at the beginning of a key; nil for a key without one.
    public static func context(of key: String) -> String? { POMessage.parts(ofKey: key).context }
}
