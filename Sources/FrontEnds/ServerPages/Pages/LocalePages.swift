import EventStore
import Hosting
import HTTPTypes
import Hummingbird
import Languages
import ReadModel
import Server
import Texts
import Translation
import Workspace

extension PageCall {
    /// The languages in which people may write the name of a language: the page's, their own, and
    /// those of the project.
    private func namingLanguages(_ locales: [LanguageTag]) -> [String] {
        var seen: Set<String> = []
        let accepted = AcceptLanguage.parse(context.header(.acceptLanguage) ?? "").prefix(5)
        return
            ([wording.tag.rawValue] + Preferences(context).reads + accepted
            + locales.map(\.rawValue))
            .filter { $0 != "*" && seen.insert($0).inserted }
    }

    // MARK: Adding

    /// Returns the page that finds a language by its name and adds it.
    ///
    /// `refused` is the content of a refused form for the language `tag`.
    func newLocalePage(
        _ tag: LanguageTag? = nil, refused: LocaleFields? = nil
    ) async throws -> Response {
        let typed = tag?.rawValue ?? query["name"] ?? ""
        guard typed.utf8.count <= 200 else {
            throw wording.problem(
                .tooLarge, "problems.nameTooLong", hint: "problems.enterShorterName")
        }
        let locales = try await project.read { try $0.locales() }
        // Names in many languages take some time, and need no state of the project.
        let found = LocaleChoosing(typed, namesIn: namingLanguages(locales))
        let chosen = tag ?? found.chosen
        let (content, frame) = try await project.read { snapshot in
            var frame = try projectFrame(
                "new-locale", title: title(wording("languages.add")),
                crumbs: [.init(label: wording("languages.add"))], tab: .languages, in: snapshot)
            if let problem = refused?.problem { frame.banners.append(Banner(problem, wording)) }
            let isKnown = chosen.map(locales.contains) ?? false
            let choices = (found.exact + found.similar).filter { $0 != chosen }
            let new = isKnown ? nil : chosen
            let content = NewLocaleContent(
                search: path + "/languages/new", query: query["name"] ?? typed,
                names: languageNames(besides: locales),
                nothing: typed.isEmpty || chosen != nil || !found.exact.isEmpty
                    ? nil
                    : found.similar.isEmpty
                        ? wording("languages.notFound", ["name": String(typed.prefix(60))]) + " "
                            + wording("languages.enterName")
                        : wording("languages.notExactly", ["name": String(typed.prefix(60))]),
                listTitle: chosen == nil
                    ? wording("languages.choose") : wording("languages.similar"),
                choices: choices.map {
                    LocaleChoice(
                        $0,
                        href: path + "/languages/new?name=" + PercentEncoding.text($0.rawValue),
                        wording)
                },
                card: try new.map { try card($0, in: snapshot) },
                form: try new.map { tag in
                    try localeForm(
                        tag, refused ?? LocaleFields(), in: snapshot,
                        word: wording("languages.addThis"),
                        action: path + "/locale", back: path)
                },
                isKnown: isKnown
                    ? chosen.map { LocaleChoice($0, href: path($0) + "/settings", wording) } : nil,
                back: path)
            return (content, frame)
        }
        return try site.page(content, frame, status: refused?.problem?.status ?? .ok)
    }

    /// The languages that CLDR has data for, with their own names.
    private static let suggested: [(tag: String, own: String)] = CLDR.availableTags
        .filter { !$0.contains("-") && $0 != "und" && $0 != "root" }
        .map { ($0, LanguageName.written($0)) }

    /// Returns the names of CLDR's languages in the page's language, as suggestions for the field.
    private func languageNames(besides locales: [LanguageTag]) -> [Choice] {
        let known = Set(locales.map(\.rawValue))
        let suggested = Self.suggested.filter { !known.contains($0.tag) }
        let names = LanguageName.names(of: suggested.map(\.tag), in: wording.tag.rawValue)
        return zip(names, suggested)
            .map { Choice(value: $0, label: $1.own, selected: false) }
            .sorted { $0.value < $1.value }
    }

    private func card(_ tag: LanguageTag, in snapshot: Snapshot) throws -> LocaleCard {
        var notes: [String] = []
        _ = try Workspace.language(tag.rawValue, isNew: true) { notes.append($0) }
        let state = try snapshot.model.locale(tag)
        if let state, !state.exists {
            let count = try snapshot.model.status(of: tag).translated
            notes.append(
                wording("languages.once")
                    + (count > 0 ? " " + wording("languages.restores", count: count) : ""))
        }
        let chain = state?.attributes?.fallback ?? snapshot.project.defaultChain(of: tag)
        return LocaleCard(tag, chain: chain, notes: notes, wording)
    }

