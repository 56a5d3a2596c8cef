import Hosting
import Hummingbird
import JSON
import Languages
import ReadModel
import Server
import Texts
import Translation
import Workspace

/// A change of a setting that was not saved.
private struct RefusedSetting: Sendable {
    let name: String
    /// The typed text.
    let text: String
    /// The heads of the setting that the sender saw.
    let seen: String
    let problem: Problem

    /// Whether another person changed the setting meanwhile.
    var isConflict: Bool { problem.code == .changed }
}

extension PageCall {
    /// Returns the page with the project's settings, for maintainers.
    func settingsPage() async throws -> Response { try await settingsPage(nil) }

    /// Changes a setting, unless another person has changed it since the form was shown.
    func saveSetting(_ form: PageForm) async throws -> Response {
        try project.requireAllLanguages()
        guard let setting = form.fields["setting"].flatMap(Setting.named) else {
            throw wording.problem(.usage, "problems.incomplete", hint: "problems.openAgain")
        }
        let locales = try await project.read { try $0.locales() }
        let field = SettingField(setting, locales: locales, wording)
        let isReset = form.flag("reset")
        let text = isReset ? "" : field.text(form)
        do {
            let value = try isReset ? nil : field.value(text, of: setting, wording)
            let canonical = try value.map {
                try Workspace.canonical($0, ofSetting: setting.name) { try project.language($0) }
            }
            let seen = (form.fields["seen"] ?? "").split(separator: " ")
                .compactMap { EventID(String($0)) }
            let receipt = try await project.write(
                Action(.changeSetting(name: setting.name, value: canonical)),
                expecting: .init(name: setting.name, heads: seen), key: form.fields["idempotency"])
            let title = ["title": SettingWords.words(setting, wording).title]
            var answer = answer(
                receipt.outcome.eventIDs.isEmpty
                    ? wording("settings.nothingToSave", title) : wording("settings.saved", title),
                receipt)
            answer.undo = []
            answer.next = PageAddress(path + "/settings#" + Self.anchor(setting))
            return goBack(answer, form, nil)
        } catch {
            guard context.wantsPage else { throw error }
            let problem = Problem(catching: error)
            guard problem.status.code < 500, problem.code != .scope else { throw error }
            return try await settingsPage(
                RefusedSetting(
                    name: setting.name, text: text, seen: form.fields["seen"] ?? "",
                    problem: problem))
        }
    }

    private static func anchor(_ setting: Setting) -> String { "setting-" + setting.name }

    private func settingsPage(_ refused: RefusedSetting?) async throws -> Response {
        let (content, frame) = try await project.read { snapshot in
            try requireMaintainer("settings.onlyMaintainers", in: snapshot)
            var frame = try projectFrame(
                "settings", title: title(wording("settings.title")),
                crumbs: [.init(label: wording("settings.title"))], tab: .settings, in: snapshot)
            if refused != nil {
                frame.banners.append(
                    Banner(
                        .bad, icon: "error", wording("settings.notSaved"),
                        wording("settings.seeMessage"), isAlert: true, hasFocus: true))
            }
            let locales = try snapshot.locales()
            let people = try people(in: snapshot)
            func item(_ setting: Setting) throws -> SettingsContent.Item {
                try self.item(
                    setting, locales, people, refused?.name == setting.name ? refused : nil,
                    in: snapshot)
            }
            let named = Set(SettingWords.groups.flatMap(\.settings))
            var groups = SettingWords.groups
            groups.append(
                ("other", "settings.other", Setting.all.map(\.name).filter { !named.contains($0) }))
            let content = SettingsContent(
                groups: try groups.map { id, title, names in
                    SettingsContent.Group(
                        id: id, title: wording(title),
                        settings: try names.compactMap { name in
                            try Setting.named(name).map(item)
                        })
                }.filter { !$0.settings.isEmpty })
            return (content, frame)
        }
        return try site.page(content, frame, status: refused?.problem.status ?? .ok)
    }

    /// Throws unless the sender is a maintainer; `refusal` tells what only maintainers may do.
    func requireMaintainer(_ refusal: TextKey, in snapshot: Snapshot) throws {
        guard try !snapshot.roles().isMaintainer(project.actor?.email) else { return }
        throw wording.problem(
            ProblemCode(.notMaintainer), refusal, hint: "settings.whoMaintains")
    }

    private func item(
        _ setting: Setting, _ locales: [LanguageTag], _ people: People,
        _ refused: RefusedSetting?, in snapshot: Snapshot
    ) throws -> SettingsContent.Item {
        let state = try snapshot.model.setting(setting.name)
        let field = SettingField(setting, locales: locales, wording)
        let words = SettingWords.words(setting, wording)
        let last = try state.register.current.flatMap { try snapshot.model.event($0) }
        let changed = last.map { event in
            SettingsContent.Changed(
                who: Marks.name(event.actor, by: people),
                when: TimeMark(event.at, now: now, wording),
                href: path + "/activity" + ActivityFilter(kind: .settings).address())
        }
        let text = refused?.text ?? field.text(state.value ?? setting.defaultValue)
        let isInvalid = refused != nil
        var select: SettingsContent.Select?
        var line: SettingsContent.Line?
        var area: SettingsContent.Area?
        var boxes: SettingsContent.Boxes?
        switch field {
        case .flag:
            select = .init(
                choices: [
                    ("true", wording("settings.yes")), ("false", wording("settings.no")),
                ].map { value, label in
                    Choice(value: value, label: label, selected: value == text)
                })
        case .number:
            line = .init(
                value: text, placeholder: field.text(setting.defaultValue), isInvalid: isInvalid)
        case .text, .lines, .byLanguage, .json:
            let rows = min(max(text.split(separator: "\n").count, 2), 12)
            var isCode = true
            if case .text = field { isCode = false }
            area = .init(value: text, rows: String(rows), isCode: isCode, isInvalid: isInvalid)
        case .boxes(let choices):
            let chosen = text.split(separator: "\n").map(String.init)
            // A stored value without a box, such as a removed language, must not get lost.
            let others = chosen.filter { value in !choices.contains { $0.value == value } }
            boxes = .init(
                choices: (choices + others.map { ($0, $0) }).map { value, label in
                    Choice(value: value, label: label, selected: chosen.contains(value))
                })
        }
        let isConflict = refused?.isConflict == true
        // A form that was refused for another reason must not replace a change that its sender has
        // not seen.
        let kept = isConflict ? nil : refused?.seen
        return SettingsContent.Item(
            name: setting.name, title: words.title, help: words.help, action: path + "/settings",
            hidden: hidden(back: path + "/settings"),
            seen: kept ?? state.register.heads.map(\.description).joined(separator: " "),
            select: select,
            line: line, area: area, boxes: boxes,
            save: isConflict ? wording("conflict.saveMine") : wording("common.save"),
            isSet: state.value != nil, changed: changed,
            refusal: refused.map { refused in
                guard isConflict else {
                    return .init(
                        message: refused.problem.pageDetail, hint: refused.problem.pageHint,
                        lang: refused.problem.language(on: wording), now: nil)
                }
                let who = changed?.who ?? wording("common.someone")
                let value = field.text(state.value ?? setting.defaultValue)
                return .init(
                    message: wording("settings.changedByOther", ["name": who]),
                    hint: wording("settings.compare"), lang: nil,
                    now: value.isEmpty ? wording("field.empty") : value)
            })
    }
}
