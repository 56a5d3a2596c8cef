import Checks
public import Interchange
import JSON
import ReadModel
public import Texts
public import Translation

/// The options of an export.
public struct ExportRequest: Sendable {
    /// The format of the files.
    public var format: any FileFormat
    /// The languages, or `nil` for all except planned languages.
    public var locales: [LanguageTag]?
    /// The sections, or `nil` for all.
    public var sections: [String]?
    /// The handling of untranslated strings.
    public var untranslated: ExportOptions.Untranslated
    /// Whether keys with dots stay flat, in formats that can nest keys.
    public var isFlat: Bool
    /// Whether a regional language's missing texts are filled in from its fallback chain, or `nil`
    /// for the project's setting.
    public var inherits: Bool?
    /// Whether to write the last reviewed text of each string, instead of its current text.
    public var isReviewedOnly: Bool
    /// Whether to write the last text that is not a machine's, if the text is a machine's.
    ///
    /// See ``Authorship``. Texts in the source language are always written.
    public var omitsMachine: Bool
    /// Whether texts made for an outdated source text count as untranslated.
    public var omitsStale: Bool
    /// Whether files are written to the places of the project's own files in the format, instead of
    /// the format's default paths.
    public var usesPlaces = false
    /// The pseudo-language to write instead of all other languages.
    public var pseudo: PseudoLocalization?

    /// Creates the options of an export to the format's default paths.
    public init(
        format: any FileFormat, locales: [LanguageTag]? = nil, sections: [String]? = nil,
        untranslated: ExportOptions.Untranslated = .omit, isFlat: Bool = false,
        inherits: Bool? = nil, isReviewedOnly: Bool = false, omitsMachine: Bool = false,
        omitsStale: Bool = false
    ) {
        self.format = format
        self.locales = locales
        self.sections = sections
        self.untranslated = untranslated
        self.isFlat = isFlat
        self.inherits = inherits
        self.isReviewedOnly = isReviewedOnly
        self.omitsMachine = omitsMachine
        self.omitsStale = omitsStale
    }
}

extension Snapshot {
    /// Returns the files that profiles export from this state, without writing to disk.
    ///
    /// Throws if two files have the same path, if a path leads outside its directory, or if the log
    /// contains events from a newer version.
    public func export(_ profiles: [ExportProfile]) throws -> Exported {
        try refuseNewerEvents()
        var exported = Exported()
        let losses = try AcceptedLosses(model.setting(Setting.acceptedLosses.name).value)
        for profile in profiles {
            for sections in try sectionsOfFiles(profile.request) {
                var part = profile
                part.request.sections = sections
                try export(part, accepting: losses, into: &exported)
            }
        }
        exported.files.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
        try Self.requireApart(exported.files)
        let written = Set(exported.files.map { Value.Text($0.path) })
        exported.obsolete.removeAll { written.contains(Value.Text($0.path)) }
        return exported
    }

    private func export(
        _ profile: ExportProfile, accepting losses: AcceptedLosses, into exported: inout Exported
    ) throws {
        let request = profile.request
        let format = request.format
        let strings = try exportedStrings(request)
        let details =
            format.traits.carriesDetails
            ? try model.detailsOfStrings(meta: format.traits.family) : nil
        let all = try Set(self.locales())
        let contexts = try i18nextContexts()
        func options(isSource: Bool) -> ExportOptions {
            var options = ExportOptions(
                defaultSection: project.defaultSection, isSource: isSource,
                untranslated: request.untranslated, isFlat: request.isFlat,
                sourceLanguage: project.source, languages: all)
            options.contexts = contexts
            return options
        }
        let sections = Set(strings.map { Value.Text($0.string.section) })
        let places =
            request.usesPlaces && request.pseudo == nil
            ? FilePlaces(of: sections, format, in: model) : nil
        func language(_ locale: LanguageTag) throws -> LanguageEntries {
            var entries = try exportEntries(of: strings, details, in: locale, request)
            if !format.traits.marksWork {
                for entry in entries where entry.isFitted {
                    exported.fitted.append(UnitID(locale, entry.string))
                }
            }
            if places != nil, try isToldToInherit(request) == nil {
                try leaveOutInherited(of: &entries, in: locale, format)
            }
            exported.filled += try fillSeldomForms(of: &entries, in: locale, format)
            return LanguageEntries(
                language: locale, isSource: locale == project.source, entries: entries)
        }
        var locales = try exportedLocales(request)
        guard format.traits.holdsAllLanguages else {
            for locale in locales {
                let entries = try language(locale)
                let skeletons = try skeletons(of: sections, in: locale, format)
                let templates = try templates(of: sections, in: locale, format)
                let unneeded = try sectionsWithoutTexts(entries, request)
                let removed =
                    skeletons.isEmpty || format.traits.keeps != .layout
                    ? [] : try model.removedStrings()
                let absent =
                    skeletons.isEmpty || !format.traits.hasUntranslated || entries.isSource
                    ? []
                    : try sections.reduce(into: Set()) {
                        $0.formUnion(try stringsBeforeFile(of: $1, in: locale, format))
                    }
                try add([entries], locale, to: &exported, of: profile, at: places, losses) {
                    () throws(InterchangeError) in
                    var options = options(isSource: entries.isSource)
                    options.skeletons = skeletons
                    options.templates = templates
                    options.removed = removed
                    options.absent = absent
                    var result = try format.writeLaidOut([entries], options: options)
                    func isUnneeded(_ file: OutputFile) -> Bool {
                        file.section.map { unneeded.contains(Value.Text($0)) }
                            ?? unneeded.isSuperset(of: sections)
                    }
                    result.files.removeAll(where: isUnneeded)
                    result.obsolete.removeAll(where: isUnneeded)
                    return result
                }
            }
            return
        }
        // A file with all languages always includes the source language, as the first one. A format
        // without texts needs no other language.
        locales = format.traits.holdsTexts ? locales.filter { $0 != project.source } : []
        locales.insert(project.source, at: 0)
        let languages = try locales.map(language)
        var options = options(isSource: true)
        // A skeleton repeats the imported texts in all languages. A file with only some languages
        // must not repeat texts in the other languages, unless it is the project's own file. An
        // export by format writes a new file, which gets no skeleton.
        if request.usesPlaces, request.locales == nil || profile.isDirectoryForOthers {
            options.skeletons = try skeletons(of: sections, in: project.source, format)
            if !options.skeletons.isEmpty { options.removed = try model.removedStrings() }
        }
        try add(languages, nil, to: &exported, of: profile, at: places, losses) {
            () throws(InterchangeError) in
            try format.writeLaidOut(languages, options: options)
        }
    }

