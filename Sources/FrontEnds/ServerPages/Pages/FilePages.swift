import Archive
import Hosting
import HTTPTypes
import Hummingbird
import Interchange
import Languages
import ReadModel
import Server
import Texts
import Translation
import Workspace

extension PageCall {
    private func fileFrame(
        _ page: String, _ word: String, _ locale: LanguageTag
    ) async throws -> Frame {
        let english = LanguageName.english(locale.rawValue)
        return try await project.read { snapshot in
            try projectFrame(
                page, title: title(word, english),
                crumbs: [.init(label: english, href: path(locale)), .init(label: word)],
                locale: locale, in: snapshot)
        }
    }

    // MARK: Import

    func importPage() async throws -> Response {
        let locale = try locale()
        try await project.read { try $0.requireLocale(locale) }
        let isSource = locale == info.source
        guard isSource ? may(.admin) : may(.propose, in: locale) else {
            try context.require(.admin)
            throw Problem(.scope, "The token is limited to languages other than \(locale).")
        }
        let form = ImportContent.Form(
            formats: FileFormats.read.map(\.name), mayPropose: !isSource,
            mustPropose: !may(.translate, in: locale))
        return try await site.page(
            importContent(locale, back: path(locale), form: form),
            fileFrame("import", "Import", locale))
    }

    private func importContent(
        _ locale: LanguageTag, back: String, form: ImportContent.Form? = nil,
        plan: ImportContent.Plan? = nil
    ) -> ImportContent {
        ImportContent(
            english: LanguageName.english(locale.rawValue), action: path(locale) + "/import",
            hidden: hidden(back: path(locale)), back: back, form: form, plan: plan)
    }

    /// Shows the changes that a file would make, and imports it after a confirmation.
    func importFile(_ form: PageForm) async throws -> Response {
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
        let (files, notices, tally) = try await project.readSlowly { snapshot in
            try snapshot.requireLocale(locale)
            let read = try snapshot.read(request)
            let outcome = try snapshot.rehearse(
                WriteRequest(Action(.importFiles(read.files)), actor: actor, guid: guid))
            var tally = outcome.tally
            tally.renames = read.renames
            return (read.files, read.notices.map(\.notice.message), tally)
        }
        guard form.flag("confirmed") else {
            return try await importPlan(
                form, file, locale, proposes: proposes, notices: notices, tally: tally)
        }
        let receipt = try await write(Action(.importFiles(files)), form, guid: guid)
        let done = receipt.outcome.tally
        var answer = answer(
            Self.sentence(done, isSource: isSource, proposes: proposes, isDone: true), receipt)
        answer.next = PageAddress(path(locale))
        answer.leftOut = Self.reasons(done.skipped, in: info)
        return goBack(answer, form, locale)
    }

    /// Returns the file in a form: an upload, or the contents that the preview page repeats.
    private func importedFile(_ form: PageForm) throws -> FormFile {
        if let file = form.file {
            guard !file.bytes.isEmpty, !file.name.isEmpty else {
                throw Problem(.usage, "The file is empty.", hint: "Choose a file with strings.")
            }
            return file
        }
        guard let contents = form.fields["contents"], let bytes = Base64URL.decode(contents),
            let name = form.fields["name"]
        else { throw Problem(.usage, "The form has no file.", hint: "Choose a file.") }
        return FormFile(name: name, bytes: bytes)
    }

    private func importPlan(
        _ form: PageForm, _ file: FormFile, _ locale: LanguageTag, proposes: Bool,
        notices: [String], tally: ImportTally
    ) async throws -> Response {
        let isSource = locale == info.source
        let changes = tally.defined + tally.set + tally.removed + tally.conflicts.count
        let source = info
        var facts = notices
        if tally.unchanged > 0 {
            facts.append("\(counted(tally.unchanged, "entry", plural: "entries")) unchanged.")
        }
        if !tally.conflicts.isEmpty {
            facts.append(
                "\(counted(tally.conflicts.count, "text")) also changed here. "
                    + "The current version stays, and the file's version is proposed."
            )
        }
        if !tally.stale.isEmpty {
            facts.append(
                "\(counted(tally.stale.count, "text")) based on an older source text.")
        }
        let plan = ImportContent.Plan(
            sentence: changes == 0
                ? "\(file.name) contains no changes."
                : Self.sentence(tally, isSource: isSource, proposes: proposes, isDone: false),
            facts: facts,
            renames: tally.renames.prefix(Self.shownRenames).map {
                .init(old: $0.old.spelled(in: source), new: $0.new.spelled(in: source))
            },
            renameCount: "\(counted(tally.renames.count, "string")) may have been renamed",
            skipped: Self.reasons(tally.skipped, in: source).map {
                .init(what: $0.what, because: $0.because)
            },
            skippedCount:
                "\(counted(tally.skipped.count, "entry", plural: "entries")) skipped",
            confirmation: changes == 0
                ? nil
                : .init(
                    fileName: file.name, format: form.fields["format"] ?? "",
                    section: form.fields["section"] ?? "", propose: proposes,
                    contents: Base64URL.encode(file.bytes),
                    word: proposes ? "Propose them" : "Import"))
        return try await site.page(
            importContent(locale, back: path(locale) + "/import", plan: plan),
            fileFrame("import", "Import", locale))
    }

