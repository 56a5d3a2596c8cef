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
    var textRoutes: [Route] { [list, get, set, unset, mark] }

    private var list: Route {
        route(
            "texts.list", .get, "/texts/{locale}", "The strings and their texts in a language.",
            access: .scope(.read), parameters: EntryQuery.parameters,
            answers: [.json(.array(of: .named("Entry")), "A page of strings.")]
        ) { call in
            try await EntryQuery.respond(call, locale: call.language(call.context["locale"]))
        }
    }

    private var get: Route {
        route(
            "texts.show", .get, "/text/{locale}",
            "One text; with Dragoman-Guid, that guid's open proposal instead.",
            access: .scope(.read),
            parameters: [
                APIParameters.section, APIParameters.key,
                .init(
                    "fallback", "Use the fallback chain if the text is missing.", schema: .boolean),
                .init("count", "Return the plural form for this number."),
                .init(
                    "ordinal", "With `count`: return the ordinal form.", schema: .boolean),
                .init(
                    "negotiate",
                    "Treat `{locale}` as a list of the user's languages, and choose one by this system's rules.",
                    schema: .string(oneOf: ["verid", "i18next", "nstack", "apple"])),
                APIParameters.guid,
            ] + APIParameters.moment,
            answers: [.json(.named("Text"), "The text.")]
        ) { call in
            let key = try call.keyArgument()
            let options = try call.lookupOptions()
            if let way = try call.negotiationWay() {
                return try await call.respondAtMoment { snapshot in
                    try call.negotiated(way, key, options, in: snapshot)
                }
            }
            let locale = try call.language(call.context["locale"])
            return try await call.respondAtMoment(locales: [locale]) { snapshot in
                try snapshot.requireLocale(locale)
                let string = try snapshot.string(key)
                try snapshot.requireString(string)
                let tag = try UnitTag(of: snapshot.model.unit(locale, string))
                guard let found = try snapshot.text(locale, string, options) else {
                    var problem = Problem(
                        Refusal(
                            .noText,
                            "“\(string.spelled(in: snapshot.project))” has no text in \(locale).",
                            hint: .setText))
                    problem.headers[.eTag] = tag.field
                    throw problem
                }
                return JSONAnswer(found.json(of: string, in: locale.rawValue), tag: tag)
            }
        }
    }

    private var set: Route {
        route(
            "texts.set", .put, "/text/{locale}", "Set a text directly, without a proposal.",
            access: .right(.set),
            parameters: [APIParameters.section, APIParameters.key] + APIParameters.conditional,
            body: .json(
                .object(required: ["value": .named("Value")], optional: ["strict": .boolean])),
            answers: APIAnswers.written
        ) { call in
            let locale = try call.language(call.context["locale"])
            try call.requireLanguage(locale)
            let key = try call.keyArgument()
            var body = try JSONBody(try await call.context.json())
            let limit = call.project.settings.limits.value
            guard let value = try body.translation("value", upTo: limit) else {
                throw JSONBody.missing("value")
            }
            let isStrict = try body.flag("strict")
            try body.finish()
            let string = try await call.string(key)
            let receipt = try await call.write(
                Action(.setText(locale, string, value)), isStrict: isStrict,
                if: try call.precondition())
            return call.answer(receipt)
        }
    }

    private var unset: Route {
        route(
            "texts.unset", .delete, "/text/{locale}",
            "Remove a text, so that the string is missing or inherited again.",
            access: .right(.unset),
            parameters: [APIParameters.section, APIParameters.key] + APIParameters.conditional,
            answers: APIAnswers.written
        ) { call in
            let locale = try call.language(call.context["locale"])
            try call.requireLanguage(locale)
            let string = try await call.string(try call.keyArgument())
            let receipt = try await call.write(
                Action(.unsetText(locale, string)), if: try call.precondition())
            return call.answer(receipt)
        }
    }

    private var mark: Route {
        route(
            "texts.mark", .post, "/text/{locale}/marks",
            "Vouch for a text, flag it, or silence a check for it.", access: .right(.flag),
            parameters: [APIParameters.section, APIParameters.key] + APIParameters.conditional,
            body: .json(
                .object(
                    required: ["mark": .string(oneOf: ["vouch", "flag", "silence"])],
                    optional: ["reason": .string, "check": .string])),
            answers: APIAnswers.written
        ) { call in
            let locale = try call.language(call.context["locale"])
            try call.requireLanguage(locale)
            let key = try call.keyArgument()
            var body = try JSONBody(try await call.context.json())
            let mark = try body.requiredText("mark", upTo: 20)
            let reason = try body.text("reason", upTo: call.project.settings.limits.remark)
            let check = try body.text("check", upTo: 100)
            try body.finish()
            let unit = UnitID(locale, try await call.string(key))
            let command = try call.command(mark, unit, reason: reason, check: check)
            let receipt = try await call.write(Action(command), if: try call.precondition())
            return call.answer(receipt)
        }
    }
}

extension ProjectCall {
    fileprivate func command(
        _ mark: String, _ unit: UnitID, reason: String?, check: String?
    ) throws -> Command {
        guard (mark == "silence") == (check != nil) else {
            throw Problem(
                .usage, "“check” is required with the mark “silence”, and not allowed without it.",
                hint: "Send “check” to silence a check, and only then.")
        }
        switch mark {
        case "vouch": return .vouch([unit], reason: reason)
        case "flag": return .flag([unit], reason: reason)
        case "silence": return .silence([unit], check: check ?? "", reason: reason)
        default:
            throw Problem(
                ProblemCode(.invalidValue), "“\(String(mark.prefix(20)))” is not a valid mark.",
                hint: "Valid marks: vouch, flag, silence.")
        }
    }

    fileprivate func lookupOptions() throws -> LookupOptions {
        let isOrdinal = try context.query.flag("ordinal")
        let count = try context.query["count"].map { text throws -> CountQuery in
            if let count = CountQuery(text, isOrdinal: isOrdinal) { return count }
            throw Problem(
                ProblemCode(.invalidValue), "“count” is not a decimal number.",
                hint: "Write 3 or 1.5.")
        }
        return LookupOptions(
            fallsBack: try context.query.flag("fallback"), guid: context.guid, count: count)
    }

    fileprivate func negotiationWay() throws -> NegotiationWay? {
        switch context.query["negotiate"] {
        case nil: return nil
        case "verid": return .verid(bundles: [])
        case "i18next":
            return .i18next(
                I18nextNegotiation(
                    fallback: .list([project.project.source.rawValue]), load: .all, supported: nil))
        case "nstack": return .nstack(project.settings.picker)
        case "apple": return .apple
        default:
            throw Problem(
                ProblemCode(.invalidValue), "“negotiate” is not a known system.",
                hint: "Valid systems: verid, i18next, nstack, apple.")
        }
    }

    fileprivate func negotiated(
        _ way: NegotiationWay, _ key: KeyArgument, _ options: LookupOptions, in snapshot: Snapshot
    ) throws -> JSONAnswer {
        let requests = AcceptLanguage.parse(context["locale"]).filter { $0 != "*" }
        let string = try snapshot.string(key)
        try snapshot.requireString(string)
        let chosen = try snapshot.negotiate(requests, way)
        guard let found = try snapshot.text(chosen, way, [string], options) else {
            throw Refusal(
                .noText,
                "“\(string.spelled(in: snapshot.project))” has no text for these languages.",
                hint: .setText)
        }
        return JSONAnswer(
            found.text.json(
                of: found.string, in: chosen.chosen?.tag ?? "",
                negotiated: chosen.json(way: context.query["negotiate"], mode: nil)))
    }
}
