import Hosting
import JSON
import Texts
import Translation
import Workspace

/// Writes of source strings, as specified in bodies.
extension ProjectCall {
    /// Returns the string identified by the `section` and `key` members of a body.
    func keyArgument(in body: inout JSONBody) throws -> KeyArgument {
        let limit = project.settings.limits.key
        let section = try body.text("section", upTo: limit)
        return try keyArgument(section, try body.requiredText("key", upTo: limit))
    }

    /// Reads the string and its definition from a body, and returns the write that defines it.
    func definingString(
        _ body: inout JSONBody
    ) async throws -> (write: RequestedWrite, string: StringID) {
        try requireLanguage(project.project.source)
        let key = try keyArgument(in: &body)
        let limits = project.settings.limits
        let value = try body.translation("value", upTo: limits.value)
        var edit = try body.definitionEdit(limits)
        try body.finish()
        try await completeScreenshot(of: &edit)
        let string = try await string(key, isNew: true)
        var definition = Definition(value: value ?? Value(string.key))
        definition.take(edit)
        return (RequestedWrite(Action(.addString(string, definition))), string)
    }

    /// Reads a new text or new attributes from a body, and returns the write that changes a string.
    func editingString(
        _ key: KeyArgument, _ body: inout JSONBody
    ) async throws -> RequestedWrite {
        try requireLanguage(project.project.source)
        let limits = project.settings.limits
        var edit = try body.definitionEdit(limits)
        edit.value = try body.translation("value", upTo: limits.value)
        edit.isMinor = try body.flag("minor")
        try body.finish()
        try await completeScreenshot(of: &edit)
        return RequestedWrite(Action(.editString(try await string(key), edit)))
    }

    /// Adds the hash to a screenshot that is a stored picture.
    private func completeScreenshot(of edit: inout DefinitionEdit) async throws {
        guard case .set(let screenshot) = edit.screenshot else { return }
        edit.screenshot = .set(try await read { try $0.screenshot(at: screenshot.url) })
    }
}

extension JSONBody {
    /// Removes and returns the members of a definition, except for its text.
    fileprivate mutating func definitionEdit(_ limits: ServerLimits) throws -> DefinitionEdit {
        var edit = DefinitionEdit()
        edit.comment = try text("comment", upTo: limits.remark)
        edit.isTranslatable = try optionalFlag("translate")
        edit.labels = try texts("labels", upTo: 100)
        edit.references = try texts("references", upTo: 1_000)
        edit.screenshot = try text("screenshot", upTo: 2_000).map { url in
            url.isEmpty ? .remove : .set(Definition.Screenshot(url: url))
        }
        guard let limit = value("maxLength") else { return edit }
        guard let members = limit.objectValue, let count = members["n"]?.integerValue,
            count > 0, let unit = members["unit"]?.stringValue,
            let unit = Definition.Limit.Unit(rawValue: unit), members.members.count == 2
        else {
            throw Problem(
                ProblemCode(.invalidValue), "“maxLength” is not a valid length.",
                hint:
                    "Send {\"n\": 20, \"unit\": \"grapheme\"}; units are width, grapheme, utf16, byte."
            )
        }
        edit.maximumLength = .set(Definition.Limit(count: count, unit: unit))
        return edit
    }
}

extension Definition {
    /// Applies an edit to a new definition, except for its text.
    fileprivate mutating func take(_ edit: DefinitionEdit) {
        comment = edit.comment
        if case .set(let limit) = edit.maximumLength { maximumLength = limit }
        if case .set(let picture) = edit.screenshot { screenshot = picture }
        isTranslatable = edit.isTranslatable ?? true
        labels = edit.labels ?? []
        references = edit.references ?? []
    }
}
