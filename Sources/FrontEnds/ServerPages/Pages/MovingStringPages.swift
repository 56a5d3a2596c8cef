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
                "rename-string", "Rename or move", string, language, in: snapshot)
            if let problem = refused?.problem { frame.banners.append(Banner(problem)) }
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
            texts == 0 ? nil : counted(texts, "translation"),
            proposals == 0 ? nil : counted(proposals, "open proposal"),
        ].compactMap(\.self).joined(separator: " and ")
        if !parts.isEmpty {
            sentences.append(
                "These move with the string: \(parts), with their authors and reviews. "
                    + "No translation becomes stale.")
        }
        if comments > 0 {
            sentences.append(
                "\(counted(comments, "comment")) will only be shown in the history of the old key.")
        }
        sentences.append(
            "Apps find the texts only under the new name. "
                + "Change the name in the app, too, before its next release.")
        return Effects(sentences: sentences, rows: [], more: nil)
    }

    func renameString(_ form: PageForm) async throws -> Response {
        let source = info.source
        try project.requireLanguage(source)
        let language = returnLanguage(form)
        guard let section = form.fields["old-section"], let key = form.fields["old-key"] else {
            throw Problem(.usage, "The form is incomplete.", hint: "Open the page again.")
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
                    ? "Moved to \(new.section)." : "Renamed to \(new.spelled(in: info)).", receipt)
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
                "confirm", "Remove", string, language, in: snapshot)
            if let problem {
                frame.banners.append(Banner(problem))
            } else if isAgain {
                frame.banners.append(.changedMeanwhile)
            }
            let fields = try view.fields()
            let content = ConfirmContent(
                title: "Remove", name: string.spelled(in: snapshot.project), isCode: true,
                text: view.definition.map { view.sourceView.full($0.value, source: nil) },
                effects: try removal(work, in: snapshot), action: path + "/string/remove",
                hidden: hidden(back: path("remove", string, in: language)),
                fields: [
                    ("section", fields.section), ("key", fields.key), ("tag", fields.tag),
                    ("in", language.rawValue), ("confirmed", Self.digest(of: work)),
                ].map { NamedField(name: $0.0, value: $0.1) },
                word: "Remove the string", isBad: true, alternative: nil, again: nil,
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
            "the source text", translations == 0 ? nil : counted(translations, "translation"),
            proposals == 0 ? nil : counted(proposals, "open proposal"),
            comments == 0 ? nil : counted(comments, "comment"),
        ].compactMap(\.self)
        let rows = try texts.prefix(Consequences.listed).map { work in
            let count = work.openProposals.count
            return try work.row(
                count == 0 ? "" : counted(count, "open proposal"), self, in: snapshot)
        }
        let rest = texts.count - rows.count
        return Effects(
            sentences: [
                "This hides \(sentenceList(parts)).",
                "Everything stays in the log, and comes back if the string is added again. "
                    + "From the next release on, apps no longer find it.",
            ], rows: rows,
            more: rest > 0 ? "and \(counted(rest, "more language"))" : nil)
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
            var answer = answer("Removed \(string.spelled(in: info)).", receipt)
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
