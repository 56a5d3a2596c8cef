import Checks
import Interchange
import ReadModel
public import Texts
public import Translation

/// The file of one section in one language, with the languages that it depends on.
public struct SectionFile: Sendable {
    /// The content of the file.
    public let bytes: [UInt8]
    /// The language of the file, followed by the languages that supply its missing texts.
    ///
    /// The file depends only on the texts in these languages, the source texts and the settings.
    public let locales: [LanguageTag]
}

/// The open proposals of one guid, in all languages.
public struct OpenProposals: Sendable {
    private var values: [UnitID: Value] = [:]

    /// Creates an empty collection.
    public init() {}

    /// The proposed text of a string in a language, or `nil` if there is no open proposal.
    subscript(locale: LanguageTag, string: StringID) -> Value? {
        values.isEmpty ? nil : values[UnitID(locale, string)]
    }

    mutating func add(_ proposal: ProposalRow) {
        values[UnitID(proposal.locale, proposal.string)] = proposal.proposed.value
    }

    /// Returns true if there is a proposal for a string in the section.
    public func concerns(section: String) -> Bool {
        values.keys.contains { $0.string.section.hasSameBytes(as: section) }
    }
}

extension Snapshot {
    /// Returns the open proposals of a guid, for previews.
    ///
    /// Cost: runs one query for these proposals.
    public func openProposals(of guid: HashedGuid) throws -> OpenProposals {
        var proposals = OpenProposals()
        for row in try model.proposals(ProposalFilter(owner: guid, states: [.open])) {
            proposals.add(row)
        }
        return proposals
    }

    /// Returns the file of one section in one language as an export would write it.
    ///
    /// `request` specifies the format and its options; its languages and sections are ignored. The
    /// format must write a file for each section. A language that is only planned counts as
    /// unknown, because apps must not receive it. Unlike an export, this also works if the log
    /// contains events from newer versions, because it only reads. Cost: proportional to the number
    /// of strings in the section.
    ///
    /// Throws `unknown-language`, or `unknown-key` for a section without strings. If the default
    /// section has no strings, its file is empty.
    public func file(
        of section: String, in locale: LanguageTag, _ request: ExportRequest,
        showing proposals: OpenProposals = OpenProposals()
    ) throws -> SectionFile {
        try requireOffered(locale)
        let section = self.section(section)
        var request = request
        request.locales = [locale]
        request.sections = [section]
        let strings = try exportedStrings(request)
        if strings.isEmpty { try requireSection(section) }
        let chain = try inherits(request) ? try model.lenders(to: locale) : []
        let isSource = locale == project.source
        let result: ExportResult
        var options = ExportOptions(
            defaultSection: project.defaultSection, isSource: isSource,
            untranslated: request.untranslated, isFlat: request.isFlat,
            sourceLanguage: project.source, languages: Set(try locales()))
        options.contexts = try i18nextContexts()
        options.skeletons = try skeletons(
            of: [Value.Text(section)], in: locale, request.format)
        do {
            var entries = try exportEntries(
                of: strings, nil, in: locale, request, showing: proposals)
            if request.format.traits.needsSeldomForms {
                let categories = PluralCategories(of: locale.rawValue)
                for index in entries.indices {
                    entries[index].value = entries[index].value?.withSeldomForms(of: categories)
                }
            }
            result = try request.format.write(entries, language: locale, options: options)
        } catch let error as InterchangeError {
            throw Refusal(.unsafePath, error.message, hint: error.hint)
        }
        return SectionFile(
            bytes: result.files.first?.bytes ?? Array("{}\n".utf8), locales: [locale] + chain)
    }

    /// Rejects a language that apps do not receive: it is not in the project, or only planned.
    private func requireOffered(_ locale: LanguageTag) throws {
        try requireLocale(locale)
        guard locale != project.source, try model.locale(locale)?.attributes?.isPlanned == true
        else { return }
        throw Refusal(
            .unknownLanguage, "The language \(locale) is only planned.",
            hint: .thereAre(try locales().map(\.rawValue)))
    }
}
