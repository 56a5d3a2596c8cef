import EventStore
import Hosting
import HTTPTypes
import Hummingbird
import JSON
import Languages
import ReadModel
import Server
import Texts
import Translation
import Walks
import Workspace

extension PageCall {
    /// Carries out an action, and returns to the page with its form.
    ///
    /// A refused form is shown again with the typed text. If the text changed meanwhile, the page
    /// shows the new text next to the text that the person saw.
    func perform(_ act: UnitAct, _ form: PageForm) async throws -> Response {
        let locale = try locale()
        try project.requireLanguage(locale)
        do {
            return goBack(try await act.perform(self, locale, form), form, locale)
        } catch {
            guard context.wantsPage else { throw error }
            let problem = Problem(catching: error)
            guard problem.status.code < 500 else { throw error }
            if problem.code == .changed {
                return try await conflictPage(act, form, locale, problem)
            }
            return try await again(form, Draft(problem, form))
        }
    }

    /// Responds to an action: with JSON for a script, or otherwise with a notice and a redirect to
    /// the page specified in the form.
    func goBack(_ answer: ActAnswer, _ form: PageForm, _ locale: LanguageTag?) -> Response {
        guard context.wantsPage else { return .json(answer.json) }
        let page = answer.next ?? back(form)
        let address = answer.position.map(page.at) ?? page
        let notice = Notice(answer, locale: locale, back: card(of: form)?.description)
        return site.redirect(
            address.description, [notice.field(isSecure: site.foundation.isSecure)])
    }

    /// Returns the address of the card in a walk that a form belongs to, to which an undo returns;
    /// nil for other pages.
    ///
    /// The form's own address belongs to the next card.
    private func card(of form: PageForm) -> PageAddress? {
        let page = back(form)
        let shown: String
        switch page.walk {
        case .translate:
            guard let string = try? form.string() else { return nil }
            shown = UnitReference.text(string)
        case .review:
            guard let id = try? form.proposal() else { return nil }
            shown = id.description
        case nil: return nil
        }
        let step = WalkStep(page.parameters, isNext: true)
        var items = page.parameters.items.map { ($0.name, $0.value) }.filter {
            !["at", "from", "step", "of", "position"].contains($0.0)
        }
        items.append(("at", shown))
        if page.walk == .translate {
            if let previous = form.fields["previous"] { items.append(("from", previous)) }
            items += step.items.compactMap { name, value in value.map { (name, $0) } }
        }
        return page.with(items)
    }

    /// Returns the address of the page with the form, or of the project's main page if the form
    /// specifies no page of the project.
    func back(_ form: PageForm) -> PageAddress {
        form.fields["back"].flatMap { PageAddress($0, in: path) } ?? PageAddress(path)
    }

    /// Shows the page of a form again that was not carried out, with what was typed.
    ///
    /// Throws the form's problem if no page can show the form. For a form that waited while its
    /// sender signed in, opens the page that the form names instead.
    func again(_ form: PageForm, _ draft: Draft) async throws -> Response {
        var call = self
        let page = back(form)
        call.formPage = page
        call.shownAt = card(of: form)?.description
        if page.walk == .review, let id = draft.proposal {
            return try await call.reviewPage(draft: draft, at: id)
        }
        if page.walk == .translate, form.fields["key"] != nil {
            return try await call.translatePage(draft: draft, at: try form.string())
        }
        if let id = draft.proposal {
            let place = try await project.read { try $0.model.proposalLocation(id) }
            if let place {
                call.shownAt = path(UnitID(place.locale, place.string))
                return try await call.stringPage(place.string, draft: draft)
            }
        }
        guard form.fields["key"] != nil, !context["tag"].isEmpty else {
            if let problem = draft.problem { throw problem }
            let message = ActAnswer(message: wording("session.signedInAgain"))
            let notice = Notice(message, locale: try? locale())
            return site.redirect(
                page.description, [notice.field(isSecure: site.foundation.isSecure)])
        }
        let string = try form.string()
        call.shownAt = path(UnitID(try locale(), string))
        return try await call.stringPage(string, draft: draft)
    }

    /// Responds with the findings for a text that is being typed.
    func check(_ form: PageForm) async throws -> Response {
        let locale = try locale()
        let unit: UnitID
        if form.fields["key"] != nil {
            unit = UnitID(locale, try form.string())
        } else {
            unit = try await self.unit(of: try form.proposal(), in: locale)
        }
        let json = try await project.read { snapshot -> JSONValue in
            try snapshot.requireLocale(locale)
            let state = try snapshot.model.unit(locale, unit.string)
            guard let definition = state.definitions.currentDefinition,
                let forms = TextForms(of: definition.value, in: locale)
            else { return .object { $0.add("forms", .object { _ in }) } }
            let texts = try form.texts(forms)
            // A field that is still empty is not an error yet.
            guard texts.contains(where: { $0?.isEmpty == false }),
                let value = forms.value(of: texts.map { $0 ?? "" })
            else { return .object { $0.add("forms", .object { _ in }) } }
            let findings = try snapshot.findings(of: value, in: state)
            return .object { members in
                members.addObject("forms") { members in
                    for (index, field) in forms.forms.enumerated()
                    where texts[index]?.isEmpty == false {
                        let own = findings.filter {
                            ($0.path.last ?? "").hasSameBytes(as: field.name ?? "")
                                || $0.path.isEmpty && index == 0
                        }
                        members.add(field.fieldName, .array(own.map(\.pageJSON)))
                    }
                }
                if let limit = definition.maximumLength {
                    members.addObject("length") { members in
                        members.add("n", limit.longest(in: value))
                        members.add("max", .integer(limit.count))
                        members.add("unit", wording(limit.unit.name))
                    }
                }
            }
        }
        guard context.wantsPage else { return .json(json) }
        let problem = wording.problem(.usage, "problems.checked", hint: "problems.seeFindings")
        return try await again(form, Draft(problem, form))
    }

