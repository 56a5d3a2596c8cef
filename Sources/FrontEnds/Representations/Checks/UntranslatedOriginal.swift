public import JSON
public import Texts
import Translation

/// A source text that a Ver-ID file does not translate.
public struct UntranslatedOriginal: Sendable {
    /// The path of the file, as it was given.
    public let path: String
    /// The language of the file, if the file states it.
    public let locale: LanguageTag?
    /// The source text.
    public let original: String

    /// Creates the description of an untranslated source text.
    public init(path: String, locale: LanguageTag?, original: String) {
        self.path = path
        self.locale = locale
        self.original = original
    }

    /// The finding in the shape of ``Workspace/CheckResult/json``, with the member `path`.
    public var json: JSONValue {
        .object { members in
            members.add("check", "missing")
            members.add("severity", "error")
            members.add("locale", locale?.rawValue)
            // Files of this format have one section, and the text is the key.
            members.add(StringID(section: "default", key: original))
            members.add("message", "There is no translation.")
            members.add("path", path)
        }
    }
}
