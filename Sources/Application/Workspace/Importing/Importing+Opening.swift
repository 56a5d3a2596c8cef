import Interchange
import ReadModel
import Texts
import Translation

/// Detection of the format, language and section of files before they are read.
extension Snapshot {
    /// The project's data that is needed to open files.
    struct OpeningContext {
        let request: ImportRequest
        let languages: Set<LanguageTag>
        let shape: SourceShape
        /// The sections of the project that have strings.
        let sections: Set<String>

        /// Returns the project's language for a tag in a file.
        ///
        /// Most systems write `zh_TW` for `zh-Hant-TW`, so it means that language unless the
        /// project has `zh-TW`.
        func meant(by tag: LanguageTag) -> LanguageTag {
            guard !languages.contains(tag) else { return tag }
            // At most one matches, because a region implies one script.
            return languages.first {
                LanguageSpelling.withoutImpliedScript($0.rawValue) == tag.rawValue
            } ?? tag
        }

        /// Returns true if two tags mean the same language.
        ///
        /// `zh-CN` and `zh-Hans` do, unless the project has both.
        func isSame(_ a: LanguageTag, _ b: LanguageTag) -> Bool {
            guard a != b else { return true }
            return agree(a, b) && !(languages.contains(a) && languages.contains(b))
        }
    }

    /// Determines the format, languages and section of a file.
    func open(
        _ name: String, _ bytes: @escaping () throws -> [UInt8], _ context: OpeningContext
    ) throws -> [OpenedFile] {
        let request = context.request
        let content = try bytes()
        let format = try format(of: name, content, request)
        guard let format = format as? any CatalogueFormat else {
            let inside = try Self.reading(name) { () throws(InterchangeError) in
                try format.languages(in: content)
            }
            var file = try open(
                name, bytes, content, format, inside: inside.first, context)
            if request.format == nil {
                let place = file.place
                file.input.isFormatGuessed = true
                file.input.format = format.reconsidered(
                    content,
                    context: ReadContext(
                        section: place.section, isSectionNamed: place.isSectionNamed,
                        isSource: place.locale == project.source,
                        shape: context.shape, language: place.locale.rawValue))
            }
            return [file]
        }
        let catalogue = try Self.reading(name) { () throws(InterchangeError) in
            try format.catalogue(content)
        }
        let section = project.section(
            named: request.section
                ?? format.place(ofPath: name, languages: context.languages).section
                ?? project.defaultSection)
        let words = catalogue.languages.filter {
            catalogue.mayBeWord($0) && !isKnown($0, context)
        }
        let input = OpenedFile.Input(name: name, bytes: bytes, format: format)
        func part(_ spelling: String, in locale: LanguageTag, holdsComments: Bool) -> OpenedFile {
            OpenedFile(
                input: input,
                place: OpenedFile.Place(
                    locale: locale, spelling: spelling, section: section,
                    isSectionNamed: request.section != nil, holdsComments: holdsComments),
                part: OpenedFile.Part(catalogue: catalogue))
        }
        var parts = try catalogue.languages.filter { !words.contains($0) }.map { spelling in
            part(
                spelling, in: try mapped(spelling, context),
                holdsComments: request.localeMap.namesComments(spelling))
        }
        let source = project.source
        if catalogue.hasSourceTexts, !parts.contains(where: { $0.place.locale == source }),
            request.locale == source || parts.isEmpty
        {
            parts.append(part(source.rawValue, in: source, holdsComments: false))
        }
        guard !parts.isEmpty else {
            throw Refusal(
                .invalidFile, "\(name) does not indicate a language.",
                hint: "Use language tags such as fr-CA as the names of files or columns.")
        }
        if !words.isEmpty { parts[0].remarks = [.words(words)] }
        guard let wanted = request.locale else {
            let languages = parts.map { (spelling: $0.place.spelling, locale: $0.place.locale) }
            for index in parts.indices {
                parts[index].part = OpenedFile.Part(
                    catalogue: catalogue, isLater: index > 0, languages: languages)
            }
            return parts
        }
        let own = parts.filter { $0.place.locale == wanted }
        guard own.isEmpty else { return own }
        throw Refusal(
            .contradiction, "\(name) contains no texts in \(wanted).",
            hint: "It contains \(parts.map(\.place.locale.rawValue).joined(separator: ", ")).")
    }

    /// Rejects files in languages that the project lacks, and lists all of these languages.
    func requireLocales(of files: [OpenedFile]) throws {
        var missing: [LanguageTag] = []
        for locale in files.map(\.place.locale) where !missing.contains(locale) {
            if try !hasLocale(locale) { missing.append(locale) }
        }
        guard !missing.isEmpty else { return }
        throw Refusal(
            .unknownLanguage,
            missing.count == 1
                ? "The project has no language \(missing[0])."
                : "The files contain \(missing.count) languages that the project does not have: \(missing.map(\.rawValue).joined(separator: ", ")).",
            hint: .addLanguages(missing))
    }

