package import JSON
package import Texts
import Translation
package import Workspace

extension VerIDFinding {
    /// The finding in the shape of ``Workspace/CheckResult/json``, with the member `path`.
    ///
    /// A finding about the whole file has no `key`.
    package func json(path: String, locale: LanguageTag?) -> JSONValue {
        .object { members in
            members.add("check", check)
            members.add("severity", severity.rawValue)
            members.add("locale", locale?.rawValue)
            if let original { members.add(StringID(section: "default", key: original)) }
            members.add("message", message)
            members.add("path", path)
        }
    }
}
