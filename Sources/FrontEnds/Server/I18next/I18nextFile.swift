import Hosting
import Interchange
import Texts
import Translation
import Workspace

/// The name of an i18next file: the parts of the request that determine its bytes.
struct I18nextFileName: Hashable, Sendable {
    /// The language, in canonical form.
    var locale: LanguageTag
    /// The section, as sent by the client.
    var section: String
    var options: Options

    /// The options for a file, as specified in a query.
    struct Options: Hashable, Sendable {
        /// Whether keys with dots stay flat instead of being nested as objects.
        var isFlat = false
        /// Whether the file contains only reviewed texts.
        var isReviewedOnly = false
        /// Whether plurals use the format of i18next JSON v3.
        var isVersion3 = false

        init() {}

        /// Parses the query parameters `flat`, `reviewed` and `v3`.
        init(_ query: Query) {
            func isOn(_ name: String) -> Bool {
                query[name].map { ["", "1", "true"].contains($0) } ?? false
            }
            isFlat = isOn("flat")
            isReviewedOnly = isOn("reviewed")
            isVersion3 = isOn("v3")
        }

        /// The export that produces the file.
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

    /// Parses the language in a client's spelling: `de_CH` becomes `de-CH`.
    ///
    /// Throws `unknown-language` if the text is not a language tag, because i18next then tries the
    /// next language in its hierarchy.
    init(_ language: String, _ section: String, _ options: Options) throws(Problem) {
        guard let locale = try? Workspace.language(language, warn: { _ in }) else {
            throw Problem(
                ProblemCode(.unknownLanguage), "This is not a language of the project.",
                hint: "Use a language tag such as fr or fr-CA.")
        }
        self.init(locale: locale, section: section, options: options)
    }
}

struct I18nextFile: Sendable {
    let content: SharedBytes
    let tag: EntityTag
    /// The language and the languages in its fallback chain.
    let locales: [LanguageTag]

    init(_ file: SectionFile) { self.init(bytes: file.bytes, locales: file.locales) }

    init(bytes: [UInt8], locales: [LanguageTag]) {
        content = SharedBytes(bytes)
        self.locales = locales
        tag = .strong(Digest.short(bytes))
    }
}

extension Snapshot {
    /// Returns a file, or the reason why it does not exist.
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
