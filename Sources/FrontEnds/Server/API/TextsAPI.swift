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
            let place = try call.textPlace()
            var body = try JSONBody(try await call.context.json())
            var write = try await call.settingText(at: place, &body)
            write.condition = try call.precondition()
            return try await call.carryOut(write)
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
            var write = try await call.unsettingText(at: try call.textPlace())
            write.condition = try call.precondition()
            return try await call.carryOut(write)
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
            let place = try call.textPlace()
            var body = try JSONBody(try await call.context.json())
            let mark = try body.requiredText("mark", upTo: 20)
            var write = try await call.marking(mark, at: place, &body)
            write.condition = try call.precondition()
            return try await call.carryOut(write)
        }
    }
}

extension ProjectCall {
    /// Returns the language and the string that the address refers to.
    fileprivate func textPlace() throws -> (locale: LanguageTag, key: KeyArgument) {
        (try language(context["locale"]), try keyArgument())
    }
}

extension ProjectCall {
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
