import JSON
import Texts
import Translation

/// The strings that an export may leave out, as listed in the setting “accepted-losses”.
struct AcceptedLosses {
    private let patterns: [KeyPattern]

    /// Parses the value of the setting, and ignores items that are not strings.
    init(_ value: JSONValue?) {
        patterns = (value?.arrayValue ?? []).compactMap(\.stringValue).map { KeyPattern($0) }
    }

    /// Returns true if a pattern matches the key or `section:key`.
    ///
    /// For a string in the default section, a pattern may also match `:key`.
    func include(_ string: StringID, of project: Project) -> Bool {
        guard !patterns.isEmpty else { return false }
        let isDefault = string.section.hasSameBytes(as: project.defaultSection)
        let spellings =
            [string.key, "\(string.section):\(string.key)"] + (isDefault ? [":\(string.key)"] : [])
        return patterns.contains { spellings.contains(where: $0.matches) }
    }
}
