/// A string that a source file asks for, and what it says of it.
public struct FoundString: Sendable, Equatable, Codable {
    /// The key, as the running app looks it up.
    public var key: String
    /// The table or section; `nil` for the one that apps take without a word.
    public var table: String?
    /// The source text, where the source states one beside the key.
    public var text: String?
    /// The developers' comment for the translators.
    public var comment: String?
    /// The line on which it begins, counted from 1.
    public var line: Int
    /// The way in which the code asks for the string.
    public var manner: Manner

    /// The ways in which apps ask for a string.
    public enum Manner: String, Sendable, Hashable, CaseIterable, Codable {
        /// `translatedStrings["…"]`, as Ver-ID's apps do; the key is the text.
        case verID = "verid"
        /// `NSLocalizedString`, `String(localized:)` and their like; the key is the text unless one is stated.
        case foundation
        /// `tr.section.key`, as NStack's generated code has it; the text stands elsewhere.
        case nstack
        /// A call that somebody named.
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

    /// Whether the key is what the source language says, unless a text is stated.
    public var isNaturalKey: Bool { manner != .nstack }
}

/// Something that asks for a string, though not for one that can be read off the source.
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

/// The strings that a source file asks for.
public struct SourceScan: Sendable, Equatable, Codable {
    /// The strings in the order of the file; one that is asked for twice stands twice.
    public var strings: [FoundString] = []
    /// The strings whose keys have placeholders that depend on types.
    public var interpolated: [InterpolatedString] = []
    /// The requests for strings whose keys cannot be determined.
    public var unreadable: [UnreadableKey] = []
    /// All texts that may be keys, those of the strings among them.
    public var literals: [SourceLiteral] = []
    /// Whether the file could not be read at all, so that nobody knows what it asks for.
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

    /// Returns the result for a file that cannot be read; `line` is the line of the reason.
    public static func passedOver(line: Int, because reason: String) -> SourceScan {
        var scan = SourceScan(unreadable: [
            UnreadableKey(line: line, reason: "\(reason); the file is passed over.")
        ])
        scan.isPassedOver = true
        return scan
    }
}
