package import JSON
import Texts
package import Translation
import Walks
import Workspace

extension WalkSubject {
    /// A proposal or a string that a walk did not change: `{"id", "reason"?}` or
    /// `{"locale", "section", "key", "reason"?}`.
    package func json(because refusal: Refusal? = nil) -> JSONValue {
        .object { members in
            switch self {
            case .proposal(let id): members.add("id", id)
            case .unit(let unit):
                members.add("locale", unit.locale.rawValue)
                members.add(unit.string)
            }
            members.add("reason", refusal?.message)
        }
    }
}
