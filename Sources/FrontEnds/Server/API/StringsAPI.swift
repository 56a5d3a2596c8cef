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
            var body = try JSONBody(try await call.context.json())
            let (write, string) = try await call.definingString(&body)
            let receipt = try await call.write(write)
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
            let key = try call.keyArgument()
            var body = try JSONBody(try await call.context.json())
            var write = try await call.editingString(key, &body)
            write.condition = try call.precondition()
            return try await call.carryOut(write)
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
