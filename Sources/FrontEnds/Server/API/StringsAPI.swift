import HTTPTypes
import Hosting
import Hummingbird
import JSON
import Representations
import Texts
import Translation
import Workspace

extension APIRoutes {
    var stringRoutes: [Route] { [list, show, add, edit, remove, rename] }

    private var list: Route {
        route(
            "strings.list", .get, "/strings", "The strings and their texts in a language.",
            access: .scope(.read),
            parameters: [.init("locale", "The language; the source language by default.")]
                + EntryQuery.parameters,
            answers: [.json(.array(of: .named("Entry")), "A page of strings.")]
        ) { call in
            let named = try call.context.query["locale"].map { try call.language($0) }
            return try await EntryQuery.respond(
                call, locale: named ?? call.project.project.source)
        }
    }

    private var show: Route {
        route(
            "strings.show", .get, "/string",
            "A string: its definition, its texts and open proposals in all languages, and its neighbours.",
            access: .scope(.read),
            parameters: [APIParameters.section, APIParameters.key] + APIParameters.moment,
            answers: [.json(.named("String"), "The string.")]
        ) { call in
            let key = try call.keyArgument()
            return try await call.respondAtMoment { snapshot in
                let string = try snapshot.string(key)
                try snapshot.requireString(string)
                let portrait = try snapshot.portrait(
                    of: string, showsAddresses: call.context.showsAddresses)
                return JSONAnswer(portrait.json, tag: portrait.tag)
            }
        }
    }

    private var add: Route {
        route(
            "strings.add", .post, "/strings", "Define a string.", access: .right(.define),
            parameters: APIParameters.writing,
            body: .json(
                .object(
                    required: ["key": .string],
                    optionalMembers: APISchemas.definitionMembers + [("section", .string)])),
            answers: APIAnswers.created
        ) { call in
            try call.requireLanguage(call.project.project.source)
            var body = try JSONBody(try await call.context.json())
            let key = try call.keyArgument(in: &body)
            let limits = call.project.settings.limits
            let value = try body.translation("value", upTo: limits.value)
            let edit = try body.definitionEdit(limits)
            try body.finish()
            let string = try await call.string(key, isNew: true)
            var definition = Definition(value: value ?? Value(string.key))
            definition.take(edit)
            let receipt = try await call.write(Action(.addString(string, definition)))
            let path = "/string?section=\(PercentEncoding.text(string.section))&key="
            return call.answer(receipt, location: path + PercentEncoding.text(string.key))
        }
    }

    private var edit: Route {
        route(
            "strings.edit", .patch, "/string",
            "Change a string's source text or attributes.", access: .right(.edit),
            parameters: [APIParameters.section, APIParameters.key] + APIParameters.conditional,
            body: .json(
                .object(
                    optionalMembers: APISchemas.definitionMembers + [("minor", .boolean)])),
            answers: APIAnswers.written
        ) { call in
            try call.requireLanguage(call.project.project.source)
            let key = try call.keyArgument()
            var body = try JSONBody(try await call.context.json())
            let limits = call.project.settings.limits
            var edit = try body.definitionEdit(limits)
            edit.value = try body.translation("value", upTo: limits.value)
            edit.isMinor = try body.flag("minor")
            try body.finish()
            let string = try await call.string(key)
            let receipt = try await call.write(
                Action(.editString(string, edit)), if: try call.precondition())
            return call.answer(receipt)
        }
    }

    private var remove: Route {
        route(
            "strings.remove", .delete, "/string",
            "Remove a string; its texts stay in the log.", access: .right(.remove),
            parameters: [APIParameters.section, APIParameters.key] + APIParameters.conditional,
            answers: APIAnswers.written
        ) { call in
            try call.requireLanguage(call.project.project.source)
            let string = try await call.string(try call.keyArgument())
            let receipt = try await call.write(
                Action(.removeString(string)), if: try call.precondition())
            return call.answer(receipt)
        }
    }

    private var rename: Route {
        route(
            "strings.rename", .post, "/string/rename",
            "Rename a string; its texts and open proposals move with it.",
            access: .right(.rename), parameters: APIParameters.conditional,
            body: .json(
                .object(
                    required: ["key": .string, "newKey": .string],
                    optional: ["section": .string, "newSection": .string])),
            answers: APIAnswers.written
        ) { call in
            try call.requireLanguage(call.project.project.source)
            var body = try JSONBody(try await call.context.json())
            let key = try call.keyArgument(in: &body)
            let limit = call.project.settings.limits.key
            let newKey = try body.requiredText("newKey", upTo: limit)
            let newSection = try body.text("newSection", upTo: limit)
            try body.finish()
            let old = try await call.string(key)
            let section = newSection.map { call.project.project.section(named: $0) }
            let new = StringID(section: section ?? old.section, key: newKey)
            let receipt = try await call.write(
                Action(.renameString(old, to: new)), if: try call.precondition())
            return call.answer(receipt)
        }
    }
}

extension ProjectCall {
    /// Returns the string identified by the `section` and `key` members of a body.
    func keyArgument(in body: inout JSONBody) throws -> KeyArgument {
        let limit = project.settings.limits.key
        let section = try body.text("section", upTo: limit)
        return try keyArgument(section, try body.requiredText("key", upTo: limit))
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
