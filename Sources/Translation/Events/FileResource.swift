/// What a file of the app says of some of its strings.
public struct FileStatements: Sendable, Equatable {
    /// The name of the file's format.
    public var format: String
    /// A mark of what the file says, by key; the empty text of what it does not have any more.
    ///
    /// Writers make marks as the data model has it. Readers take any text.
    public var marks: [(key: String, mark: String)]

    /// States what a file says; each key once.
    public init(format: String, marks: [(key: String, mark: String)]) {
        self.format = format
        self.marks = marks
    }

    /// Compares the stored forms.
    public static func == (a: FileStatements, b: FileStatements) -> Bool {
        Payload.fileRead(a) == Payload.fileRead(b)
    }
}

/// A section as a file of the app, in one language.
public struct FileResource: Sendable, Equatable {
    /// The name of the file's format, where it is known.
    public var format: String?
    /// The path of the file in this language, where it is known and not what the pattern gives.
    ///
    /// In logs without a pattern it is the path of the source language's file.
    public var path: String?
    /// The paths of the files of all languages, such as `locales/{locale}.json`; stated in the source language.
    public var pattern: String?
    /// What the file has besides its strings, as its format spells that: of gettext the header and obsolete messages.
    public var skeleton: String?
    /// A mark of the values in the skeleton that are no texts, such as numbers: two marks that differ are a conflict.
    public var kept: String?

    /// States what is known of a file.
    public init(
        format: String? = nil, path: String? = nil, pattern: String? = nil, skeleton: String? = nil,
        kept: String? = nil
    ) {
        self.kept = kept
        self.pattern = pattern
        self.format = format
        self.path = path
        self.skeleton = skeleton
    }
}
