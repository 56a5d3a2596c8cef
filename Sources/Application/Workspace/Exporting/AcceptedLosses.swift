import JSON
import Texts
import Translation

/// The strings that formats may leave out, by the setting “accepted-losses”.
struct AcceptedLosses {
    private let patterns: [KeyPattern]

    /// Reads the value of the setting and ignores items that are not strings.
    init(_ value: JSONValue?) {
        patterns = (value?.arrayValue ?? []).compactMap(\.stringValue).map { KeyPattern($0) }
    }

    /// Returns true if a pattern matches the key, or the section and the key with a colon between them.
    func include(_ string: StringID, of project: Project) -> Bool {
        guard !patterns.isEmpty else { return false }
        let isDefault = string.section.hasSameBytes(as: project.defaultSection)
        let spellings =
            [string.key, "\(string.section):\(string.key)"] + (isDefault ? [":\(string.key)"] : [])
        return patterns.contains { spellings.contains(where: $0.matches) }
    }
}
