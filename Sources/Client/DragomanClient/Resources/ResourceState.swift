/// A snapshot of an app's texts and their origins.
public struct ResourceState: Sendable, Equatable {
    /// True after texts were loaded for the first time.
    ///
    /// From then on, texts are always available.
    public var isReady = false
    /// The language of the app.
    public var language: String
    /// The language chosen by the user, even if it is not supported, or nil if there is no choice.
    public var choice: String?
    /// The languages in which a text is looked up, in order.
    ///
    /// The default language comes last.
    public var languages: [String] = []
    /// The newest layer with texts for each namespace of each language.
    ///
    /// Namespaces without any texts are absent. A key that is missing in this layer comes from the
    /// next layer.
    public var origins: [ResourceFile: ResourceOrigin] = [:]
    /// The problems from the last load.
    public var problems: [ResourceProblem] = []
}

/// A namespace in a language.
public struct ResourceFile: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The language.
    public var language: String
    /// The namespace.
    public var namespace: String

    /// Creates the file of a namespace in a language.
    public init(language: String, namespace: String) {
        self.language = language
        self.namespace = namespace
    }

    /// Orders by language, then by namespace.
    public static func < (a: Self, b: Self) -> Bool {
        (a.language, a.namespace) < (b.language, b.namespace)
    }

    /// The language and namespace, as in a path.
    public var description: String { "\(language)/\(namespace)" }
}

/// The origins of texts, newest first.
public enum ResourceOrigin: String, Sendable, CaseIterable {
    /// Fetched from the server.
    case external
    /// Fetched earlier, and stored.
    case cached
    /// From a release that is newer than the app.
    case release
    /// Built into the app.
    case local
}

/// A problem that occurred while loading texts.
public struct ResourceProblem: Sendable, Hashable, CustomStringConvertible {
    /// The kinds of problems.
    public enum Kind: String, Sendable, CaseIterable {
        /// The server could not be reached, or did not respond in time.
        case unreachable
        /// The server responded with an error.
        case refused
        /// The server redirected to another address.
        case redirected
        /// The response does not look like the app's texts, or is too large. It was discarded.
        case invalidFile
        /// The stored texts cannot be read.
        case unreadableStorage
        /// Texts or the chosen language cannot be stored.
        case unwritableStorage
        /// A newer version of this library wrote the storage, which is left unchanged.
        case newerStorage
        /// The texts built into the app, or of a release that was fetched, cannot be used.
        case invalidLocal
        /// The app does not support the chosen language.
        case unsupportedLanguage
    }

    /// The kind.
    public var kind: Kind
    /// The affected file, if there is one.
    public var file: ResourceFile?
    /// A message for developers.
    public var message: String

    /// Creates a problem.
    public init(_ kind: Kind, _ file: ResourceFile? = nil, _ message: String) {
        self.kind = kind
        self.file = file
        self.message = message
    }

    /// The file and the message.
    public var description: String { file.map { "\($0): \(message)" } ?? message }
}

/// A change that an app may want to react to.
public enum ResourceChange: Sendable, Equatable {
    /// Texts were loaded for the first time.
    case ready(language: String)
    /// The app's language has changed.
    case languageChanged(from: String, to: String)
    /// Texts have changed, but the language has not.
    case updated
}
