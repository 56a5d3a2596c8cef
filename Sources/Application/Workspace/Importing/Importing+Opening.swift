import Interchange
import ReadModel
import Texts
import Translation

/// What is found out about files before they are read.
extension Snapshot {
    /// A file whose format, language and section are known.
    struct OpenedFile {
        let name: String
        let bytes: () throws -> [UInt8]
        var format: any FileFormat
        let spelling: String
        var locale: LanguageTag
        var section: String
        /// The path within the app, where it is known.
        var appPath: String?
        /// What the files that it is one of have in common: their pattern.
        var group: String?
        /// What is known of the resource that it is a file of, where the section is that resource.
        var resource: FileResource?
        /// Whether somebody has named the section, which then is that of all strings.
        var isSectionNamed = false
        /// The language as the file spells it, of a file that holds several, and that file, parsed.
        var part: String?
        var catalogue: (any Catalogue)?
        /// What the path has in a language's place and is none, where the section would have followed it.
        var passedOver: String?
        /// What the name ends in that may be a language, of a file that was taken for one of the source.
        var doubtful: String?
        /// The language that the path names, of a file that says another one, where the project lacks it.
        var contradicted: LanguageTag?
        /// What a file of several languages has in a language's place and may be a word that means something else.
        var words: [String] = []
        /// Whether the texts are comments on the strings of the source language.
        var holdsComments = false
        /// Whether another part of the same file was opened before.
        var isLaterPart = false
        /// All languages of such a file, of which none is left out.
        var allParts: [(spelling: String, locale: LanguageTag)] = []
        /// Whether nobody said the format.
        var isFormatGuessed = false
    }

    /// What files are held against before they are read.
    struct OpeningContext {
        let request: ImportRequest
        /// The languages of the project.
        let languages: Set<LanguageTag>
        /// The strings of the project.
        let shape: SourceShape
        /// The sections of the project that have strings.
        let sections: Set<String>

        /// The language of the project that a file means by a tag.
        ///
        /// `zh_TW` is how most systems spell `zh-Hant-TW`; it is that where the project has no `zh-TW`.
        func meant(by tag: LanguageTag) -> LanguageTag {
            guard !languages.contains(tag) else { return tag }
            // There is one at most: a region implies one script.
            return languages.first {
                LanguageSpelling.withoutImpliedScript($0.rawValue) == tag.rawValue
            } ?? tag
        }

        /// Whether two tags mean one language: `zh-CN` and `zh-Hans` do, unless the project has both.
        func isSame(_ a: LanguageTag, _ b: LanguageTag) -> Bool {
            guard a != b else { return true }
            return agree(a, b) && !(languages.contains(a) && languages.contains(b))
        }
    }