    /// Opens the files in a request.
    ///
    /// Files found in directories that are not localization files are skipped with a notice.
    func open(
        _ context: OpeningContext
    ) throws -> (files: [OpenedFile], notices: [ImportNotice]) {
        let request = context.request
        var files: [OpenedFile] = []
        var leftOut: [ImportNotice] = []
        for (name, bytes) in request.files {
            do {
                let path = request.paths[name].flatMap { SafePath.isSafe($0) ? $0 : nil }
                files += try open(name, bytes, context).map { file in
                    var file = file
                    file.input.appPath = path
                    return file
                }
            } catch let refusal as Refusal where request.found.contains(name) {
                switch refusal.hint {
                case .nameKnownFormat: continue
                case .nameLanguage:
                    let message = "It does not declare its language, and is skipped."
                    leftOut.append((name, FileNotice(message: message), nil))
                default: throw refusal
                }
            }
        }
        if files.isEmpty, !request.found.isEmpty {
            throw Refusal(
                .invalidFile, "No localization file declares its language.",
                hint: .nameLanguage)
        }
        return (files, leftOut)
    }

    /// Determines the language and section of a file; its path, its contents and the user's options
    /// must agree.
    ///
    /// A language in a path is only a guess: `app` in `app.json` looks like a language. It must
    /// agree with the user's language only if it cannot be anything else. It must agree with the
    /// language in the contents only if the project has it.
    private func open(
        _ name: String, _ bytes: @escaping () throws -> [UInt8], _ content: [UInt8],
        _ format: any FileFormat, inside: String?, _ context: OpeningContext
    ) throws -> OpenedFile {
        let request = context.request
        let (path, distant) = place(ofPath: name, format, context)
        let isGuess =
            path.language.map { language in
                if let inside {
                    return !differInScript(language, inside, context) && !isKnown(language, context)
                        && !isSame(language, inside, context)
                }
                return request.locale != nil && !isCertain(language, context)
            } ?? false
        let place = isGuess ? FilePlace() : path
        let spelled = inside ?? place.language
        let unnamed = place.isSource ? project.source : nil
        var spelling = spelled ?? (request.locale ?? unnamed)?.rawValue ?? ""
        var found = try spelled.map { try mapped($0, context) }
        if let given = request.locale, let found, !context.isSame(given, found) {
            throw Refusal(
                .contradiction, "\(name) declares \(found), but \(given) was given.",
                hint: Refusal.Hint(
                    typed: "Omit --locale, or correct the file.",
                    page: "Import it on the page of its language, or correct the file."))
        }
        if let inside, let spelledInPath = place.language, let language = found {
            let other = try mapped(spelledInPath, context)
            guard context.isSame(language, other) else {
                throw Refusal(
                    .contradiction,
                    "\(name) is named for \(spelledInPath), but its contents declare \(inside).",
                    hint: Refusal.Hint(
                        typed:
                            "Correct the file's name or attributes, or treat both as one language with --locale-map \(inside)=\(other).",
                        page: "Correct the file's name or its contents."))
            }
            // The project has at most one of the two, such as `zh_CN` in the contents and `zh_Hans`
            // in the name.
            if language != other {
                spelling = spelledInPath
                if !context.languages.contains(language) { found = other }
            }
        }
        guard let locale = request.locale ?? found ?? unnamed else {
            // If the file is also malformed, report that error first.
            let broken = ReadContext(section: project.defaultSection, isSource: false)
            _ = try Self.reading(name) { () throws(InterchangeError) in
                try format.read(content, context: broken)
            }
            throw Refusal(
                .invalidFile, "\(name) does not declare its language.",
                hint: .nameLanguage)
        }
        let section = request.section ?? place.section ?? project.defaultSection
        var remarks: [OpenedFile.Remark] = []
        if request.section == nil,
            let name = isGuess && path.section != nil ? path.language : distant
        {
            remarks.append(.passedOver(name))
        }
        if request.locale == nil {
            if isGuess, inside != nil,
                let tag = path.language.flatMap({ contradiction($0, locale, context) })
            {
                remarks.append(.contradicted(tag))
            }
            if spelled == nil, let tag = place.doubtfulLanguage { remarks.append(.doubtful(tag)) }
        }
        return OpenedFile(
            input: OpenedFile.Input(name: name, bytes: bytes, format: format),
            place: OpenedFile.Place(
                locale: locale, spelling: spelling, section: project.section(named: section),
                isSectionNamed: request.section != nil,
                holdsComments: spelled.map(request.localeMap.namesComments) ?? false),
            remarks: remarks)
    }

    private func format(
        of name: String, _ bytes: [UInt8], _ request: ImportRequest
    ) throws -> any FileFormat {
        if let name = request.format { return try Workspace.readFormat(name) }
        guard !WebExtensionMessages.isOne(path: name, bytes: bytes) else {
            throw Refusal(
                .invalidFile,
                "\(name) contains browser extension messages, which are not supported.",
                hint: .nameFormat)
        }
        if let format = FileFormats.recognizing(path: name, bytes: bytes) { return format }
        throw Refusal(
            .invalidFile, "\(name) is not in a supported format.",
            hint: .nameKnownFormat)
    }

    func mapped(_ spelling: String, _ context: OpeningContext) throws -> LanguageTag {
        let map = context.request.localeMap
        if let tag = map.languages[spelling] { return tag }
        if map.namesComments(spelling) { return project.source }
        return context.meant(by: try Workspace.language(ofFile: spelling) { warn?($0) })
    }
}
