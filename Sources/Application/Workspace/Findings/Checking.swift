import Checks
import Interchange
import JSON
import ReadModel
public import Texts
public import Translation

/// A finding about a string in a language.
public struct CheckResult: Sendable {
    /// The check's name, such as `missing`.
    public let check: String
    /// The severity of the problem.
    public let severity: Finding.Severity
    /// The language of the checked text.
    public let locale: LanguageTag
    /// The string of the checked or missing text.
    public let string: StringID
    /// A description of the problem, in one sentence.
    public let message: String
}

extension CheckResult {
    /// Creates a result from a finding in the text of a string in a language.
    public init(_ finding: Finding, locale: LanguageTag, string: StringID) {
        self.init(
            check: finding.check, severity: finding.severity, locale: locale, string: string,
            message: finding.message)
    }
}

/// The checks to run, and the findings to report.
public struct CheckSelection: Sendable {
    /// The names of the requested checks, or an empty set for the default checks.
    public let only: Set<Value.Text>
    /// The names of the checks to skip.
    public let skipped: Set<Value.Text>
    /// Whether all checks run instead of the default checks, if no checks are requested by name.
    public let takesAll: Bool
    /// Whether to report only silenced findings, instead of only findings that are not silenced.
    public let isOfSilenced: Bool

    /// Creates a selection, and rejects unknown check names.
    public init(
        only: [String] = [], skipping: [String] = [], all: Bool = false, silenced: Bool = false
    ) throws {
        func names(_ words: [String]) throws -> Set<Value.Text> {
            Set(try words.map { Value.Text(try CheckInfo.named($0).name) })
        }
        self.only = try names(only)
        skipped = try names(skipping)
        takesAll = all
        isOfSilenced = silenced
    }

    /// Returns true if a check is selected.
    public func contains(_ info: CheckInfo) -> Bool {
        let name = Value.Text(info.name)
        guard !skipped.contains(name) else { return false }
        return only.isEmpty ? info.isDefault || takesAll : only.contains(name)
    }

    /// Whether the selection includes the language check but this machine cannot run it.
    public var lacksLanguages: Bool { contains(.language) && !Checks.canTellLanguages }
}

extension Snapshot {
    /// Checks the texts in some languages: reports missing and stale texts, and the findings of the
    /// selected checks.
    ///
    /// The source language is skipped. Missing and stale texts are warnings, or errors in the
    /// languages in `required`. Results are in the order of `locales`, then by string and by check.
    /// Cost: linear in the number of texts.
    public func check(
        _ locales: [LanguageTag], required: Set<LanguageTag>, selection: CheckSelection
    ) throws -> [CheckResult] {
        let silenced = try model.silencedChecks()
        let gettext = GettextPO()
        return try locales.filter { $0 != project.source }.flatMap { locale in
            try LanguageChecking(
                locale: locale, isRequired: required.contains(locale), selection: selection,
                context: checkContext(), project: project,
                silenced: silenced,
                meta: try selection.contains(.plurals) && !writesSeldomForms(in: locale)
                    ? try model.metaOfTexts(of: locale, named: gettext.traits.family) : [:]
            ).results(of: model.entries(locale: locale, chain: model.lenders(to: locale)))
        }
    }
}

extension Snapshot {
    /// Returns true if readers of a file in the language require every plural form, or if an export
    /// profile writes such a file.
    private func writesSeldomForms(in locale: LanguageTag) throws -> Bool {
        let isResource = try model.resources().contains { resource in
            resource.file.format.flatMap(FileFormats.named)?.traits.needsSeldomForms ?? false
        }
        // Exports reject an unreadable profile; checks ignore it.
        let profiles = (try? exportProfiles()) ?? []
        return isResource
            || profiles.contains { profile in
                profile.request.format.traits.needsSeldomForms
                    && profile.request.locales?.contains(locale) ?? true
            }
    }
}

private struct LanguageChecking {
    let locale: LanguageTag
    let isRequired: Bool
    let selection: CheckSelection
    let context: DecisionContext
    let project: Project
    let silenced: [UnitID: Set<Value.Text>]
    /// The metadata of texts from gettext files, by the event that set the text.
    let meta: [EventID: JSONObject]

    func results(of entries: [Entry]) -> [CheckResult] {
        let entries = entries.filter(\.definition.isTranslatable)
        let checker = context.textChecker(for: locale, where: selection.contains)
        var comparisons = comparisons(of: entries)[...]
        var results: [CheckResult] = []
        for (index, entry) in entries.enumerated() {
            var findings = presence(of: entry)
            if let text = entry.text {
                findings += checker.findings(
                    of: text.value, for: entry.definition,
                    sayableForms: meta[text.id].flatMap(GettextPO.pluralForms))
            }
            while let next = comparisons.first, next.index == index {
                findings.append(next.finding)
                comparisons.removeFirst()
            }
            let silenced = silenced.isEmpty ? [] : silenced[UnitID(locale, entry.string)] ?? []
            results += findings.compactMap { finding in
                guard silenced.contains(Value.Text(finding.check)) == selection.isOfSilenced else {
                    return nil
                }
                return CheckResult(
                    check: finding.check, severity: finding.severity, locale: locale,
                    string: entry.string, message: finding.message)
            }
        }
        return results
    }

    /// Reports a missing text, or a text made for an outdated source text.
    private func presence(of entry: Entry) -> [Finding] {
        func finding(_ info: CheckInfo, _ message: String) -> [Finding] {
            guard selection.contains(info) else { return [] }
            return [
                Finding(
                    check: info.name, severity: isRequired ? .error : info.severity,
                    message: message)
            ]
        }
        guard let text = entry.text else {
            return entry.inherited == nil && entry.isTranslatable
                ? finding(.missing, "There is no text.") : []
        }
        return text.isStale ? finding(.stale, "The source text has changed since.") : []
    }

    /// Returns the findings of the checks that compare all texts, in the order of the entries.
    private func comparisons(of entries: [Entry]) -> [(index: Int, finding: Finding)] {
        let checks = Checks.languageChecks.filter { selection.contains($0.info) }
        guard !checks.isEmpty else { return [] }
        var indices: [Int] = []
        var texts: [TranslatedString] = []
        for (index, entry) in entries.enumerated() {
            guard let text = entry.text, !text.value.isEmptyText else { continue }
            indices.append(index)
            texts.append(
                TranslatedString(
                    section: entry.string.section, name: entry.string.spelled(in: project),
                    context: GettextKey.context(of: entry.string.key),
                    source: entry.definition.value, target: text.value))
        }
        var found: [(index: Int, order: Int, finding: Finding)] = []
        for (order, check) in checks.enumerated() {
            found += check.findings(in: texts).map { (indices[$0.index], order, $0.finding) }
        }
        return found.sorted { ($0.index, $0.order) < ($1.index, $1.order) }
            .map { ($0.index, $0.finding) }
    }
}
