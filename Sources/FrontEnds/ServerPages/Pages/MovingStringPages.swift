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

extension PageCall {
    // MARK: Renaming

    /// Returns the page with the form that renames a string or moves it to another section.
    func renameStringPage(_ refused: RefusedSource? = nil) async throws -> Response {
        let argument =
            try refused.map { KeyArgument($0.string.key, section: $0.string.section) }
            ?? project.keyArgument()
        let language = returnLanguage()
        let (content, frame) = try await project.read { snapshot in
            let source = snapshot.project.source
            let string = try snapshot.string(argument)
            try snapshot.requireString(string)
            let view = try UnitValues(self, snapshot, try snapshot.model.unit(source, string))
            var fields = refused?.fields ?? SourceFields(section: string.section)
            if refused == nil { fields.key = string.key }
            let work = try snapshot.work(on: string)
            var frame = try stringFrame(
                "rename-string", wording("edit.rename"), string, language, in: snapshot)
            if let problem = refused?.problem { frame.banners.append(Banner(problem, wording)) }
            let content = RenameStringContent(
                keyName: string.spelled(in: snapshot.project), action: path + "/string/rename",
                hidden: hidden(back: path("rename", string, in: language)),
                unit: try view.fields(), language: language.rawValue,
                names: nameFields(fields, try snapshot.model.sections(), refused),
                effects: renaming(work), back: path(UnitID(language, string)))
            return (content, frame)
        }
        return try site.page(content, frame, status: refused?.problem?.status ?? .ok)
    }

    private func renaming(_ work: [StringWork]) -> Effects {
        let texts = work.count { $0.translation != nil }
        let proposals = work.map(\.openProposals.count).reduce(0, +)
        let comments = work.map(\.comments).reduce(0, +)
        var sentences: [String] = []
        let parts = [
            texts == 0 ? nil : wording("counts.translations", count: texts),
            proposals == 0 ? nil : wording("counts.openProposals", count: proposals),
        ].compactMap(\.self)
        if !parts.isEmpty {
            sentences.append(wording("edit.moves", ["contents": wording.list(parts)]))
        }
        if comments > 0 { sentences.append(wording("edit.commentsStay", count: comments)) }
        sentences.append(wording("edit.renameApps"))
        return Effects(sentences: sentences, rows: [], more: nil)
    }

    func renameString(_ form: PageForm) async throws -> Response {
        let source = info.source
        try project.requireLanguage(source)
        let language = returnLanguage(form)
        guard let section = form.fields["old-section"], let key = form.fields["old-key"] else {
            throw wording.problem(.usage, "problems.incomplete", hint: "problems.openAgain")
        }
        let old = StringID(section: section, key: key)
        let fields = SourceFields(form)
        do {
            try form.requireName(fields.section, fields.key)
            let new = StringID(section: info.section(named: fields.section), key: fields.key)
            let receipt = try await write(
                Action(.renameString(old, to: new)), form, if: form.condition)
            let isMoved = !old.section.hasSameBytes(as: new.section)
            var answer = answer(
                old.key.hasSameBytes(as: new.key) && isMoved
                    ? wording("edit.moved", ["section": new.section])
                    : wording("edit.renamed", ["name": new.spelled(in: info)]), receipt)
            // The way back is another rename. An undo would have to revert events in all languages.
            answer.undo = []
            answer.next = PageAddress(path(UnitID(language, new)))
            return goBack(answer, form, source)
        } catch {
            var refused = RefusedSource(string: old, fields: fields, seen: nil)
            try refused.take(error, context)
            var call = self
            call.formPage = PageAddress(path("rename", old, in: language))
            return try await call.renameStringPage(refused)
        }
    }

    // MARK: Removing

