public import JSON

/// The texts of one language in the form of NStack: sections, and keys in them.
public struct NStackTexts: Sendable {
    /// A failure of reading or of a lookup.
    public enum Failure: Error, Hashable {
        /// The resource is no object of sections.
        case invalidResource
        /// A key path has not exactly two parts, as `section.key` has.
        case invalidKeyPath(String)
    }

    private var sections: [ExactText: [ExactText: String]] = [:]

    /// Takes a resource: `{"data": {section: {key: text}}}` as the server answers it, or
    /// `{section: {key: text}}` as apps have it.
    ///
    /// A section called `data` whose members are texts is a section. Values that are no texts are
    /// left out.
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

    /// Returns the text at a path `section.key`.
    ///
    /// Nil if there is none, if the path is empty, or if the text is `__key`, which NStack writes for
    /// an untranslated key. Throws ``Failure/invalidKeyPath(_:)`` for a path of one part or of more than two.
    public func text(_ path: String) throws(Failure) -> String? {
        guard !path.isEmpty else { return nil }
        let parts = path.parts(separatedBy: ".")
        guard parts.count == 2 else { throw .invalidKeyPath(path) }
        return text(section: parts[0], key: parts[1])
    }

    /// Returns the text of a key in a section; nil if there is none or it is untranslated.
    public func text(section: String, key: String) -> String? {
        guard let text = sections[ExactText(section)]?[ExactText(key)],
            !text.isBytewiseEqual(to: "__" + key)
        else { return nil }
        return text
    }
}
