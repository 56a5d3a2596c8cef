import Hosting
import HTTPTypes
import Hummingbird
import JSON
import ReadModel
import Representations
import Texts
import Translation
import Workspace

extension APIRoutes {
    var localeRoutes: [Route] { [list, add, remove] }

    private var list: Route {
        route(
            "locales.list", .get, "/locales", "The languages, source language first.",
            access: .scope(.read), parameters: [KnownFindings.parameter] + APIParameters.moment,
            answers: [.json(.array(of: .named("Locale")), "The languages.")]
        ) { call in
            try await call.respondAtMoment { snapshot in
                let findings = try call.findings(in: snapshot)
                let rows = try snapshot.locales().map { tag in
                    tag.json(
                        try snapshot.model.locale(tag)?.attributes, in: snapshot.project,
                        findings: findings.counts(of: tag))
                }
                return findings.answer(.array(rows))
            }
        }
    }

    private var add: Route {
        route(
            "locales.add", .post, "/locales", "Add a language, or change its attributes.",
            access: .right(.add), parameters: APIParameters.writing,
            body: .json(
                .object(
                    required: ["locale": .string],
                    optional: [
                        "name": .string, "fallback": .array(of: .string), "planned": .boolean,
                    ])),
            answers: APIAnswers.written
        ) { call in
            try call.requireAllLanguages()
            var body = try JSONBody(try await call.context.json())
            let tag = try Workspace.language(
                try body.requiredText("locale", upTo: 100), isNew: true, warn: { _ in })
            let name = try body.text("name", upTo: 200)
            let given = try body.texts("fallback", upTo: 20)?.map { try call.language($0) }
            let isPlanned = try body.flag("planned")
            try body.finish()
            let attributes = LocaleAttributes(
                name: name, fallback: given ?? call.project.project.defaultChain(of: tag),
                isPlanned: isPlanned)
            let receipt = try await call.write(Action(.addLocales([(tag, attributes)])))
            return call.answer(receipt)
        }
    }

    private var remove: Route {
        route(
            "locales.remove", .delete, "/locales/{locale}",
            "Remove a language; its texts stay in the log.", access: .right(.remove),
            parameters: APIParameters.writing, answers: APIAnswers.written
        ) { call in
            try call.requireAllLanguages()
            let text = call.context["locale"]
            let stored = try await call.read { snapshot in
                try LanguageTag(text).flatMap { tag in
                    try snapshot.model.locale(tag)?.exists == true ? tag : nil
                }
            }
            // A log can contain tags that are not in canonical form.
            let tag = try stored ?? call.language(text)
            let receipt = try await call.write(Action(.removeLocale(tag)))
            return call.answer(receipt)
        }
    }
}
