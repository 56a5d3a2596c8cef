import EventStore
import Hosting
import Hummingbird
import Languages
import ReadModel
import Server
import Texts
import Translation
import Walks
import Workspace

/// A refused form for a source string, which is shown again with what was typed.
struct RefusedSource: Sendable {
    let string: StringID
    let fields: SourceFields
    /// The definition that the form showed.
    let seen: EventID?
    /// The reason, unless the person only returned to the form.
    var problem: Problem?
    /// The name of the refused field.
    var field: String?

    /// Takes over an error of a write, or rethrows an error that the form cannot solve.
    mutating func take(_ error: any Error, _ context: RequestContext) throws {
        guard context.wantsPage else { throw (error as? FieldRefusal)?.problem ?? error }
        if let refusal = error as? FieldRefusal {
            (problem, field) = (refusal.problem, refusal.field)
            return
        }
        let caught = Problem(catching: error)
        guard caught.status.code < 500, caught.code != .scope else { throw error }
        (problem, field) = (caught, FieldRefusal(caught)?.field)
    }

    func error(of name: String, id: String, _ wording: Wording) -> FieldError? {
        guard field == name, let problem else { return nil }
        return FieldError(id: id, problem, wording)
    }
}

extension PageCall {
    /// The address of a form for a string, such as `…/strings/edit`.
    ///
    /// `language` is the language whose page leads there.
    func path(
        _ act: String, _ string: StringID, in language: LanguageTag
    ) -> String {
        "\(path)/strings/\(act)?section=\(PercentEncoding.text(string.section))&key="
            + PercentEncoding.text(string.key)
            + (language == info.source ? "" : "&in=\(language.rawValue)")
    }

    /// The language whose page led to a form for a string, and is opened afterwards.
    func returnLanguage(_ form: PageForm? = nil) -> LanguageTag {
        (form?.fields["in"] ?? query["in"]).flatMap { LanguageTag($0) } ?? info.source
    }

    // MARK: New strings

    /// Returns the page with the form for a new string.
    func newStringPage(_ refused: RefusedSource? = nil) async throws -> Response {
        let source = info.source
        let fields =
            refused?.fields
            ?? SourceFields(
                section: query["section"] ?? info.defaultSection,
                isPlural: query["plural"] == "1")
        let (sections, frame) = try await project.read { snapshot in
            var frame = try projectFrame(
                "new-string", title: title(wording("project.addString")),
                crumbs: [.init(label: wording("project.addString"))], in: snapshot)
            if let problem = refused?.problem { frame.banners.append(Banner(problem, wording)) }
            return (try snapshot.model.sections(), frame)
        }
        let pluralForm =
            path + "/strings/new?plural=1&section=" + PercentEncoding.text(fields.section)
        let content = NewStringContent(
            action: path + "/string", hidden: hidden(back: path),
            names: nameFields(fields, sections, refused),
            source: fieldSet(
                fields, nil, refused, pluralForm: fields.isPlural ? nil : pluralForm),
            back: path(source))
        return try site.page(content, frame, status: refused?.problem?.status ?? .ok)
    }

    func addString(_ form: PageForm) async throws -> Response {
        let source = info.source
        try project.requireLanguage(source)
        let fields = SourceFields(form)
        let section = fields.section.isEmpty ? info.defaultSection : fields.section
        let string = StringID(section: info.section(named: section), key: fields.key)
        do {
            try form.requireName(fields.section, fields.key)
            let definition = try fields.definition(in: source, form)
            let receipt = try await write(Action(.addString(string, definition)), form)
            var answer = answer(
                wording("edit.added", ["name": string.spelled(in: info)]), receipt)
            answer.undo = []
            answer.next = PageAddress(path(UnitID(source, string)))
            return goBack(answer, form, source)
        } catch {
            var refused = RefusedSource(string: string, fields: fields, seen: nil)
            try refused.take(error, context)
            return try await newStringPage(refused)
        }
    }

    func nameFields(
        _ fields: SourceFields, _ sections: [String], _ refused: RefusedSource?
    ) -> NameFields {
        NameFields(
            section: fields.section,
            sectionError: refused?.error(of: "section", id: "string-section", wording),
            sections: sections, key: fields.key,
            keyError: refused?.error(of: "key", id: "string-key", wording))
    }

