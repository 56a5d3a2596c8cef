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
    var checkRoutes: [Route] { [check, checkText] }

    private var check: Route {
        route(
            "check.list", .get, "/check", "Missing, stale and faulty texts.",
            access: .scope(.read),
            parameters: [
                .init("locale", "Only these languages.", mayRepeat: true),
                .init("check", "Run only these checks.", mayRepeat: true),
                .init("skip", "Skip these checks.", mayRepeat: true),
                .init("all", "Whether to run slow checks too.", schema: .boolean),
                .init("silenced", "Whether to show only silenced findings.", schema: .boolean),
                .init("errors", "Whether to show only errors.", schema: .boolean),
                .init(
                    "require", "Missing and stale texts are errors in these languages.",
                    mayRepeat: true),
            ] + Page.parameters.dropLast() + APIParameters.moment,
            answers: [.json(.array(of: .named("Finding")), "A page of findings.")]
        ) { call in
            let query = call.context.query
            let page = try Page(query)
            let selection = try CheckSelection(
                only: query.values(of: "check"), skipping: query.values(of: "skip"),
                all: query.flag("all"), silenced: query.flag("silenced"))
            let named = try query.values(of: "locale").map { try call.language($0) }
            let required = try query.values(of: "require").map { try call.language($0) }
            let isOfErrors = try query.flag("errors")
            let read = named.isEmpty ? nil : named
            return try await call.respondAtMoment(locales: read, isSlow: true) { snapshot in
                let locales = try read ?? snapshot.locales()
                for locale in locales + required { try snapshot.requireLocale(locale) }
                let results = try snapshot.check(
                    locales, required: Set(required), selection: selection)
                return try call.context.answer(
                    page, of: isOfErrors ? results.filter { $0.severity == .error } : results,
                    in: snapshot, json: \.json)
            }
        }
    }

    private var checkText: Route {
        route(
            "check.text", .post, "/check",
            "The findings of a text that is being typed; nothing is stored.", access: .scope(.read),
            body: .json(
                .object(
                    required: ["locale": .string, "key": .string, "value": .named("Value")],
                    optional: ["section": .string])),
            answers: [.json(.array(of: .named("Finding")), "The findings.")]
        ) { call in
            var body = try JSONBody(try await call.context.json())
            let locale = try call.language(try body.requiredText("locale", upTo: 100))
            let key = try call.keyArgument(in: &body)
            let limit = call.project.settings.limits.value
            guard let value = try body.translation("value", upTo: limit) else {
                throw JSONBody.missing("value")
            }
            try body.finish()
            return try await call.respond { snapshot in
                try snapshot.requireLocale(locale)
                let string = try snapshot.string(key)
                try snapshot.requireString(string)
                let findings = try snapshot.findings(
                    of: value, in: snapshot.model.unit(locale, string))
                var answer = JSONAnswer(
                    .array(
                        findings.map { finding in
                            CheckResult(finding, locale: locale, string: string).json
                        }))
                answer.isComplete = false
                return answer
            }
        }
    }
}
