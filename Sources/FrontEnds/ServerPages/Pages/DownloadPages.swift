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
    /// The name of the app's own formats and paths in the form.
    private static let own = "project"
    /// The maximum number of strings that the page about losses lists.
    private static let listedLosses = 100

    /// The language to download, or nil for all languages.
    private func downloadedLocale() throws -> LanguageTag? {
        context.parameters["tag"] == nil ? nil : try locale()
    }

    /// Returns the download form, or the files if a format has been chosen.
    ///
    /// A format may be unable to represent some strings. The page then lists them first.
    func downloadPage() async throws -> Response {
        let page = try downloadedLocale()
        guard let name = query["format"], !name.isEmpty else { return try await downloadForm(page) }
        guard name == Self.own || FileFormats.named(name) != nil else {
            throw wording.unknownChoice(
                "problems.unknownFormat", name, among: FileFormats.written.map(\.name))
        }
        let locale = query["languages"] == "all" ? nil : page
        let section = query["section"].flatMap { $0.isEmpty ? nil : $0 }
        var choice = ExportChoice()
        choice.locales = locale.map { [$0] } ?? []
        choice.section = section
        choice.isReviewedOnly = query["reviewed"] == "1"
        let format = name == Self.own ? nil : name
        let exported = try await project.readSlowly(locales: locale.map { [$0] }) {
            [choice] snapshot in
            try snapshot.export(format: format, choice)
        }
        let lost = exported.unrepresentable.filter { !$0.isAccepted }
        if !lost.isEmpty, query["anyway"] != "1" { return try await lossPage(lost, page) }
        guard let first = exported.files.first else {
            throw wording.problem(
                ProblemCode(.noText), "problems.nothingToDownload",
                hint: "problems.chooseOtherSection")
        }
        if exported.files.count == 1, let locale {
            let file = first.path.split(separator: "/").last.map(String.init) ?? "texts"
            return download(first.bytes, first.mediaType, "\(locale)-\(file)")
        }
        let isTar = query["archive"] == "tar.gz"
        let bytes = try ArchiveWriter.bytes(
            of: exported.files.map { ArchiveWriter.File(path: $0.path, bytes: $0.bytes) },
            as: isTar ? .tarGzip : .zip, modified: now / 1000)
        let parts = [self.name, locale?.rawValue, format]
        return download(
            bytes, isTar ? "application/gzip" : "application/zip",
            parts.compactMap(\.self).joined(separator: "-") + (isTar ? ".tar.gz" : ".zip"))
    }

    private func download(_ bytes: [UInt8], _ type: String, _ name: String) -> Response {
        .bytes(
            bytes, mediaType: type,
            headers: [
                .contentDisposition: Response.attachment(named: name),
                .cacheControl: "private, no-store",
            ])
    }

    private func downloadForm(_ locale: LanguageTag?) async throws -> Response {
        let form = try await project.read { snapshot in
            if let locale { try snapshot.requireLocale(locale) }
            let profiles = try snapshot.ownProfiles()
            let own = Choice(
                value: Self.own,
                label: wording(
                    "download.ownFormats", ["formats": wording.commas(profiles.map(\.name))]),
                selected: true)
            let others = FileFormats.written.map {
                Choice(value: $0.name, label: $0.name, selected: false)
            }
            let places = try snapshot.resourcePlaces().compactMap(\.pattern)
            return DownloadContent.Form(
                formats: [own] + others,
                files: places.isEmpty
                    ? nil
                    : places.prefix(3).joined(separator: ", ")
                        + (places.count > 3
                            ? " " + wording("counts.more", count: places.count - 3) : ""),
                sections: try snapshot.sectionCounts().map(\.section),
                language: locale.map { wording.language($0) },
                archives: ["zip", "tar.gz"].map {
                    Choice(value: $0, label: $0, selected: $0 == "zip")
                })
        }
        return try await downloadPage(locale, form: form)
    }

    /// Returns the page that lists the strings which the files would lack.
    private func lossPage(
        _ lost: [Exported.LeftOut], _ locale: LanguageTag?
    ) async throws -> Response {
        let rows = lost.prefix(Self.listedLosses).map { item in
            ImportContent.Skipped(
                what: "\(item.locale) \(item.string.spelled(in: info))",
                because: wording.isolated(item.reason))
        }
        let rest = lost.count - rows.count
        let losses = DownloadContent.Losses(
            sentence: wording("download.losses", count: lost.count),
            rows: rows, more: rest > 0 ? wording("counts.more", count: rest) : nil,
            fields: query.items.map { NamedField(name: $0.name, value: $0.value) })
        return try await downloadPage(locale, losses: losses)
    }

    private func downloadPage(
        _ locale: LanguageTag?, form: DownloadContent.Form? = nil,
        losses: DownloadContent.Losses? = nil
    ) async throws -> Response {
        let languageName = locale.map { wording.language($0) }
        let page = locale.map { path($0) } ?? path
        let frame = try await project.read { snapshot in
            try projectFrame(
                "download",
                title: title(
                    wording("download.download"), languageName ?? wording("common.allLanguages")),
                crumbs: (languageName.map { [.init(label: $0, href: page)] } ?? [])
                    + [.init(label: wording("download.download"))],
                tab: .languages, locale: locale, in: snapshot)
        }
        return try site.page(
            DownloadContent(
                what: languageName ?? wording("download.all"), action: page + "/download",
                form: form,
                losses: losses, back: form == nil ? page + "/download" : page), frame)
    }
}
