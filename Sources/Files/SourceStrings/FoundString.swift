/// A string requested by a source file, with the data that the file specifies.
public struct FoundString: Sendable, Equatable, Codable {
    /// The key that the running app looks up.
    public var key: String
    /// The table or section; `nil` for the default table or section.
    public var table: String?
    /// The source text, if the file specifies one in addition to the key.
    public var text: String?
    /// The developers' comment for the translators.
    public var comment: String?
    /// The line of the request, counted from 1.
    public var line: Int
    /// The kind of request in the code.
    public var manner: Manner

    /// The kinds of requests for a string.
    public enum Manner: String, Sendable, Hashable, CaseIterable, Codable {
        /// `translatedStrings["…"]`, as in Ver-ID apps.
        ///
        /// The key is the text.
        case verID = "verid"
        /// `NSLocalizedString`, `String(localized:)` and the like.
        ///
        /// The key is the text, unless the call specifies a text.
        case foundation
        /// `tr.section.key`, as in NStack's generated code.
        ///
        /// The text is defined elsewhere.
        case nstack
        /// A call specified by the user.
        case call
    }

    /// Creates a string.
    public init(
        key: String, table: String? = nil, text: String? = nil, comment: String? = nil, line: Int,
        manner: Manner
    ) {
        self.key = key
        self.table = table
        self.text = text
        self.comment = comment
        self.line = line
        self.manner = manner
    }

    /// Whether the key is the source text, unless a text is specified.
    public var isNaturalKey: Bool { manner != .nstack }
}

/// A request for a string whose key cannot be determined from the source.
public struct UnreadableKey: Sendable, Equatable, Codable {
    /// The line, counted from 1.
    public var line: Int
    /// The reason, in one sentence.
    public var reason: String

    /// Creates a record of a line and the reason.
    public init(line: Int, reason: String) {
        self.line = line
        self.reason = reason
    }
}

/// The strings requested by a source file.
public struct SourceScan: Sendable, Equatable, Codable {
    /// The strings in file order, once per request.
    public var strings: [FoundString] = []
    /// The strings whose keys have placeholders that depend on types.
    public var interpolated: [InterpolatedString] = []
    /// The requests for strings whose keys cannot be determined.
    public var unreadable: [UnreadableKey] = []
    /// All texts that may be keys, including the keys of the strings.
    public var literals: [SourceLiteral] = []
    /// Whether the file could not be parsed, so that its requests are unknown.
    public var isPassedOver = false

    /// Creates a result.
    public init(
        strings: [FoundString] = [], interpolated: [InterpolatedString] = [],
        unreadable: [UnreadableKey] = [], literals: [SourceLiteral] = []
    ) {
        self.strings = strings
        self.interpolated = interpolated
        self.unreadable = unreadable
        self.literals = literals
    }

    /// Returns the result for a file that cannot be parsed.
    ///
    /// `line` is the line that the reason refers to.
    public static func passedOver(line: Int, because reason: String) -> SourceScan {
        var scan = SourceScan(unreadable: [
            UnreadableKey(line: line, reason: "\(reason); the file is skipped.")
        ])
        scan.isPassedOver = true
        return scan
    }
}
