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
    /// The languages in which people may write the name of a language: their own, and those of the
    /// project.
    private func namingLanguages(_ locales: [LanguageTag]) -> [String] {
        var seen: Set<String> = []
        let accepted = AcceptLanguage.parse(context.header(.acceptLanguage) ?? "").prefix(5)
        return (Preferences(context).reads + accepted + locales.map(\.rawValue))
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
            throw Problem(.tooLarge, "The name is too long.", hint: "Enter a shorter name.")
        }
        let locales = try await project.read { try $0.locales() }
        // Names in many languages take some time, and need no state of the project.
        let found = LocaleChoosing(typed, namesIn: namingLanguages(locales))
        let chosen = tag ?? found.chosen
        let (content, frame) = try await project.read { snapshot in
            var frame = try projectFrame(
                "new-locale", title: title("Add a language"),
                crumbs: [.init(label: "Add a language")], tab: .languages, in: snapshot)
            if let problem = refused?.problem { frame.banners.append(Banner(problem)) }
            let isKnown = chosen.map(locales.contains) ?? false
            let choices = (found.exact + found.similar).filter { $0 != chosen }
            let new = isKnown ? nil : chosen
            let content = NewLocaleContent(
                search: path + "/languages/new", query: query["name"] ?? typed,
                names: languageNames(besides: locales),
                nothing: typed.isEmpty || chosen != nil || !found.exact.isEmpty
                    ? nil
                    : found.similar.isEmpty
                        ? "No language is called “\(typed.prefix(60))”. "
                            + "Enter its name in English or in the language itself, or its tag."
                        : "No language is called exactly “\(typed.prefix(60))”.",
                listTitle: chosen == nil ? "Choose a language" : "Similar names",
                choices: choices.map {
                    LocaleChoice(
                        $0,
                        href: path + "/languages/new?name=" + PercentEncoding.text($0.rawValue))
                },
                card: try new.map { try card($0, in: snapshot) },
                form: try new.map { tag in
                    try localeForm(
                        tag, refused ?? LocaleFields(), in: snapshot, word: "Add the language",
                        action: path + "/locale", back: path)
                },
                isKnown: isKnown
                    ? chosen.map { LocaleChoice($0, href: path($0) + "/settings") } : nil,
                back: path)
            return (content, frame)
        }
        return try site.page(content, frame, status: refused?.problem?.status ?? .ok)
    }

    /// The languages that CLDR has data for, with their English names and their own.
    private static let suggested: [(tag: String, choice: Choice)] = {
        let tags = CLDR.availableTags.filter { !$0.contains("-") && $0 != "und" && $0 != "root" }
        return zip(tags, LanguageName.english(tags)).map { tag, english in
            (tag, Choice(value: english, label: LanguageName.written(tag), selected: false))
        }.sorted { $0.choice.value < $1.choice.value }
    }()

    /// Returns the names of CLDR's languages, as suggestions for the field.
    private func languageNames(besides locales: [LanguageTag]) -> [Choice] {
        let known = Set(locales.map(\.rawValue))
        return Self.suggested.filter { !known.contains($0.tag) }.map(\.choice)
    }

    private func card(_ tag: LanguageTag, in snapshot: Snapshot) throws -> LocaleCard {
        var notes: [String] = []
        _ = try Workspace.language(tag.rawValue, isNew: true) { notes.append($0) }
        let state = try snapshot.model.locale(tag)
        if let state, !state.exists {
            let count = try snapshot.model.status(of: tag).translated
            notes.append(
                "The project once had this language."
                    + (count > 0
                        ? " Adding it again restores its \(counted(count, "text"))." : ""))
        }
        let chain = state?.attributes?.fallback ?? snapshot.project.defaultChain(of: tag)
        return LocaleCard(tag, chain: chain, notes: notes)
    }

    private func localeForm(
        _ tag: LanguageTag, _ fields: LocaleFields, in snapshot: Snapshot, word: String,
        action: String, back: String
    ) throws -> LocaleForm {
        let chain = snapshot.project.defaultChain(of: tag)
        let error: FieldError? =
            fields.field == "fallback"
            ? fields.problem.map { problem in
                FieldError(
                    id: "fallback",
                    words: [problem.detail, problem.pageHint].compactMap(\.self)
                        .joined(separator: " "))
            } : nil
        // A form that was refused for another reason must not replace a change that its sender has
        // not seen.
        let kept = fields.problem?.code == .changed ? nil : fields.seen
        return LocaleForm(
            action: action, hidden: hidden(), tag: tag.rawValue,
            seen: try kept ?? Self.seen(tag, in: snapshot), name: fields.name,
            namePlaceholder: LanguageName.english(tag.rawValue), fallback: fields.fallback,
            fallbackPlaceholder: chain.map(\.rawValue).joined(separator: ", "),
            fallbackError: error, isPlanned: fields.isPlanned, word: word, back: back)
    }

    /// Returns a sentence with the present attributes of a language.
    private func present(_ locale: LanguageTag, in snapshot: Snapshot) throws -> String {
        guard let attributes = try snapshot.model.locale(locale)?.attributes else {
            return "The language was removed."
        }
        let chain = LanguageName.english(attributes.fallback.map(\.rawValue))
            .joined(separator: ", ")
        return "It is now called “\(attributes.name ?? LanguageName.english(locale.rawValue))”, "
            + (chain.isEmpty ? "takes no missing texts" : "takes missing texts from \(chain)")
            + (attributes.isPlanned ? ", and is planned." : ", and is not planned.")
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
                throw Problem(
                    ProblemCode(.invalidLanguage),
                    "Several languages are called “\(text.prefix(60))”.",
                    hint: "Enter the tag of one of them.",
                    nearest: found.exact.map(\.rawValue))
            }
            // The refusal explains the fault in the tag.
            _ = try Workspace.language(text, isNew: true, warn: { _ in })
            throw Problem.defect
        }
        var fields = LocaleFields(form)
        do {
            let attributes = try fields.attributes(of: tag, in: info, namesIn: languages)
            let receipt = try await write(Action(.addLocales([(tag, attributes)])), form)
            let english = LanguageName.english(tag.rawValue)
            var answer = answer(
                attributes.isPlanned
                    ? "Added \(english) as a planned language." : "Added \(english).", receipt)
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
            try snapshot.requireTranslation(locale)
            let state = try snapshot.model.locale(locale)
            var frame = try localeFrame("locale-settings", "Settings", locale, in: snapshot)
            if let problem = refused?.problem { frame.banners.append(Banner(problem)) }
            let fields =
                refused ?? state?.attributes.map { LocaleFields($0) } ?? LocaleFields()
            let content = LocaleSettingsContent(
                english: LanguageName.english(locale.rawValue),
                card: try card(locale, in: snapshot),
                form: try localeForm(
                    locale, fields, in: snapshot, word: "Save",
                    action: path(locale) + "/settings", back: path(locale)),
                remove: path(locale) + "/remove")
            return (content, frame)
        }
        return try site.page(content, frame, status: refused?.problem?.status ?? .ok)
    }

    private func localeFrame(
        _ page: String, _ word: String, _ locale: LanguageTag, in snapshot: Snapshot
    ) throws -> Frame {
        let english = LanguageName.english(locale.rawValue)
        return try projectFrame(
            page, title: title(word, english),
            crumbs: [.init(label: english, href: path(locale)), .init(label: word)],
            tab: .languages, locale: locale, in: snapshot)
    }

    /// Changes the attributes of a language, unless somebody else changed them meanwhile.
    func changeLocale(_ form: PageForm) async throws -> Response {
        let locale = try locale()
        try project.requireAllLanguages()
        var fields = LocaleFields(form)
        do {
            let locales = try await project.read { snapshot in
                try snapshot.requireTranslation(locale)
                guard try Self.seen(locale, in: snapshot) == form.fields["seen"] ?? "" else {
                    throw Problem(
                        .changed, "Someone else changed this language. Nothing was saved.",
                        hint: try present(locale, in: snapshot)
                            + " The form has what you typed. Compare it, then save it again.")
                }
                return try snapshot.locales()
            }
            let attributes = try fields.attributes(
                of: locale, in: info, namesIn: namingLanguages(locales))
            let receipt = try await write(Action(.addLocales([(locale, attributes)])), form)
            var answer = answer(
                "Changed \(LanguageName.english(locale.rawValue)).", receipt)
            answer.next = PageAddress(path(locale))
            return goBack(answer, form, locale)
        } catch let error as Problem where error.code.rawValue == Refusal.Code.exists.rawValue {
            return goBack(
                ActAnswer(message: "Nothing was changed.", next: PageAddress(path(locale))),
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
            try snapshot.requireTranslation(locale)
            var frame = try localeFrame("confirm", "Remove", locale, in: snapshot)
            if isAgain { frame.banners.append(.changedMeanwhile) }
            let content = ConfirmContent(
                title: "Remove", name: LanguageName.english(locale.rawValue), isCode: false,
                text: nil, effects: try removal(of: locale, in: snapshot),
                action: path(locale) + "/remove", hidden: hidden(back: path(locale) + "/remove"),
                fields: [
                    NamedField(
                        name: "confirmed", value: try Self.digest(of: locale, in: snapshot))
                ], word: "Remove the language", isBad: true, alternative: nil, again: nil,
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
                : counted(status.translated, "text")
                    + (status.reviewed == 0
                        ? "" : " (\(grouped(status.reviewed)) of them reviewed)"),
            status.openProposals == 0 ? nil : counted(status.openProposals, "open proposal"),
        ].compactMap(\.self)
        var sentences = [
            parts.isEmpty
                ? "The language has no texts yet."
                : "This hides \(sentenceList(parts)).",
            "Everything stays in the log, and comes back if the language is added again. "
                + "The next release no longer contains the language.",
        ]
        let heirs = try snapshot.locales().filter { other in
            try other != locale
                && snapshot.model.locale(other)?.attributes?.fallback.contains(locale) == true
        }
        if !heirs.isEmpty {
            sentences.insert(
                "\(LanguageName.english(heirs.map(\.rawValue)).joined(separator: ", ")) "
                    + "\(heirs.count == 1 ? "takes" : "take") missing texts from this language. "
                    + "Some of these texts may then be missing.", at: 1)
        }
        let rows = try heirs.map { heir in
            let count = try snapshot.model.status(of: heir).inherited
            return Effects.Row(
                tag: heir.rawValue, name: LanguageName.english(heir.rawValue), text: nil,
                note: counted(count, "inherited text"))
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
            try snapshot.requireTranslation(locale)
            return try Self.digest(of: locale, in: snapshot)
        }
        guard form.fields["confirmed"] == digest else {
            return try await removeLocalePage(isAgain: form.fields["confirmed"] != nil)
        }
        let receipt = try await write(Action(.removeLocale(locale)), form)
        var answer = answer("Removed \(LanguageName.english(locale.rawValue)).", receipt)
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
    fileprivate func requireTranslation(_ locale: LanguageTag) throws {
        try requireLocale(locale)
        guard locale != project.source else {
            throw Refusal(
                .sourceLanguage, "\(locale) is the source language of the project.",
                hint: .advice("Only other languages have these settings."))
        }
    }
}
