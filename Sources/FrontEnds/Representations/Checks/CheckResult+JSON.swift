package import JSON
import Texts
import Translation
package import Workspace

extension CheckResult {
    /// A finding in a text: `{"check", "severity", "locale", "section", "key", "message"}`.
    package var json: JSONValue {
        .object { members in
            members.add("check", check)
            members.add("severity", severity.rawValue)
            members.add("locale", locale.rawValue)
            members.add(string)
            members.add("message", message)
        }
    }
}