    /// Returns the fields of a form for a string.
    ///
    /// `definition` is the present definition, if the string exists.
    private func fieldSet(
        _ fields: SourceFields, _ definition: Definition?, _ refused: RefusedSource?,
        pluralForm: String?
    ) -> SourceFieldSet {
        let source = info.source
        let view = TextView(source)
        let languageName = wording.language(source)
        let forms = fields.forms(of: definition?.value, in: source)
        let shown = (forms?.forms ?? []).map { form in
            let text = fields.texts[form.fieldName] ?? ""
            return TextField(
                id: "string-\(form.fieldName)",
                label: wording("source.text", ["sourceLanguage": languageName]),
                name: form.name,
                numbers: form.numbers, fieldName: form.fieldName, lang: source.rawValue,
                dir: TextView.direction(of: source), script: TextView.scriptClass(of: source),
                rows: String(max(2, min(8, text.utf8.count / 60 + 1))), autofocus: false,
                draft: "", check: "", text: text, findings: [], reads: nil)
        }
        return SourceFieldSet(
            sourceLanguage: languageName,
            fields: shown,
            textError: refused?.error(of: "value", id: shown.first?.id ?? "string-value", wording),
            fixed: shown.isEmpty ? definition.map { view.full($0.value, source: nil) } : nil,
            isPlural: fields.isPlural, pluralForm: pluralForm, comment: fields.comment,
            limit: fields.limit,
            limitError: refused?.error(of: "limit", id: "string-limit", wording),
            units: Definition.Limit.Unit.allCases.map { unit in
                Choice(
                    value: unit.rawValue,
                    label: wording(unit.name),
                    selected: unit.rawValue == fields.unit)
            }, labels: fields.labels, screenshot: fields.screenshot,
            screenshotError: refused?.error(of: "screenshot", id: "string-screenshot", wording),
            isUntranslatable: !fields.isTranslatable)
    }

    // MARK: Editing

    /// Returns the page with the form that changes a source string.
    ///
    /// If somebody else changed the string after a refused form was shown, the page shows their
    /// changes, and the form contains both theirs and those that were typed.
    func editStringPage(_ refused: RefusedSource? = nil) async throws -> Response {
        let argument =
            try refused.map { KeyArgument($0.string.key, section: $0.string.section) }
            ?? project.keyArgument()
        let language = returnLanguage()
        let (content, frame) = try await project.read { snapshot in
            let source = snapshot.project.source
            let string = try snapshot.string(argument)
            try snapshot.requireString(string)
            let unit = try snapshot.model.unit(source, string)
            guard let now = unit.definitions.currentDefinition else { throw Problem.defect }
            let view = try UnitValues(self, snapshot, unit)
            let shown = SourceFields(now, of: string, in: source)
            let before = refused?.seen.flatMap { unit.definitions[$0] } ?? now
            let seen = SourceFields(before, of: string, in: source)
            var fields = refused?.fields.merged(over: seen, into: shown) ?? shown
            if query["plural"] == "1", now.value.plainText != nil, refused == nil {
                fields.isPlural = true
                fields.texts = ["value.other": fields.texts["value"] ?? ""]
            }
            (fields.section, fields.key) = (string.section, string.key)
            let hasChanged = refused?.seen != nil && refused?.seen != unit.definitions.current
            let work = try snapshot.work(on: string)
            var frame = try stringFrame(
                "edit-string", wording("common.edit"), string, language, in: snapshot)
            if let problem = refused?.problem { frame.banners.append(Banner(problem, wording)) }
            let here = path("edit", string, in: language)
            let content = EditStringContent(
                keyName: string.spelled(in: snapshot.project), action: path + "/string/edit",
                hidden: hidden(back: here), unit: try view.fields(), language: language.rawValue,
                meanwhile: hasChanged ? meanwhile(view, from: before, to: now) : nil,
                source: fieldSet(
                    fields, now, refused,
                    pluralForm: now.value.plainText != nil && !fields.isPlural
                        ? here + "&plural=1" : nil),
                effects: present(work), isMinor: fields.isMinor,
                picture: try pictureForm(view, language),
                links: [
                    PageLink(
                        label: wording("text.rename"), href: path("rename", string, in: language)),
                    PageLink(
                        label: wording("edit.remove"),
                        href: path("remove", string, in: language)),
                ], back: path(UnitID(language, string)))
            return (content, frame)
        }
        return try site.page(content, frame, status: refused?.problem?.status ?? .ok)
    }

    private func pictureForm(
        _ view: UnitValues, _ language: LanguageTag
    ) throws -> PictureForm {
        PictureForm(
            action: path + "/string/picture",
            hidden: hidden(back: path("edit", view.unit.string, in: language)),
            unit: try view.fields(), language: language.rawValue,
            marking: try marking(of: view.unit.string, in: view.snapshot),
            isRemovable: try mayRemovePictures
                && view.snapshot.pictureName(of: view.unit.string) != nil)
    }

    /// Returns the frame of a form for a string.
    func stringFrame(
        _ page: String, _ word: String, _ string: StringID, _ language: LanguageTag,
        in snapshot: Snapshot
    ) throws -> Frame {
        let languageName = wording.language(language)
        return try projectFrame(
            page, title: title(word, string.key),
            crumbs: [
                .init(label: languageName, href: path(language)),
                .init(label: string.key, href: path(UnitID(language, string))),
                .init(label: word),
            ], tab: .languages, in: snapshot)
    }