    /// Returns the page that shows what removing a string hides, and asks for a confirmation.
    ///
    /// `problem` is the reason why an earlier confirmation was refused.
    func removeStringPage(
        _ string: StringID? = nil, _ problem: Problem? = nil, isAgain: Bool = false
    ) async throws -> Response {
        let argument =
            try string.map { KeyArgument($0.key, section: $0.section) } ?? project.keyArgument()
        let language = returnLanguage()
        let (content, frame) = try await project.read { snapshot in
            let string = try snapshot.string(argument)
            try snapshot.requireString(string)
            let view = try UnitValues(
                self, snapshot, try snapshot.model.unit(snapshot.project.source, string))
            let work = try snapshot.work(on: string)
            var frame = try stringFrame(
                "confirm", wording("confirm.remove"), string, language, in: snapshot)
            if let problem {
                frame.banners.append(Banner(problem, wording))
            } else if isAgain {
                frame.banners.append(.changedMeanwhile(wording))
            }
            let fields = try view.fields()
            let content = ConfirmContent(
                title: wording("confirm.remove"), name: string.spelled(in: snapshot.project),
                isCode: true,
                text: view.definition.map { view.sourceView.full($0.value, source: nil) },
                effects: try removal(work, in: snapshot), action: path + "/string/remove",
                hidden: hidden(back: path("remove", string, in: language)),
                fields: [
                    ("section", fields.section), ("key", fields.key), ("tag", fields.tag),
                    ("in", language.rawValue), ("confirmed", Self.digest(of: work)),
                ].map { NamedField(name: $0.0, value: $0.1) },
                word: wording("edit.removeThis"), isBad: true, alternative: nil, again: nil,
                back: path(UnitID(language, string)))
            return (content, frame)
        }
        return try site.page(content, frame, status: problem?.status ?? .ok)
    }

    private func removal(_ work: [StringWork], in snapshot: Snapshot) throws -> Effects {
        let texts = work.filter { $0.translation != nil || !$0.openProposals.isEmpty }
        let translations = work.count { $0.translation != nil }
        let proposals = work.map(\.openProposals.count).reduce(0, +)
        let comments = work.map(\.comments).reduce(0, +)
        let parts = [
            wording("effects.sourceText"),
            translations == 0 ? nil : wording("counts.translations", count: translations),
            proposals == 0 ? nil : wording("counts.openProposals", count: proposals),
            comments == 0 ? nil : wording("counts.comments", count: comments),
        ].compactMap(\.self)
        let rows = try texts.prefix(Consequences.listed).map { work in
            let count = work.openProposals.count
            return try work.row(
                count == 0 ? "" : wording("counts.openProposals", count: count), self, in: snapshot)
        }
        let rest = texts.count - rows.count
        return Effects(
            sentences: [
                wording("effects.hides", ["contents": wording.list(parts)]),
                wording("edit.removal"),
            ], rows: rows,
            more: rest > 0 ? wording("counts.moreLanguages", count: rest) : nil)
    }

    /// A digest of what removing a string hides, which a confirmation repeats.
    private static func digest(of work: [StringWork]) -> String {
        let parts = work.map { work in
            let proposals = work.openProposals.map(\.id.description).joined(separator: " ")
            return "\(work.locale) \(work.translation?.id.description ?? "") \(proposals)"
        }
        return Digest.short(Array(parts.joined(separator: "\n").utf8))
    }

    func removeString(_ form: PageForm) async throws -> Response {
        let source = info.source
        try project.requireLanguage(source)
        let string = try form.string()
        let language = returnLanguage(form)
        var call = self
        call.formPage = PageAddress(path("remove", string, in: language))
        do {
            let digest = try await project.read { snapshot in
                try snapshot.requireString(string)
                return try Self.digest(of: snapshot.work(on: string))
            }
            guard form.fields["confirmed"] == digest else {
                return try await call.removeStringPage(string, isAgain: true)
            }
            let receipt = try await write(
                Action(.removeString(string)), form, if: form.condition)
            var answer = answer(
                wording("edit.removed", ["name": string.spelled(in: info)]), receipt)
            answer.next = PageAddress(
                path(language) + "?section=" + PercentEncoding.text(string.section))
            return goBack(answer, form, source)
        } catch {
            let problem = Problem(catching: error)
            guard context.wantsPage, problem.code == .changed else { throw error }
            return try await call.removeStringPage(string, problem)
        }
    }
}
