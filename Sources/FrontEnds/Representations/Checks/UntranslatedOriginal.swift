package import JSON
package import Texts
import Translation

/// A source text that a Ver-ID file does not translate.
package struct UntranslatedOriginal: Sendable {
    /// The path of the file, as given.
    package let path: String
    /// The language of the file, if the file has one.
    package let locale: LanguageTag?
    package let original: String

    package init(path: String, locale: LanguageTag?, original: String) {
        self.path = path
        self.locale = locale
        self.original = original
    }

    /// The finding in the shape of ``Workspace/CheckResult/json``, with the member `path`.
    package var json: JSONValue {
        .object { members in
            members.add("check", "missing")
            members.add("severity", "error")
            members.add("locale", locale?.rawValue)
            // A file of this format has one section, and the source text is the key.
            members.add(StringID(section: "default", key: original))
            members.add("message", "There is no translation.")
            members.add("path", path)
        }
    }
}
