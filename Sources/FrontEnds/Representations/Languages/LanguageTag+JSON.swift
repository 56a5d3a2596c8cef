package import JSON
import Languages
package import ReadModel
package import Texts
package import Translation

extension LanguageTag {
    /// A language of the project.
    ///
    /// The shape is
    /// `{"locale", "name", "ownName", "direction", "fallback": [tags], "planned", "source"}`, with
    /// `findings` at the end if they are known. `attributes` are the language's stored attributes,
    /// if any. If they contain no name, CLDR's English name is used. `findings` is the number of
    /// the language's strings with findings.
    package func json(
        _ attributes: LocaleAttributes?, in project: Project, findings: FindingCounts? = nil
    ) -> JSONValue {
        .object { members in
            members.add("locale", rawValue)
            members.add("name", attributes?.name ?? LanguageName.english(rawValue))
            members.add("ownName", LanguageName.own(rawValue))
            members.add("direction", WritingDirection.direction(of: rawValue).rawValue)
            members.add("fallback", list: (attributes?.fallback ?? []).map(\.rawValue))
            members.add("planned", attributes?.isPlanned ?? false)
            members.add("source", self == project.source)
            if let findings { members.add("findings", findings.json) }
        }
    }
}
