import Hosting
import Hummingbird
import Interchange
import Languages
import ReadModel
import Server
import Texts
import Translation
import Workspace

extension PageCall {
    private func importFrame(_ locale: LanguageTag) async throws -> Frame {
        let languageName = wording.language(locale)
        return try await project.read { snapshot in
            try projectFrame(
                "import", title: title(wording("files.import"), languageName),
                crumbs: [
                    .init(label: languageName, href: path(locale)),
                    .init(label: wording("files.import")),
                ],
                tab: .languages, locale: locale, in: snapshot)
        }
    }

    // MARK: Import

    /// Returns the page with the form for importing a file.
    ///
    /// `problem` is the reason why the file in `form` was refused. Browsers cannot keep the file, so
    /// the person chooses it again.
    func importPage(_ problem: Problem? = nil, _ typed: PageForm? = nil) async throws -> Response {
        let locale = try locale()
        let sections = try await project.read { snapshot in
            try snapshot.requireLocale(locale)
            return try snapshot.model.sections()
        }
        let isSource = locale == info.source
        guard isSource ? may(.admin) : may(.propose, in: locale) else {
            try context.require(.admin)
            throw wording.problem(
                .scope, "problems.limitedToken", ["locale": locale.rawValue])
        }
        let form = ImportContent.Form(
            formats: FileFormats.read.map(\.name).map {
                Choice(value: $0, label: $0, selected: $0 == typed?.fields["format"])
            }, sections: sections, section: typed?.fields["section"] ?? "", mayPropose: !isSource,
            mustPropose: !may(.translate, in: locale))
        var frame = try await importFrame(locale)
        if let problem { frame.banners.append(Banner(problem, wording)) }
        return try site.page(
            importContent(locale, back: path(locale), form: form), frame,
            status: problem?.status ?? .ok)
    }

    private func importContent(
        _ locale: LanguageTag, back: String, form: ImportContent.Form? = nil,
        plan: ImportContent.Plan? = nil
    ) -> ImportContent {
        ImportContent(
            languageName: wording.language(locale), action: path(locale) + "/import",
            hidden: hidden(back: path(locale)), back: back, form: form, plan: plan)
    }

    /// Shows the changes that a file would make, and imports it after a confirmation.
    func importFile(_ form: PageForm) async throws -> Response {
        do {
            return try await importing(form)
        } catch {
            let problem = Problem(catching: error)
            guard context.wantsPage, problem.status.code < 500, problem.code != .scope else {
                throw error
            }
            return try await importPage(problem, form)
        }
    }

    private func importing(_ form: PageForm) async throws -> Response {
        let locale = try locale()
        try project.requireLanguage(locale)
        let isSource = locale == info.source
        if isSource { try context.require(.admin) }
        let file = try importedFile(form)
        let proposes = !isSource && (form.flag("propose") || !may(.translate, in: locale))
        let read: @Sendable () throws -> [UInt8] = { file.bytes }
        let request = ImportRequest(
            files: [(name: file.name, bytes: read)],
            format: try form.text("format"), locale: locale, section: try form.text("section"),
            asProposals: proposes)
        let guid = proposes ? try project.proposer(guid: nil).hashed : nil
        let actor = project.actor
        let (files, notices, tally, misplaced) = try await project.readSlowly { snapshot in
            try snapshot.requireLocale(locale)
            let read = try snapshot.read(request)
            let outcome = try snapshot.rehearse(
                WriteRequest(Action(.importFiles(read.files)), actor: actor, guid: guid))
            var tally = outcome.tally
            tally.renames = read.renames
            return (
                read.files, read.notices.map(\.notice.message), tally,
                try snapshot.misplacedEntries(of: read.files)
            )
        }
        guard form.flag("confirmed") else {
            return try await importPlan(
                form, file, locale, proposes: proposes, notices: notices, tally: tally,
                misplaced: misplaced)
        }
        let receipt = try await write(Action(.importFiles(files)), form, guid: guid)
        let done = receipt.outcome.tally
        var answer = answer(
            sentence(done, proposes: proposes, isDone: true), receipt)
        answer.next = PageAddress(path(locale))
        answer.leftOut = reasons(done.skipped, in: info)
        return goBack(answer, form, locale)
    }

    /// Returns the file in a form: an upload, or the contents that the preview page repeats.
    private func importedFile(_ form: PageForm) throws -> FormFile {
        if let file = form.file {
            guard !file.bytes.isEmpty, !file.name.isEmpty else {
                throw wording.problem(
                    .usage, "problems.emptyFile", hint: "problems.chooseFileWithStrings")
            }
            return file
        }
        guard let contents = form.fields["contents"], let bytes = Base64URL.decode(contents),
            let name = form.fields["name"]
        else { throw wording.problem(.usage, "problems.noFile", hint: "problems.chooseFile") }
        return FormFile(name: name, bytes: bytes)
    }