    /// Groups the skipped entries by reason.
    ///
    /// A single entry is described by its key, and several entries by their number and up to five
    /// keys.
    private static func reasons(
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
            return (all.count > 1 ? "\(all.count) entries (\(keys)\(more))" : keys, reason)
        }
    }

    /// The maximum number of renamed strings that the page lists.
    private static let shownRenames = 200

    private static func sentence(
        _ tally: ImportTally, isSource: Bool, proposes: Bool, isDone: Bool
    ) -> String {
        let parts = [
            tally.defined > 0 ? counted(tally.defined, "string") : nil,
            tally.set > 0 ? counted(tally.set, proposes ? "proposal" : "text") : nil,
            tally.conflicts.isEmpty
                ? nil
                : counted(tally.conflicts.count, "proposal") + " for texts that also changed here",
        ].compactMap(\.self).joined(separator: " and ")
        return isDone ? "Imported \(parts)." : "This would import \(parts)."
    }

    // MARK: Download

    /// Returns the download form, or the file if a format has been chosen.
    func downloadPage() async throws -> Response {
        let locale = try locale()
        guard let name = context.query["format"], !name.isEmpty else {
            return try await downloadForm(locale)
        }
        guard let format = FileFormats.named(name) else {
            throw Problem(
                .usage, "There is no format “\(name.prefix(40))”.",
                hint: "Valid formats: \(FileFormats.written.map(\.name).joined(separator: ", ")).")
        }
        let section = context.query["section"].flatMap { $0.isEmpty ? nil : $0 }
        let isReviewedOnly = context.query["reviewed"] == "1"
        let files = try await project.readSlowly(locales: [locale]) { snapshot in
            try snapshot.requireLocale(locale)
            let request = ExportRequest(
                format: format, locales: [locale],
                sections: section.map { [snapshot.project.section(named: $0)] },
                isReviewedOnly: isReviewedOnly)
            return try snapshot.export([ExportProfile(name: name, request: request)]).files
        }
        guard let first = files.first else {
            throw Problem(
                ProblemCode(.noText), "There is nothing to download.",
                hint: "Choose another section, or include unreviewed texts.")
        }
        if files.count == 1 {
            return download(
                first.bytes, first.mediaType,
                "\(locale)-\(first.path.split(separator: "/").last ?? "texts")")
        }
        let bytes = try ArchiveWriter.bytes(
            of: files.map { ArchiveWriter.File(path: $0.path, bytes: $0.bytes) }, as: .zip,
            modified: 0)
        return download(bytes, "application/zip", "\(name)-\(locale).zip")
    }

    private func download(_ bytes: [UInt8], _ type: String, _ name: String) -> Response {
        // The plain name contains only characters that are allowed in a header field; `filename*`
        // contains the whole name, encoded (RFC 6266).
        let plain = String(
            name.unicodeScalars.map { scalar -> Character in
                let isPlain =
                    scalar.isASCII
                    && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                        || "-._".unicodeScalars.contains(scalar))
                return isPlain ? Character(scalar) : "_"
            })
        return .bytes(
            bytes, mediaType: type,
            headers: [
                .contentDisposition:
                    "attachment; filename=\"\(plain)\"; filename*=UTF-8''\(PercentEncoding.text(name))",
                .cacheControl: "private, no-store",
            ])
    }

    private func downloadForm(_ locale: LanguageTag) async throws -> Response {
        let sections = try await project.read { snapshot in
            try snapshot.requireLocale(locale)
            return try snapshot.sectionCounts().map(\.section)
        }
        let content = DownloadContent(
            english: LanguageName.english(locale.rawValue), action: path(locale) + "/download",
            formats: FileFormats.read.map {
                Choice(value: $0.name, label: $0.name, selected: $0.name == "i18next-json")
            }, sections: sections, back: path(locale))
        return try await site.page(content, fileFrame("download", "Download", locale))
    }
}
