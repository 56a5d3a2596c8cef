public import JSON

/// The texts in one language in NStack's format: sections that contain keys.
public struct NStackTexts: Sendable {
    /// An error in a resource or a lookup.
    public enum Failure: Error, Hashable {
        /// The resource is not an object of sections.
        case invalidResource
        /// A key path does not have exactly two parts, unlike `section.key`.
        case invalidKeyPath(String)
    }

    private var sections: [ExactText: [ExactText: String]] = [:]

    /// Reads a resource: `{"data": {section: {key: text}}}`, as sent by the server, or `{section:
    /// {key: text}}`, as bundled with apps.
    ///
    /// A member `data` whose own members are texts counts as a section. Values that are not texts
    /// are ignored.
    public init(_ resource: JSONValue) throws(Failure) {
        guard case .object(var object) = resource else { throw .invalidResource }
        if case .object(let data) = object["data"], !data.members.isEmpty,
            data.members.allSatisfy({ $0.value.objectValue != nil })
        {
            object = data
        }
        for section in object.members {
            var texts: [ExactText: String] = [:]
            for member in section.value.objectValue?.members ?? [] {
                if case .string(let text) = member.value { texts[ExactText(member.key)] = text }
            }
            sections[ExactText(section.key)] = texts
        }
    }

    /// Returns the text at the path `section.key`.
    ///
    /// Returns nil if there is no text, if the path is empty, or if the text is `__key`, which
    /// NStack writes for an untranslated key. Throws ``Failure/invalidKeyPath(_:)`` for a path with
    /// one part or more than two.
    public func text(_ path: String) throws(Failure) -> String? {
        guard !path.isEmpty else { return nil }
        let parts = path.parts(separatedBy: ".")
        guard parts.count == 2 else { throw .invalidKeyPath(path) }
        return text(section: parts[0], key: parts[1])
    }

    /// Returns the text of a key in a section, or nil if the text is missing or untranslated.
    public func text(section: String, key: String) -> String? {
        guard let text = sections[ExactText(section)]?[ExactText(key)],
            !text.isBytewiseEqual(to: "__" + key)
        else { return nil }
        return text
    }
}