    /// Shows a page about a text that changed after the form was shown: the text that the person
    /// saw, the current text, and the pending action.
    private func conflictPage(
        _ act: UnitAct, _ form: PageForm, _ locale: LanguageTag, _ problem: Problem
    ) async throws -> Response {
        let unitID: UnitID
        var proposalID: EventID?
        if form.fields["proposal"] != nil {
            let id = try form.proposal()
            proposalID = id
            unitID = try await unit(of: id, in: locale)
        } else {
            unitID = UnitID(locale, try form.string())
        }
        let (content, frame) = try await project.read { [proposalID] snapshot in
            let unit = try snapshot.model.unit(unitID.locale, unitID.string)
            let view = try UnitValues(self, snapshot, unit)
            var frame = try projectFrame(
                "conflict", title: title(unitID.string.key, view.languageName),
                crumbs: [
                    .init(label: view.languageName, href: path(locale)),
                    .init(label: unitID.string.key),
                ], locale: locale, in: snapshot)
            frame.events = nil
            let saw = form.fields["seen"].flatMap { EventID($0) }.flatMap {
                unit.definitions[$0]?.value ?? unit[$0]?.payload.text
            }
            let mine: Value? =
                try view.definition.flatMap { TextForms(of: $0.value, in: locale) }
                .flatMap { forms throws -> Value? in
                    form.fields.items.contains { $0.name.hasPrefix("value") }
                        ? try form.value(forms) : nil
                } ?? proposalID.flatMap { unit.proposal($0)?.proposed.value }
            // A typed text for a proposal that is no longer open can still be proposed.
            let decided = proposalID.flatMap { unit.proposal($0) }.flatMap {
                $0.state == .open ? nil : $0
            }
            let isProposing = decided != nil && form.flag("edited")
            let name = isProposing ? "propose" : act.name
            // The new form's decision applies to the state that this page shows.
            let dropped: Set<String> = ["form-token", "idempotency", "back", "tag", "seen"]
            var kept = form.fields.items.filter { !dropped.contains($0.name) }.map {
                NamedField(name: $0.name, value: $0.value)
            }
            if isProposing {
                kept = kept.filter { $0.name.hasPrefix("value") }
                kept += [
                    NamedField(name: "section", value: unitID.string.section),
                    NamedField(name: "key", value: unitID.string.key),
                ]
            }
            let content = ConflictContent(
                keyName: unitID.string.spelled(in: snapshot.project), tag: locale.rawValue,
                news: decided == nil
                    ? wording("conflict.textChanged") : wording("conflict.decided"),
                who: decided.map { ProposalCards.decision(on: $0, view) }
                    ?? who(changed: unit, by: view.people), saw: saw.map { view.text($0) },
                now: unit.text.map { text in
                    saw.map {
                        view.view.difference(
                            from: $0, to: text.value, source: view.definition?.value)
                    } ?? view.text(text.value)
                },
                mine: mine.map {
                    .init(
                        about: wording(Self.aboutTo[act.name] ?? "conflict.aboutToSave"),
                        text: view.text($0))
                },
                action: path(locale) + "/" + name, hidden: hidden(back: back(form).description),
                fields: kept + [
                    NamedField(
                        name: "tag", value: isProposing ? "" : try view.tag(proposalID)),
                    NamedField(name: "seen", value: view.seen),
                ],
                mineWord: wording(Self.mineWords[name] ?? "conflict.saveMine"),
                theirs: path(unitID), again: path(unitID))
            return (content, frame)
        }
        return try site.page(content, frame, status: problem.status)
    }

    /// The labels of the button that repeats an action on the changed text.
    private static let mineWords: [String: TextKey] = [
        "accept": "conflict.acceptMine", "reject": "conflict.rejectMine",
        "propose": "conflict.proposeMine",
    ]

    /// The headings of the pending action.
    private static let aboutTo: [String: TextKey] = [
        "accept": "conflict.aboutToAccept", "reject": "conflict.aboutToReject",
    ]

    private func who(changed unit: Unit, by people: People) -> String {
        guard let text = unit.text else { return wording("conflict.removed") }
        let values = [
            "name": (text.reviewer ?? text.author).map(people.name) ?? wording("common.someone"),
            "when": wording.time(text.event.at, now: now),
        ]
        guard case .proposalAccepted = text.event.payload else {
            return wording("conflict.changedBy", values)
        }
        return wording("conflict.acceptedBy", values)
    }
}

extension Finding {
    /// The finding as JSON for a script.
    fileprivate var pageJSON: JSONValue {
        .object { members in
            members.add("severity", severity.rawValue)
            members.add("check", check)
            members.add("message", message)
            members.add("blocks", severity == .error)
        }
    }
}
