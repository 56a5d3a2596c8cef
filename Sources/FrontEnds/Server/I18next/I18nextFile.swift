import Hosting
import Interchange
import Texts
import Translation
import Workspace

/// Which file of i18next is wanted, as far as its bytes depend on the request.
struct I18nextFileName: Hashable, Sendable {
    /// The language, in canonical form.
    var locale: LanguageTag
    /// The section as the client names it.
    var section: String
    /// The form of the file.
    var options: Options

    /// What a query says of the form.
    struct Options: Hashable, Sendable {
        /// Whether dots in keys stay dots.
        var isFlat = false
        /// Whether only reviewed texts are in it.
        var isReviewedOnly = false
        /// Whether plurals are those of i18next's JSON v3.
        var isVersion3 = false

        init() {}

        /// Reads `flat`, `reviewed` and `v3`.
        init(_ query: Query) {
            func isOn(_ name: String) -> Bool {
                query[name].map { ["", "1", "true"].contains($0) } ?? false
            }
            isFlat = isOn("flat")
            isReviewedOnly = isOn("reviewed")
            isVersion3 = isOn("v3")
        }

        /// The export that makes such files.
        var request: ExportRequest {
            let format: any FileFormat =
                isVersion3 ? I18nextJSONVersion3(isServed: true) : I18nextJSON()
            return ExportRequest(format: format, isFlat: isFlat, isReviewedOnly: isReviewedOnly)
        }
    }

    init(locale: LanguageTag, section: String, options: Options = Options()) {
        self.locale = locale
        self.section = section
        self.options = options
    }

    /// Reads the language as clients spell it: `de_CH` is `de-CH`.
    ///
    /// Throws `unknown-language` for what is no language at all, since i18next goes on in its hierarchy then.
    init(_ language: String, _ section: String, _ options: Options) throws(Problem) {
        guard let locale = try? Workspace.language(language, warn: { _ in }) else {
            throw Problem(
                ProblemCode(.unknownLanguage), "This is no language of the project.",
                hint: "Languages are named by tags such as fr or fr-CA.")
        }
        self.init(locale: locale, section: section, options: options)
    }
}

/// A file of i18next as it is answered.
struct I18nextFile: Sendable {
    let content: SharedBytes
    let tag: EntityTag
    /// The language and those that it borrows from.
    let locales: [LanguageTag]

    init(_ file: SectionFile) { self.init(bytes: file.bytes, locales: file.locales) }

    init(bytes: [UInt8], locales: [LanguageTag]) {
        content = SharedBytes(bytes)
        self.locales = locales
        tag = .strong(Digest.short(bytes))
    }
}

extension Snapshot {
    /// Makes a file, or says why there is none.
    func i18nextFile(
        _ name: I18nextFileName, showing proposals: OpenProposals = OpenProposals()
    ) throws -> I18nextFiles.Found {
        do {
            let file = try file(
                of: name.section, in: name.locale, name.options.request, showing: proposals)
            return .init(content: .success(I18nextFile(file)), position: try position)
        } catch let refusal as Refusal
            where refusal.code == .unknownLanguage || refusal.code == .unknownKey
        {
            return .init(content: .failure(refusal), position: try position)
        }
    }
}