    private func importPlan(
        _ form: PageForm, _ file: FormFile, _ locale: LanguageTag, proposes: Bool,
        notices: [String], tally: ImportTally, misplaced: MisplacedEntries?
    ) async throws -> Response {
        let changes = tally.defined + tally.set + tally.removed + tally.conflicts.count
        let source = info
        var facts = notices.map(wording.isolated)
        if tally.unchanged > 0 {
            facts.append(wording("files.unchanged", count: tally.unchanged))
        }
        if !tally.conflicts.isEmpty {
            facts.append(wording("files.conflicts", count: tally.conflicts.count))
        }
        if !tally.stale.isEmpty {
            facts.append(wording("files.stale", count: tally.stale.count))
        }
        let plan = ImportContent.Plan(
            sentence: changes == 0
                ? misplaced == nil
                    ? wording("files.noChanges", ["file": file.name])
                    : wording("files.noKeys", ["file": file.name])
                : sentence(tally, proposes: proposes, isDone: false),
            facts: facts,
            renames: tally.renames.prefix(Self.shownRenames).map {
                .init(old: $0.old.spelled(in: source), new: $0.new.spelled(in: source))
            },
            renameCount: wording("files.renameCount", count: tally.renames.count),
            skipped: reasons(tally.skipped, in: source).map {
                .init(what: $0.what, because: $0.because)
            },
            skippedCount: wording("files.skippedCount", count: tally.skipped.count),
            choosing: misplaced.map { choosing($0, isNamed: form.fields["section"]) },
            file: .init(
                fileName: file.name, format: form.fields["format"] ?? "", propose: proposes,
                contents: Base64URL.encode(file.bytes)),
            section: form.fields["section"] ?? "",
            word: changes == 0
                ? nil : proposes ? wording("files.proposeThem") : wording("files.import"))
        return try await site.page(
            importContent(locale, back: path(locale) + "/import", plan: plan),
            importFrame(locale))
    }

    /// Returns the explanation and the choice of a section, for a file whose keys are in other
    /// sections than the one that they were looked up in.
    private func choosing(
        _ misplaced: MisplacedEntries, isNamed name: String?
    ) -> ImportContent.Choosing {
        let section = ["section": misplaced.section]
        let reason =
            name?.isEmpty == false
            ? wording("files.noneInSection", count: misplaced.count, section)
            : wording("files.noSection", count: misplaced.count, section)
        guard !misplaced.elsewhere.isEmpty else {
            let languageName = wording.language(info.source)
            return .init(
                reason: reason,
                advice: wording("files.noOtherSection", ["language": languageName]),
                choices: [])
        }
        return .init(
            reason: reason, advice: wording("files.chooseSection"),
            choices: misplaced.elsewhere.enumerated().map { index, other in
                Choice(
                    value: other.section,
                    label: wording(
                        "files.keysInSection", count: misplaced.count,
                        ["section": other.section, "found": wording.number(other.count)]),
                    selected: index == 0)
            })
    }

    /// Groups the skipped entries by reason.
    ///
    /// A single entry is described by its key, and several entries by their number and up to five
    /// keys.
    private func reasons(
        _ skipped: [ImportTally.Skipped], in project: Project
    ) -> [(what: String, because: String)] {
        var reasons: [String] = []
        let byReason = Dictionary(grouping: skipped, by: \.reason)
        for item in skipped where !reasons.contains(item.reason) { reasons.append(item.reason) }
        return reasons.map { reason in
            let all = byReason[reason] ?? []
            let keys = all.prefix(5).map { $0.string.spelled(in: project) }
                .joined(separator: ", ")
            let more = all.count > 5 ? ", …" : ""
            return (
                all.count > 1
                    ? wording("files.entries", count: all.count, ["keys": keys + more]) : keys,
                wording.isolated(reason)
            )
        }
    }

    /// The maximum number of renamed strings that the page lists.
    private static let shownRenames = 200

    private func sentence(_ tally: ImportTally, proposes: Bool, isDone: Bool) -> String {
        let texts: TextKey = proposes ? "counts.proposals" : "counts.texts"
        let parts = [
            tally.defined > 0 ? wording("counts.strings", count: tally.defined) : nil,
            tally.set > 0 ? wording(texts, count: tally.set) : nil,
            tally.conflicts.isEmpty
                ? nil : wording("files.conflictingProposals", count: tally.conflicts.count),
        ].compactMap(\.self)
        // Three parts are joined with “and” twice.
        let contents = parts.dropFirst().reduce(parts.first ?? "") { wording.list([$0, $1]) }
        return isDone
            ? wording("files.imported", ["contents": contents])
            : wording("files.wouldImport", ["contents": contents])
    }
}