    /// Returns the sections that have neither texts nor an imported file in the language, except
    /// sections in the setting “empty-files”.
    private func sectionsWithoutTexts(
        _ language: LanguageEntries, _ request: ExportRequest
    ) throws -> Set<Value.Text> {
        guard !language.isSource, request.locales == nil, request.untranslated == .omit,
            request.format.traits.holdsTexts,
            !request.format.traits.hasUntranslated
        else { return [] }
        var unneeded = Set(language.entries.map { Value.Text($0.string.section) })
        for entry in language.entries where entry.value != nil {
            unneeded.remove(Value.Text(entry.string.section))
        }
        guard !unneeded.isEmpty else { return [] }
        for section in try sectionsWithEmptyFiles() { unneeded.remove(Value.Text(section)) }
        return try unneeded.filter { section in
            try model.fileTexts(
                section.string, format: request.format.name, in: language.language
            ).latest == nil
        }
    }

    /// Adds the files of one language, or of all languages together if `locale` is `nil`.
    private func add(
        _ languages: [LanguageEntries], _ locale: LanguageTag?, to exported: inout Exported,
        of profile: ExportProfile,
        at places: FilePlaces?, _ losses: AcceptedLosses,
        _ write: () throws(InterchangeError) -> ExportResult
    ) throws {
        let result: ExportResult
        do {
            result = try write()
        } catch {
            throw Refusal(.unsafePath, error.message, hint: error.hint)
        }
        func placed(_ file: OutputFile) throws -> Exported.File {
            let place = try places?.path(of: file, in: locale)
            let path = place ?? file.path
            let isApart = place == nil || !profile.isDirectoryForOthers
            let prefix = isApart ? profile.directory.map { $0 + "/" } ?? "" : ""
            return Exported.File(
                path: path.utf8.starts(with: prefix.utf8) ? path : prefix + path,
                bytes: file.bytes, profile: profile.name, locale: locale,
                section: file.section, format: profile.request.format.name,
                mediaType: profile.request.format.traits.mediaType,
                isPlaced: place != nil)
        }
        exported.files += try result.files.map(placed)
        exported.obsolete += try result.obsolete.map(placed)
        exported.notices += result.notices
        if profile.request.format.traits.holdsTexts {
            let leftOut = result.unrepresentable + result.alsoLeftOut
            for language in languages {
                let own = leftOut.filter { $0.language.map { $0 == language.language } ?? true }
                exported.shipped.add(language, except: Set(own.map(\.string)))
            }
        }
        exported.unrepresentable += result.unrepresentable.map {
            Exported.LeftOut(
                profile: profile.name, locale: locale ?? $0.language ?? project.source,
                string: $0.string, reason: $0.reason,
                isAccepted: losses.include($0.string, of: project))
        }
    }

    /// Rejects two files with the same path, and a file whose path is a directory in another file's
    /// path.
    ///
    /// The files must be sorted by path.
    private static func requireApart(_ files: [Exported.File]) throws {
        var byPath: [Value.Text: Exported.File] = [:]
        func refuse(_ path: String, _ file: Exported.File, _ other: Exported.File) -> Refusal {
            if file.profile == other.profile, file.contents != other.contents {
                return Refusal(
                    .contradiction,
                    "\(path) would be the file for both \(other.contents) and \(file.contents).",
                    hint: Refusal.Hint(
                        typed:
                            "Export only one of them with `--locale` or `--section`, or try another format.",
                        page: "Choose one section, or another format."))
            }
            return Refusal(
                .contradiction,
                "The profiles “\(other.profile)” and “\(file.profile)” both write \(path).",
                hint: "Give them different directories in the setting “export-profiles”.")
        }
        for file in files {
            for index in file.path.utf8.indices where file.path.utf8[index] == UInt8(ascii: "/") {
                let directory = Value.Text(String(file.path[..<index]))
                if let other = byPath[directory] { throw refuse(directory.string, file, other) }
            }
            if let other = byPath.updateValue(file, forKey: Value.Text(file.path)) {
                throw refuse(file.path, file, other)
            }
        }
    }