    /// Finds out format, languages and section of a file.
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
                file.isFormatGuessed = true
                file.format = format.reconsidered(
                    content,
                    context: ReadContext(
                        section: file.section, isSectionNamed: file.isSectionNamed,
                        isSource: file.locale == project.source,
                        shape: context.shape, language: file.locale.rawValue))
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
        var parts = try catalogue.languages.filter { !words.contains($0) }.map { spelling in
            OpenedFile(
                name: name, bytes: bytes, format: format, spelling: spelling,
                locale: try mapped(spelling, context), section: section,
                isSectionNamed: request.section != nil, part: spelling,
                catalogue: catalogue,
                holdsComments: request.localeMap.namesComments(spelling))
        }
        let source = project.source
        if catalogue.hasSourceTexts, !parts.contains(where: { $0.locale == source }),
            request.locale == source || parts.isEmpty
        {
            parts.append(
                OpenedFile(
                    name: name, bytes: bytes, format: format, spelling: source.rawValue,
                    locale: source, section: section, isSectionNamed: request.section != nil,
                    part: source.rawValue,
                    catalogue: catalogue))
        }
        guard !parts.isEmpty else {
            throw Refusal(
                .invalidFile, "\(name) names no language.",
                hint: "Name what holds texts by the tag of its language, such as fr-CA.")
        }
        parts[0].words = words
        guard let wanted = request.locale else {
            let all = parts.map { (spelling: $0.spelling, locale: $0.locale) }
            return parts.enumerated().map { index, part in
                var part = part
                part.isLaterPart = index > 0
                part.allParts = all
                return part
            }
        }
        let part = parts.filter { $0.locale == wanted }
        guard part.isEmpty else { return part }
        throw Refusal(
            .contradiction, "\(name) has nothing in \(wanted).",
            hint: "It has \(parts.map(\.locale.rawValue).joined(separator: ", ")).")
    }

    /// Refuses files in languages that the project lacks, naming all of these.
    func requireLocales(of files: [OpenedFile]) throws {
        var missing: [LanguageTag] = []
        for file in files where !missing.contains(file.locale) {
            if try !hasLocale(file.locale) { missing.append(file.locale) }
        }
        guard !missing.isEmpty else { return }
        throw Refusal(
            .unknownLanguage,
            missing.count == 1
                ? "The project has no language \(missing[0])."
                : "The project lacks \(missing.count) languages of the files: \(missing.map(\.rawValue).joined(separator: ", ")).",
            hint: .addLanguages(missing))
    }

    /// Opens the files of a request; what was found in a directory and is no localization file is left out and noted.
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
                    file.appPath = path
                    return file
                }
            } catch let refusal as Refusal where request.found.contains(name) {
                switch refusal.hint {
                case .nameKnownFormat: continue
                case .nameLanguage:
                    let message = "It does not say its language, and is left out."
                    leftOut.append((name, FileNotice(message: message), nil))
                default: throw refusal
                }
            }
        }
        if files.isEmpty, !request.found.isEmpty {
            throw Refusal(
                .invalidFile, "There is no localization file that says its language.",
                hint: .nameLanguage)
        }
        return (files, leftOut)
    }

    /// Finds out language and section of a file; what its path, its contents and the user say must agree.
    ///
    /// What a path says is a guess: `app.json` has the shape of a language. Against a language that is named it counts only
    /// where it cannot be anything else, and against one that the file says where the project has it.
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
                .contradiction, "\(name) says that it is \(found), and \(given) was named.",
                hint: .typed("Leave --locale out, or correct the file."))
        }
        if let inside, let spelledInPath = place.language, let language = found {
            let other = try mapped(spelledInPath, context)
            guard context.isSame(language, other) else {
                throw Refusal(
                    .contradiction,
                    "\(name) has the name of \(spelledInPath) and says inside that it is \(inside).",
                    hint: .typed(
                        "Correct the name or the attributes of the file, or say with --locale-map \(inside)=\(other) that both are one."
                    ))
            }
            // Of `zh_CN` in a file that is named `zh_Hans`, the project has one at most.
            if language != other {
                spelling = spelledInPath
                if !context.languages.contains(language) { found = other }
            }
        }
        guard let locale = request.locale ?? found ?? unnamed else {
            // Of a file that is broken as well, the fault comes first.
            let broken = ReadContext(section: project.defaultSection, isSource: false)
            _ = try Self.reading(name) { () throws(InterchangeError) in
                try format.read(content, context: broken)
            }
            throw Refusal(
                .invalidFile, "\(name) does not say its language.",
                hint: .nameLanguage)
        }
        let section = request.section ?? place.section ?? project.defaultSection
        return OpenedFile(
            name: name, bytes: bytes, format: format, spelling: spelling, locale: locale,
            section: project.section(named: section), isSectionNamed: request.section != nil,
            passedOver: request.section != nil
                ? nil : isGuess && path.section != nil ? path.language : distant,
            doubtful: spelled == nil && request.locale == nil ? place.doubtfulLanguage : nil,
            contradicted: isGuess && inside != nil && request.locale == nil
                ? path.language.flatMap { contradiction($0, locale, context) } : nil,
            holdsComments: spelled.map(request.localeMap.namesComments) ?? false)
    }

    private func format(
        of name: String, _ bytes: [UInt8], _ request: ImportRequest
    ) throws -> any FileFormat {
        if let name = request.format { return try Workspace.readFormat(name) }
        guard !WebExtensionMessages.isOne(path: name, bytes: bytes) else {
            throw Refusal(
                .invalidFile,
                "\(name) has the messages of a browser's extension, which are not read.",
                hint: .nameFormat)
        }
        if let format = FileFormats.recognizing(path: name, bytes: bytes) { return format }
        throw Refusal(
            .invalidFile, "\(name) is in no format that is known.",
            hint: .nameKnownFormat)
    }

    func mapped(_ spelling: String, _ context: OpeningContext) throws -> LanguageTag {
        let map = context.request.localeMap
        if let tag = map.languages[spelling] { return tag }
        if map.namesComments(spelling) { return project.source }
        return context.meant(by: try Workspace.language(ofFile: spelling) { warn?($0) })
    }
}
