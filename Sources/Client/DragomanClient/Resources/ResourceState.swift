/// A snapshot of an app's texts and their origins.
public struct ResourceState: Sendable, Equatable {
    /// Whether texts were loaded; from then on there are always some.
    public var isReady = false
    /// The language of the app.
    public var language: String
    /// The language that the person chose, also while it is not supported; nil if they did not choose.
    public var choice: String?
    /// The languages in which a text is looked for, in order; the default language is the last.
    public var languages: [String] = []
    /// The newest layer that each namespace of each language has texts of; a namespace that is nowhere is absent.
    ///
    /// Keys that this layer lacks come from the next one.
    public var origins: [ResourceFile: ResourceOrigin] = [:]
    /// The problems of the last load.
    public var problems: [ResourceProblem] = []
}

/// A namespace in a language.
public struct ResourceFile: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The language.
    public var language: String
    /// The namespace.
    public var namespace: String

    /// Names a file.
    public init(language: String, namespace: String) {
        self.language = language
        self.namespace = namespace
    }

    /// By language, then by namespace.
    public static func < (a: Self, b: Self) -> Bool {
        (a.language, a.namespace) < (b.language, b.namespace)
    }

    /// The two parts, as in a path.
    public var description: String { "\(language)/\(namespace)" }
}

/// The origins of texts, the newest first.
public enum ResourceOrigin: String, Sendable, CaseIterable {
    /// The base URL.
    case external
    /// Texts that were fetched earlier.
    case cached
    /// Texts that are built into the app.
    case local
}

/// Something that went wrong while texts were loaded.
public struct ResourceProblem: Sendable, Hashable, CustomStringConvertible {
    /// The kinds of problems.
    public enum Kind: String, Sendable, CaseIterable {
        /// The server could not be reached, or did not answer in time.
        case unreachable
        /// The server answered with an error.
        case refused
        /// The server led to another address.
        case redirected
        /// The answer does not look like the app's texts, or is too large; it replaced nothing.
        case invalidFile
        /// The kept texts cannot be read.
        case unreadableStorage
        /// Texts or the choice of a language cannot be kept.
        case unwritableStorage
        /// A newer version of this library wrote the storage, which is left as it is.
        case newerStorage
        /// The texts built into the app cannot be used.
        case invalidLocal
        /// The chosen language is not one of those that the app supports.
        case unsupportedLanguage
    }

    /// The kind.
    public var kind: Kind
    /// The file that it concerns, if it concerns one.
    public var file: ResourceFile?
    /// A sentence for developers.
    public var message: String

    /// Creates a problem.
    public init(_ kind: Kind, _ file: ResourceFile? = nil, _ message: String) {
        self.kind = kind
        self.file = file
        self.message = message
    }

    /// The file and the sentence.
    public var description: String { file.map { "\($0): \(message)" } ?? message }
}

/// A change that an app may want to show.
public enum ResourceChange: Sendable, Equatable {
    /// Texts were loaded for the first time.
    case ready(language: String)
    /// The app has another language.
    case languageChanged(from: String, to: String)
    /// Texts of the same language have changed.
    case updated
}
