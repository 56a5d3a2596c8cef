/// A message in a PO file.
struct POMessage {
    /// The context, if any.
    ///
    /// An empty context is still a context.
    var context: String?
    /// The source text, or a symbolic name.
    var id = ""
    /// The plural of the source text, if any.
    var plural: String?
    /// The translations: a single text, or one text per plural form.
    var texts: [String] = []
    /// Translators' comments for other translators, from the lines after `#`.
    var translatorComments: [String] = []
    /// Programmers' comments for translators, from the lines after `#.`.
    var extractedComments: [String] = []
    /// The places where the message is used, from the lines after `#:`.
    var references: [String] = []
    /// The flags after `#,`.
    var flags: [String] = []
    /// The previous message, as written after `#|`.
    var previous: [String] = []
    /// The line number of `msgid`.
    var line = 0
    /// Whether the lines begin with `#~`, because the message is no longer in the sources.
    var isObsolete = false

    /// The separator between the context and the text in a key, as in MO files.
    static let separator = "\u{4}"

    /// The key of the message in the project.
    var key: String { (context.map { $0 + Self.separator } ?? "") + id }

    /// Splits a key into its context and text.
    static func parts(ofKey key: String) -> (context: String?, id: String) {
        guard let index = key.utf8.firstIndex(of: 4) else { return (nil, key) }
        let bytes = key.utf8
        return (
            String(Substring(bytes[..<index])),
            String(Substring(bytes[bytes.index(after: index)...]))
        )
    }

    /// Whether this is the header, whose text contains the file's header fields.
    var isHeader: Bool { context == nil && id.isEmpty }

    static let fuzzy = "fuzzy"

    /// Returns whether a flag describes the source text, so that its value comes from the template.
    static func isOfTemplate(_ flag: String) -> Bool {
        flag.hasSuffix("-format") || flag.hasPrefix("range:")
    }
}

/// Helpers for the keys of gettext messages in a project.
public enum GettextKey {
    /// Returns the context at the beginning of a key; nil if the key has no context.
    public static func context(of key: String) -> String? { POMessage.parts(ofKey: key).context }
}