    private func meanwhile(
        _ view: UnitValues, from before: Definition, to now: Definition
    ) -> EditStringContent.Meanwhile {
        let string = view.unit.string
        let seen = SourceFields(before, of: string, in: view.source).compared(wording)
        let shown = SourceFields(now, of: string, in: view.source).compared(wording)
        let event = view.unit.text?.event
        let who = Marks.name(event?.actor, guid: event?.payload.guid, by: view.people)
        return .init(
            who: event.map {
                wording(
                    "edit.changedBy", ["name": who, "when": wording.time($0.at, now: self.now)])
            } ?? "",
            text: before.value == now.value
                ? nil : view.sourceView.difference(from: before.value, to: now.value, source: nil),
            rows: zip(seen, shown).filter { $0.value != $1.value }.map {
                .init(name: $0.label, before: $0.value, now: $1.value)
            })
    }

    func editString(_ form: PageForm) async throws -> Response {
        try project.requireLanguage(info.source)
        let string = try form.string()
        var refused = RefusedSource(
            string: string, fields: SourceFields(form),
            seen: form.fields["seen"].flatMap { EventID($0) })
        var call = self
        call.formPage = PageAddress(path("edit", string, in: returnLanguage(form)))
        if form.flag("again") { return try await call.editStringPage(refused) }
        do {
            return try await call.edit(refused, form)
        } catch {
            try refused.take(error, context)
            return try await call.editStringPage(refused)
        }
    }

    private func edit(_ typed: RefusedSource, _ form: PageForm) async throws -> Response {
        let source = info.source
        let string = typed.string
        let language = returnLanguage(form)
        let (edit, work, shown) = try await project.read { snapshot in
            try snapshot.requireString(string)
            let history = try snapshot.model.definitions(string)
            guard let now = history.currentDefinition else { throw Problem.defect }
            let before = typed.seen.flatMap { history[$0] } ?? now
            let edit = try typed.fields.edit(of: before, string, in: source, form)
            let shown = try edit.value.map { value in
                TextView(
                    source,
                    TextRuns(notations: try snapshot.placeholderNotations(of: now))
                ).difference(from: now.value, to: value, source: nil)
            }
            return (edit, try snapshot.work(on: string), shown)
        }
        let next = PageAddress(path(UnitID(language, string)))
        if edit.isEmpty {
            return goBack(
                ActAnswer(message: wording("done.nothing"), next: next), form, source)
        }
        if let value = edit.value, !edit.isMinor {
            let effects = Consequences(of: value, on: work)
            if !effects.isEmpty, form.fields["confirmed"] != effects.digest {
                return try await confirmEdit(typed, form, effects, shown)
            }
        }
        let receipt = try await write(
            Action(.editString(string, edit)), form, if: form.condition)
        var answer = answer(
            wording("edit.changed", ["name": string.spelled(in: info)]), receipt)
        answer.next = next
        return goBack(answer, form, source)
    }

    private func confirmEdit(
        _ typed: RefusedSource, _ form: PageForm, _ consequences: Consequences,
        _ shown: ShownText?
    ) async throws -> Response {
        let string = typed.string
        let language = returnLanguage(form)
        let kept = [
            ("section", string.section), ("key", string.key), ("in", language.rawValue),
            ("tag", form.fields["tag"] ?? ""), ("seen", form.fields["seen"] ?? ""),
            ("confirmed", consequences.digest),
        ].map { NamedField(name: $0.0, value: $0.1) }
        let (content, frame) = try await project.read { snapshot in
            var frame = try stringFrame(
                "confirm", wording("common.edit"), string, language, in: snapshot)
            if form.fields["confirmed"] != nil { frame.banners.append(.changedMeanwhile(wording)) }
            let count = consequences.stale.count
            let content = ConfirmContent(
                title: wording("confirm.changeText"), name: string.spelled(in: snapshot.project),
                isCode: true, text: shown,
                effects: try consequences.shown(on: self, in: snapshot),
                action: path + "/string/edit", hidden: hidden(),
                fields: typed.fields.named + kept,
                word: count == 0
                    ? wording("common.save") : wording("confirm.makeStale", count: count),
                isBad: false,
                alternative: .init(name: "minor", word: wording("confirm.keepValid")),
                again: wording("confirm.editAgain"), back: nil)
            return (content, frame)
        }
        return try site.page(content, frame)
    }

    /// Returns the sentence about the translations of a string, for the form that changes it.
    private func present(_ work: [StringWork]) -> Effects? {
        let texts = work.filter { $0.translation != nil }
        let proposals = work.map(\.openProposals.count).reduce(0, +)
        guard !texts.isEmpty || proposals > 0 else { return nil }
        let parts = [
            texts.isEmpty ? nil : wording("counts.translations", count: texts.count),
            proposals == 0 ? nil : wording("counts.openProposals", count: proposals),
        ].compactMap(\.self)
        return Effects(
            sentences: [wording("edit.present", ["contents": wording.list(parts)])], rows: [],
            more: nil)
    }
}

extension Banner {
    /// Returns the banner of a confirmation page whose contents are no longer those that were
    /// confirmed.
    static func changedMeanwhile(_ wording: Wording) -> Banner {
        Banner(
            .warn, icon: "warning", wording("confirm.changedMeanwhile"),
            wording("confirm.wouldHappen"), hasFocus: true)
    }
}