    private func localeForm(
        _ tag: LanguageTag, _ fields: LocaleFields, in snapshot: Snapshot, word: String,
        action: String, back: String
    ) throws -> LocaleForm {
        let chain = snapshot.project.defaultChain(of: tag)
        let error: FieldError? =
            fields.field == "fallback"
            ? fields.problem.map { FieldError(id: "fallback", $0, wording) } : nil
        // A form that was refused for another reason must not replace a change that its sender has
        // not seen.
        let kept = fields.problem?.code == .changed ? nil : fields.seen
        return LocaleForm(
            action: action, hidden: hidden(), tag: tag.rawValue,
            seen: try kept ?? Self.seen(tag, in: snapshot), name: fields.name,
            namePlaceholder: wording.language(tag), fallback: fields.fallback,
            fallbackPlaceholder: chain.map(\.rawValue).joined(separator: ", "),
            fallbackError: error, isPlanned: fields.isPlanned, word: word, back: back)
    }

    /// Returns a sentence with the present attributes of a language.
    private func present(_ locale: LanguageTag, in snapshot: Snapshot) throws -> String {
        guard let attributes = try snapshot.model.locale(locale)?.attributes else {
            return wording("languages.wasRemoved")
        }
        let chain = wording.languages(attributes.fallback)
        return [
            wording(
                "languages.nowCalled", ["name": attributes.name ?? wording.language(locale)]),
            chain.isEmpty
                ? wording("languages.nowNoChain")
                : wording("languages.nowChain", ["chain": wording.commas(chain)]),
            attributes.isPlanned
                ? wording("languages.nowPlanned") : wording("languages.nowNotPlanned"),
        ].joined(separator: " ")
    }

    /// Returns the state of a language's attributes, which a form repeats.
    private static func seen(_ tag: LanguageTag, in snapshot: Snapshot) throws -> String {
        try snapshot.model.locale(tag)?.register.heads.map(\.description)
            .joined(separator: " ") ?? ""
    }

    func addLocale(_ form: PageForm) async throws -> Response {
        try project.requireAllLanguages()
        let text = try form.required("locale")
        let locales = try await project.read { try $0.locales() }
        let languages = namingLanguages(locales)
        let found = LocaleChoosing(text, namesIn: languages)
        guard let tag = found.chosen else {
            guard found.exact.isEmpty else {
                throw wording.problem(
                    ProblemCode(.invalidLanguage), "languages.several",
                    ["name": String(text.prefix(60))], hint: "languages.enterTag",
                    nearest: found.exact.map(\.rawValue))
            }
            // The refusal explains the fault in the tag.
            _ = try Workspace.language(text, isNew: true, warn: { _ in })
            throw Problem.defect
        }
        var fields = LocaleFields(form)
        do {
            let attributes = try fields.attributes(
                of: tag, in: info, namesIn: languages, wording)
            let receipt = try await write(Action(.addLocales([(tag, attributes)])), form)
            let language = ["language": wording.language(tag)]
            var answer = answer(
                attributes.isPlanned
                    ? wording("languages.addedPlanned", language)
                    : wording("languages.added", language), receipt)
            answer.undo = []
            answer.next = PageAddress(path(tag))
            return goBack(answer, form, nil)
        } catch {
            try fields.take(error, context)
            return try await newLocalePage(tag, refused: fields)
        }
    }

    // MARK: Changing

    /// Returns the page with the attributes of a language.
    func localeSettingsPage(_ refused: LocaleFields? = nil) async throws -> Response {
        let locale = try locale()
        let (content, frame) = try await project.read { snapshot in
            try snapshot.requireTranslation(locale, wording)
            let state = try snapshot.model.locale(locale)
            var frame = try localeFrame(
                "locale-settings", wording("settings.title"), locale, in: snapshot)
            if let problem = refused?.problem { frame.banners.append(Banner(problem, wording)) }
            let fields =
                refused ?? state?.attributes.map { LocaleFields($0) } ?? LocaleFields()
            let content = LocaleSettingsContent(
                languageName: wording.language(locale),
                card: try card(locale, in: snapshot),
                form: try localeForm(
                    locale, fields, in: snapshot, word: wording("common.save"),
                    action: path(locale) + "/settings", back: path(locale)),
                remove: path(locale) + "/remove")
            return (content, frame)
        }
        return try site.page(content, frame, status: refused?.problem?.status ?? .ok)
    }

    private func localeFrame(
        _ page: String, _ word: String, _ locale: LanguageTag, in snapshot: Snapshot
    ) throws -> Frame {
        let languageName = wording.language(locale)
        return try projectFrame(
            page, title: title(word, languageName),
            crumbs: [.init(label: languageName, href: path(locale)), .init(label: word)],
            tab: .languages, locale: locale, in: snapshot)
    }

    /// Changes the attributes of a language, unless somebody else changed them meanwhile.
    func changeLocale(_ form: PageForm) async throws -> Response {
        let locale = try locale()
        try project.requireAllLanguages()
        var fields = LocaleFields(form)
        do {
            let locales = try await project.read { snapshot in
                try snapshot.requireTranslation(locale, wording)
                guard try Self.seen(locale, in: snapshot) == form.fields["seen"] ?? "" else {
                    throw wording.problem(
                        .changed, words: wording("languages.changedByOther"),
                        hint: try present(locale, in: snapshot) + " "
                            + wording("languages.compare"))
                }
                return try snapshot.locales()
            }
            let attributes = try fields.attributes(
                of: locale, in: info, namesIn: namingLanguages(locales), wording)
            let receipt = try await write(Action(.addLocales([(locale, attributes)])), form)
            var answer = answer(
                wording("languages.changed", ["language": wording.language(locale)]), receipt)
            answer.next = PageAddress(path(locale))
            return goBack(answer, form, locale)
        } catch let error as Problem where error.code.rawValue == Refusal.Code.exists.rawValue {
            return goBack(
                ActAnswer(message: wording("done.nothing"), next: PageAddress(path(locale))),
                form, locale)
        } catch {
            try fields.take(error, context)
            return try await localeSettingsPage(fields)
        }
    }

