package import JSON
package import ReadModel
import Texts
import Translation

extension StatusRow {
    /// The coverage of a language in numbers of strings; `words` counts source words without an
    /// up-to-date translation.
    package var json: JSONValue { json(findings: nil) }

    /// The coverage of a language, with the counts of its findings if they are known.
    package func json(findings: FindingCounts?) -> JSONValue { json(findings: findings, false) }

    /// The coverage of a language, and whether every text is a copy of the source text.
    ///
    /// `untranslated` is present, and true, if every text is a copy.
    package func json(isUntranslated: Bool) -> JSONValue { json(findings: nil, isUntranslated) }

    private func json(findings: FindingCounts?, _ isUntranslated: Bool) -> JSONValue {
        .object { members in
            members.add("locale", locale.rawValue)
            members.add("total", total)
            members.add("translated", translated)
            members.add("reviewed", reviewed)
            members.add("stale", stale)
            members.add("inherited", inherited)
            members.add("inheritedStale", inheritedStale)
            members.add("flagged", flagged)
            members.add("conflicts", conflicts)
            members.add("proposed", proposed)
            members.add("missing", missing)
            members.add("words", words)
            if isUntranslated { members.add("untranslated", true) }
            if let findings { members.add("findings", findings.json) }
        }
    }
}
