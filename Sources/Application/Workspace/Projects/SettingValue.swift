package import JSON
package import Texts
import Translation

extension Workspace {
    /// Returns a value of a setting with all its language tags normalized by `language`.
    ///
    /// A value of the wrong form is returned unchanged, so that the setting can reject it. Throws
    /// if the value contains an invalid tag, the same language twice, or an export format that
    /// cannot be written.
    package static func canonical(
        _ value: JSONValue, ofSetting name: String, language: (String) throws -> LanguageTag
    ) throws -> JSONValue {
        switch name {
        case Setting.frozen.name: return try canonicalTags(value, language)
        case Setting.exportProfiles.name:
            guard let profiles = value.arrayValue else { return value }
            return .array(try profiles.map { try canonicalProfile($0, language) })
        case Setting.reviewers.name, Setting.translators.name:
            guard let object = value.objectValue else { return value }
            let members = try object.members.map { tag, people in
                (key: tag == "*" ? tag : try language(tag).rawValue, value: people)
            }
            guard let canonical = JSONObject(members) else {
                throw Refusal(
                    .invalidValue, "The list contains the same language twice.",
                    hint: "List each language once, such as fr-CA.")
            }
            return .object(canonical)
        default: return value
        }
    }

    /// Returns an array of texts with each tag normalized.
    private static func canonicalTags(
        _ value: JSONValue, _ language: (String) throws -> LanguageTag
    ) throws -> JSONValue {
        guard let tags = value.arrayValue else { return value }
        return .array(
            try tags.map { tag in
                try tag.stringValue.map { .string(try language($0).rawValue) } ?? tag
            })
    }

    /// Returns an export profile with normalized language tags.
    private static func canonicalProfile(
        _ value: JSONValue, _ language: (String) throws -> LanguageTag
    ) throws -> JSONValue {
        guard let profile = value.objectValue else { return value }
        if let format = profile["format"]?.stringValue { _ = try writtenFormat(format) }
        return .object(
            JSONObject(
                uniqueMembers: try profile.members.map { key, value in
                    (
                        key,
                        key.hasSameBytes(as: "locales")
                            ? try canonicalTags(value, language) : value
                    )
                }))
    }
}
