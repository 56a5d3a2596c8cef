import Bundles
package import JSON
import Texts
import Translation
package import Workspace

extension Exported {
    /// The result of an export: `{"files": [paths], "unrepresentable": […]}`.
    ///
    /// Three optional members are omitted if they are empty. `filled` and `fitted` list texts as
    /// `{"locale", "section", "key"}`, and `removed` lists obsolete files.
    package func json(removed: [String]) -> JSONValue {
        .object { members in
            members.add("files", list: files.map(\.path))
            if !removed.isEmpty { members.add("removed", list: removed) }
            members.add("unrepresentable", .array(unrepresentable.map(\.json)))
            func add(_ name: String, _ units: [UnitID]) {
                guard !units.isEmpty else { return }
                let texts = units.map { unit in
                    JSONValue.object {
                        $0.add("locale", unit.locale.rawValue)
                        $0.add("section", unit.string.section)
                        $0.add("key", unit.string.key)
                    }
                }
                members.add(name, .array(texts))
            }
            add("filled", filled)
            add("fitted", fitted)
        }
    }
}