    // MARK: Removing

    /// Returns the page that shows what removing a language hides, and asks for a confirmation.
    func removeLocalePage(isAgain: Bool = false) async throws -> Response {
        let locale = try locale()
        let (content, frame) = try await project.read { snapshot in
            try snapshot.requireTranslation(locale, wording)
            var frame = try localeFrame("confirm", wording("confirm.remove"), locale, in: snapshot)
            if isAgain { frame.banners.append(.changedMeanwhile(wording)) }
            let content = ConfirmContent(
                title: wording("confirm.remove"), name: wording.language(locale), isCode: false,
                text: nil, effects: try removal(of: locale, in: snapshot),
                action: path(locale) + "/remove", hidden: hidden(back: path(locale) + "/remove"),
                fields: [
                    NamedField(
                        name: "confirmed", value: try Self.digest(of: locale, in: snapshot))
                ], word: wording("languages.removeThis"), isBad: true, alternative: nil, again: nil,
                back: path(locale))
            return (content, frame)
        }
        return try site.page(content, frame)
    }

    private func removal(of locale: LanguageTag, in snapshot: Snapshot) throws -> Effects {
        let status = try snapshot.model.status(of: locale)
        let parts = [
            status.translated == 0
                ? nil
                : wording("counts.texts", count: status.translated)
                    + (status.reviewed == 0
                        ? "" : " " + wording("languages.ofThemReviewed", count: status.reviewed)),
            status.openProposals == 0
                ? nil : wording("counts.openProposals", count: status.openProposals),
        ].compactMap(\.self)
        var sentences = [
            parts.isEmpty
                ? wording("languages.noTexts")
                : wording("effects.hides", ["contents": wording.list(parts)]),
            wording("languages.removal"),
        ]
        let heirs = try snapshot.locales().filter { other in
            try other != locale
                && snapshot.model.locale(other)?.attributes?.fallback.contains(locale) == true
        }
        if !heirs.isEmpty {
            sentences.insert(
                wording(
                    "languages.heirs", count: heirs.count,
                    ["languages": wording.commas(wording.languages(heirs))]), at: 1)
        }
        let rows = try heirs.map { heir in
            let count = try snapshot.model.status(of: heir).inherited
            return Effects.Row(
                tag: heir.rawValue, name: wording.language(heir), text: nil,
                note: wording("languages.inheritedTexts", count: count))
        }
        return Effects(sentences: sentences, rows: rows, more: nil)
    }

    /// A digest of what removing a language hides, which a confirmation repeats.
    private static func digest(of locale: LanguageTag, in snapshot: Snapshot) throws -> String {
        let status = try snapshot.model.status(of: locale)
        let seen = try seen(locale, in: snapshot)
        return Digest.short(
            Array("\(seen) \(status.translated) \(status.openProposals)".utf8))
    }

    func removeLocale(_ form: PageForm) async throws -> Response {
        let locale = try locale()
        try project.requireAllLanguages()
        let digest = try await project.read { snapshot in
            try snapshot.requireTranslation(locale, wording)
            return try Self.digest(of: locale, in: snapshot)
        }
        guard form.fields["confirmed"] == digest else {
            return try await removeLocalePage(isAgain: form.fields["confirmed"] != nil)
        }
        let receipt = try await write(Action(.removeLocale(locale)), form)
        var answer = answer(
            wording("languages.removed", ["language": wording.language(locale)]), receipt)
        answer.next = PageAddress(path)
        return goBack(answer, form, locale)
    }
}

extension LocaleFields {
    /// Takes over an error of a write, or rethrows an error that the form cannot solve.
    fileprivate mutating func take(_ error: any Error, _ context: RequestContext) throws {
        guard context.wantsPage else { throw (error as? FieldRefusal)?.problem ?? error }
        if let refusal = error as? FieldRefusal {
            (problem, field) = (refusal.problem, refusal.field)
            return
        }
        let caught = Problem(catching: error)
        guard caught.status.code < 500, caught.code != .scope,
            caught.code.rawValue != Refusal.Code.unknownLanguage.rawValue
        else { throw error }
        problem = caught
    }
}

extension Snapshot {
    /// Throws unless the project has the language and translates into it.
    fileprivate func requireTranslation(_ locale: LanguageTag, _ wording: Wording) throws {
        try requireLocale(locale)
        guard locale != project.source else {
            throw wording.problem(
                ProblemCode(.sourceLanguage), "languages.isSource",
                ["language": wording.language(locale)], hint: "languages.onlyOthers")
        }
    }
}
