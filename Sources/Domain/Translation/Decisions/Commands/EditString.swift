import JSON
public import Texts

/// Changes the source text or the attributes of a string.
struct EditString: CommandKind {
    let string: StringID
    let edit: DefinitionEdit

    static var verb: String { "editString" }

    func addFields(to fingerprint: inout JSONMembers) {
        fingerprint.add(string)
        edit.addFields(to: &fingerprint)
    }

    func decide(in decider: inout Decider<some StateReader, some RandomNumberGenerator>) throws {
        try decider.editString(string, edit)
    }
}

/// Changes to a definition.
///
/// If a field is `nil`, the attribute stays unchanged.
public struct DefinitionEdit: Sendable {
    /// The new source text.
    public var value: Value?
    /// The new comment.
    ///
    /// An empty text removes the comment.
    public var comment: String?
    /// The new length limit.
    public var maximumLength: Change<Definition.Limit>?
    /// True if the string needs translation.
    public var isTranslatable: Bool?
    /// The new labels.
    public var labels: [String]?
    /// The new references.
    public var references: [String]?
    /// The new screenshot.
    public var screenshot: Change<Definition.Screenshot>?
    /// True if the change is minor, so that translations do not become stale.
    public var isMinor = false

    /// A change to an optional attribute.
    public enum Change<Wrapped: Sendable>: Sendable {
        /// Sets the attribute.
        case set(Wrapped)
        /// Removes the attribute.
        case remove
    }

    /// Creates an edit without any changes.
    public init() {}
}

extension DefinitionEdit {
    fileprivate func addFields(to fingerprint: inout JSONMembers) {
        fingerprint.add("value", value?.json)
        fingerprint.add("comment", comment)
        switch maximumLength {
        case .set(let limit):
            fingerprint.add("limit", "\(limit.count) \(limit.unit.rawValue)")
        case .remove: fingerprint.add("limit", "none")
        case nil: break
        }
        if let isTranslatable { fingerprint.add("translate", isTranslatable) }
        fingerprint.add("labels", labels.map { .array($0.map(JSONValue.string)) })
        fingerprint.add("references", references.map { .array($0.map(JSONValue.string)) })
        switch screenshot {
        case .set(let picture):
            fingerprint.add("screenshot", picture.url)
            fingerprint.add("sha256", picture.sha256)
        case .remove: fingerprint.add("screenshot", "none")
        case nil: break
        }
        fingerprint.add("minor", isMinor)
    }
}

extension Decider {
    mutating func editString(_ string: StringID, _ edit: DefinitionEdit) throws {
        try edit.value.map(requireShallow)
        let definitions = try requireString(string)
        guard let before = definitions.currentDefinition else { return }
        var definition = before.applying(edit)
        definition.isMinor = edit.isMinor
        guard definition.content != before.content || !definitions.register.losers.isEmpty else {
            return
        }
        define(string, definition, seen: definitions.register.seen)
    }
}

extension Definition {
    fileprivate func applying(_ edit: DefinitionEdit) -> Definition {
        var changed = self
        if let value = edit.value { changed.value = value }
        if let comment = edit.comment { changed.comment = comment.isEmpty ? nil : comment }
        if let change = edit.maximumLength { changed.maximumLength = change.value }
        if let isTranslatable = edit.isTranslatable { changed.isTranslatable = isTranslatable }
        if let labels = edit.labels { changed.labels = labels }
        if let references = edit.references { changed.references = references }
        if let change = edit.screenshot { changed.screenshot = change.value }
        return changed
    }
}

extension DefinitionEdit.Change {
    /// The new value, or nil if the attribute is removed.
    package var value: Wrapped? {
        if case .set(let value) = self { value } else { nil }
    }
}
