package import JSON
package import Texts
import Translation

/// A source text that a Ver-ID file does not translate.
package struct UntranslatedOriginal: Sendable {
    /// The path of the file, as given.
    package let path: String
    /// The file's language, if it has one.
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
            // A file in this format has one section, and its source texts are its keys.
            members.add(StringID(section: "default", key: original))
            members.add("message", "There is no translation.")
            members.add("path", path)
        }
    }
}