    /// Returns the languages to export, and rejects languages that are not in the project.
    ///
    /// By default, these are all languages except planned languages. If the source language's file
    /// would contain only keys, the source language is left out too.
    package func exportedLocales(_ request: ExportRequest) throws -> [LanguageTag] {
        if let pseudo = request.pseudo { return LanguageTag(pseudo.language).map { [$0] } ?? [] }
        if let named = request.locales {
            for locale in named { try requireLocale(locale) }
            return named
        }
        return try locales().filter { tag in
            tag == project.source
                ? request.format.traits.exportsSource
                : try model.locale(tag)?.attributes?.isPlanned == false
        }
    }

    /// Returns true if a regional language's missing texts are filled in from its fallback chain.
    ///
    /// By default, they are filled in for apps. Files for translators contain only the language's
    /// own texts, and so do files in formats that can mark texts as needing work.
    func inherits(_ request: ExportRequest) throws -> Bool {
        try isToldToInherit(request)
            ?? !(request.format.traits.isForExchange || request.format.traits.marksWork)
    }

    /// Returns the request's choice about filling in missing texts, otherwise the choice in the
    /// settings, or `nil` if neither makes a choice.
    package func isToldToInherit(_ request: ExportRequest) throws -> Bool? {
        try request.inherits ?? model.setting(Setting.inherit.name).value?.boolValue
    }

    /// Returns the words that the project declares as contexts in i18next keys.
    func i18nextContexts() throws -> [String] {
        try model.setting(Setting.i18nextContexts.name).value?.arrayValue?
            .compactMap(\.stringValue) ?? []
    }

    /// Returns the strings to export, sorted by section, order and key.
    func exportedStrings(
        _ request: ExportRequest
    ) throws -> [SourceString] {
        guard let sections = request.sections else { return try model.sourceStrings() }
        if sections.count == 1 { return try model.sourceStrings(section: sections[0]) }
        let wanted = Set(sections.map { Value.Text($0) })
        return try model.sourceStrings().filter {
            wanted.contains(Value.Text($0.string.section))
        }
    }

    /// Returns the strings with their texts in a language.
    ///
    /// The next language in the fallback chain is read only if texts are still missing. A text in
    /// `proposals` replaces the stored text in its language.
    func exportEntries(
        of strings: [SourceString], _ details: DetailsOfStrings?, in locale: LanguageTag,
        _ request: ExportRequest, showing proposals: OpenProposals = OpenProposals()
    ) throws -> [ExportEntry] {
        if var pseudo = request.pseudo, locale != project.source {
            pseudo.notations = try placeholderNotations
            return Self.pseudoEntries(of: strings, pseudo)
        }
        let isSource = locale == project.source
        let choice = TextChoice(
            isReviewedOnly: request.isReviewedOnly, omitsMachine: request.omitsMachine)
        let section = request.sections?.count == 1 ? request.sections?[0] : nil
        lazy var categories = PluralCategories(of: locale.rawValue)
        var entries = strings.map { string in
            ExportEntry(
                string: string.string, source: string.value,
                value: isSource ? proposals[locale, string.string] ?? string.value : nil)
        }
        if isSource {
            let texts = try model.texts(of: locale, section: section)
            for index in strings.indices {
                entries[index].attribution = texts[strings[index]]?.attribution
            }
        }
        func isIncomplete() -> Bool { entries.contains { $0.value == nil } }
        let chain = try inherits(request) ? try model.lenders(to: locale) : []
        for supplier in [locale] + chain where isIncomplete() {
            let texts = try model.texts(
                of: supplier, choice, section: section, omitsStale: request.omitsStale)
            let known =
                details == nil
                ? nil
                : try model.detailsOfTexts(
                    of: supplier, choice, meta: request.format.traits.family)
            for index in strings.indices where entries[index].value == nil {
                let string = strings[index]
                let proposed = proposals[supplier, string.string]
                let text = proposed == nil ? texts[string] : nil
                guard let value = proposed ?? text?.value else { continue }
                entries[index].value = value
                entries[index].attribution = text?.attribution
                entries[index].isInherited = supplier != locale
                if let known { entries[index].textDetails = known[string] }
                if text?.isStale == true {
                    entries[index].fit(request.format, categories)
                }
            }
        }
        if let details {
            for index in strings.indices { entries[index].details = details[strings[index]] }
        }
        for index in entries.indices where entries[index].value == nil {
            let source = entries[index].source
            if source.plainText == nil {
                entries[index].outline = source.withForms(of: categories)
            }
        }
        return entries
    }
}
