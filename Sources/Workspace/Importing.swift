import Interchange
import Languages
public import ReadModel
public import Translation

extension Workspace {
    /// Reads the files of a request; refused with file, line and column where one cannot be read.
    ///
    /// Files of the source language are read first, since they say which strings of the others are plurals.
    public func read(_ request: ImportRequest, in model: ReadModel) throws -> ReadImport {
        var files: [FileImport] = []
        var notices: [ImportNotice] = []
        try forEachLanguage(of: request, in: model) { language in
            for file in language {
                let read = try file.read()
                files.append(read.file)
                notices += read.notices
            }
        }
        return ReadImport(files: files, notices: notices)
    }

    /// A file whose language is known, to be read when its turn comes.
    struct UnreadFile {
        let locale: LanguageTag
        let read: () throws -> (file: FileImport, notices: [ImportNotice])
    }

    /// Calls `body` with the files of each language, those of the source language first; each file is to be read in its turn.
    func forEachLanguage(
        of request: ImportRequest, in model: ReadModel, _ body: ([UnreadFile]) throws -> Void
    ) throws {
        let known = try model.entries(locale: project.source, chain: [])
        var shape = SourceShape(
            values: Dictionary(
                uniqueKeysWithValues: known.map { ($0.string, $0.definition.value) }))
        let places = Dictionary(
            uniqueKeysWithValues: known.enumerated().map { ($1.string, $0) })
        let all = Set(try locales(in: model))
        let every = try request.files.flatMap {
            try open($0.name, $0.bytes, request, among: all, in: model)
        }
        let comments = try comments(of: every.filter(\.holdsComments), request)
        let opened = every.filter { !$0.holdsComments }
        try refuseSharedTags(opened)
        try requireLocales(of: opened, in: model)
        var languages: [LanguageTag] = [project.source]
        for file in opened where !languages.contains(file.locale) { languages.append(file.locale) }
        let byLanguage = Dictionary(grouping: opened) { $0.locale }
        for language in languages {
            var files = (byLanguage[language] ?? []).map { file in
                UnreadFile(locale: language) { [self] in
                    let read = try entries(of: file, request, shape: shape)
                    if language == project.source {
                        for entry in read.entries {
                            if let value = entry.value { shape.values[entry.string] = value }
                        }
                    }
                    let definesOrder =
                        try file.format.definesOrder && language == project.source
                        && !isAsExported(file, read, places: places)
                    var result = fileImport(file, read, request, definesOrder: definesOrder)
                    if language == project.source { comments?.move(to: &result) }
                    return (result, notices(of: file, read))
                }
            }
            if let comments, language == project.source {
                files.append(
                    UnreadFile(locale: language) { (comments.rest(language), comments.notices) })
            }
            try body(files)
        }
    }

    /// Reads the files whose texts are comments; `nil` where there are none.
    private func comments(
        of files: [OpenedFile], _ request: ImportRequest
    ) throws -> FileComments? {
        guard let first = files.first else { return nil }
        guard !request.asProposals else {
            throw Refusal(
                .contradiction, "\(first.name) has comments, which cannot be proposed.",
                hint: "Leave out the file or --as-proposals.")
        }
        let comments = FileComments()
        for file in files {
            let read = try entries(of: file, request, shape: SourceShape())
            try comments.add(read, of: file.name, notices: notices(of: file, read))
        }
        return comments
    }

    private func notices(of file: OpenedFile, _ read: ReadFile) -> [ImportNotice] {
        var notices: [ImportNotice] = []
        if let name = file.passedOver {
            let message =
                "“\(name)” in the path is not taken for a language, nor what follows it for a section."
            notices.append((file.name, FileNotice(message: message), nil))
        }
        if let tag = file.doubtful {
            let message =
                "“\(tag)” in the name is not taken for a language, since the project does not have it; "
                + "`dragoman locale add \(tag)` adds it, --locale names another."
            notices.append((file.name, FileNotice(message: message), nil))
        }
        return notices
            + read.notices.map { notice in
                let string = notice.key.map { StringID(section: file.section, key: $0) }
                return (file.name, notice, string)
            }
    }

    /// A file whose format, language and section are known.
    struct OpenedFile {
        let name: String
        let bytes: () throws -> [UInt8]
        let format: any FileFormat
        let spelling: String
        let locale: LanguageTag
        let section: String
        /// The language as the file spells it, of a file that holds several, and that file, parsed.
        var part: String?
        var catalogue: (any Catalogue)?
        /// What the path has in a language's place and is none, where the section would have followed it.
        var passedOver: String?
        /// What the name ends in that may be a language, of a file that was taken for one of the source.
        var doubtful: String?
        /// Whether the texts are comments on the strings of the source language.
        var holdsComments = false
    }

    /// Finds out format, languages and section of a file.
    private func open(
        _ name: String, _ bytes: @escaping () throws -> [UInt8], _ request: ImportRequest,
        among languages: Set<LanguageTag>, in model: ReadModel
    ) throws -> [OpenedFile] {
        let content = try bytes()
        let format = try format(of: name, content, request)
        guard let format = format as? any CatalogueFormat else {
            let inside = try Self.reading(name) { () throws(InterchangeError) in
                try format.languages(in: content)
            }
            return [
                try open(
                    name, bytes, format, inside: inside.first, request, among: languages, in: model)
            ]
        }
        let catalogue = try Self.reading(name) { () throws(InterchangeError) in
            try format.catalogue(content)
        }
        let section = Self.section(
            request.section ?? format.place(ofPath: name, languages: languages).section
                ?? project.defaultSection, project)
        let parts = try catalogue.languages.map { spelling in
            OpenedFile(
                name: name, bytes: bytes, format: format, spelling: spelling,
                locale: try mapped(spelling, request), section: section, part: spelling,
                catalogue: catalogue,
                holdsComments: request.localeMap.namesComments(spelling))
        }
        guard let wanted = request.locale else { return parts }
        let part = parts.filter { $0.locale == wanted }
        guard part.isEmpty else { return part }
        throw Refusal(
            .contradiction, "\(name) has nothing in \(wanted).",
            hint: "It has \(parts.map(\.locale.rawValue).joined(separator: ", ")).")
    }

    /// Refuses files in languages that the project lacks, naming all of these.
    private func requireLocales(of files: [OpenedFile], in model: ReadModel) throws {
        var missing: [LanguageTag] = []
        for file in files where file.part != nil && !missing.contains(file.locale) {
            if try !hasLocale(file.locale, in: model) { missing.append(file.locale) }
        }
        guard let first = missing.first, missing.count > 1 else {
            return try missing.first.map { try requireLocale($0, in: model) } ?? ()
        }
        let names = missing.map(\.rawValue).joined(separator: " ")
        throw Refusal(
            .unknownLanguage,
            "The project has no language \(first), nor \(missing.count - 1) others that the files have.",
            hint: "`dragoman locale add \(names)` adds them; --locale takes one of them alone.")
    }

    /// Finds out language and section of a file; what its path, its contents and the user say must agree.
    ///
    /// What a path says is a guess: `app.json` has the shape of a language. Against a language that is named it counts only
    /// where it cannot be anything else, and against one that the file says where the project has it.
    private func open(
        _ name: String, _ bytes: @escaping () throws -> [UInt8], _ format: any FileFormat,
        inside: String?, _ request: ImportRequest, among languages: Set<LanguageTag>,
        in model: ReadModel
    ) throws -> OpenedFile {
        var path = format.place(ofPath: name, languages: languages)
        // A file that the map names says more than a directory that may be anything, as in `mw/qqq.json`.
        if let named = request.localeMap.name(ofPath: name),
            try path.language.map({ try !isCertain($0, request, model) }) ?? true
        {
            path = FilePlace(language: named)
        }
        let isGuess =
            try path.language.map { language in
                if inside != nil { return try !isKnown(language, request, model) }
                return try request.locale != nil && !isCertain(language, request, model)
            } ?? false
        let place = isGuess ? FilePlace() : path
        let spelled = inside ?? place.language
        let unnamed = place.isSource ? project.source : nil
        let spelling = spelled ?? (request.locale ?? unnamed)?.rawValue ?? ""
        let found = try spelled.map { try mapped($0, request) }
        if let given = request.locale, let found, given != found {
            throw Refusal(
                .contradiction, "\(name) says that it is \(found), and --locale says \(given).",
                hint: "Leave one of the two out, or correct the file.")
        }
        if let inside, let path = place.language,
            try mapped(inside, request) != mapped(path, request)
        {
            throw Refusal(
                .contradiction,
                "\(name) has the name of \(path) and says inside that it is \(inside).",
                hint: "Correct the name or the attributes of the file.")
        }
        guard let locale = request.locale ?? found ?? unnamed else {
            throw Refusal(
                .invalidFile, "\(name) does not say its language.",
                hint: "Name it with --locale.")
        }
        let section = request.section ?? place.section ?? project.defaultSection
        if let given = request.section, let path = place.section,
            Self.section(given, project) != Self.section(path, project)
        {
            throw Refusal(
                .contradiction,
                "\(name) has the name of the section \(path), and --section says \(given).",
                hint: "Leave one of the two out.")
        }
        return OpenedFile(
            name: name, bytes: bytes, format: format, spelling: spelling, locale: locale,
            section: Self.section(section, project),
            passedOver: isGuess && request.section == nil && path.section != nil
                ? path.language : nil,
            doubtful: spelled == nil && request.locale == nil ? place.doubtfulLanguage : nil,
            holdsComments: spelled.map(request.localeMap.namesComments) ?? false)
    }

    /// Whether a name in a path can only be that of a language: one that the project has or the user maps, or a
    /// tag with more than a language in it, such as `pt-BR`.
    private func isCertain(
        _ spelling: String, _ request: ImportRequest, _ model: ReadModel
    ) throws -> Bool {
        if try isKnown(spelling, request, model) { return true }
        let tag = try? Self.language(ofFile: spelling, warn: { _ in })
        return tag?.rawValue.utf8.contains(UInt8(ascii: "-")) ?? false
    }

    /// Whether a name in a path is that of a language that the project has or the user maps.
    private func isKnown(
        _ spelling: String, _ request: ImportRequest, _ model: ReadModel
    ) throws -> Bool {
        if request.localeMap.knows(spelling) { return true }
        guard let tag = try? Self.language(ofFile: spelling, warn: { _ in }) else { return false }
        return try hasLocale(tag, in: model)
    }

    private func format(
        of name: String, _ bytes: [UInt8], _ request: ImportRequest
    ) throws -> any FileFormat {
        if let name = request.format { return try Self.format(name) }
        if let format = FileFormats.recognizing(path: name, bytes: bytes) { return format }
        throw Refusal(
            .invalidFile, "\(name) is in no format that is known.",
            hint:
                "Say it with --file-format: \(FileFormats.all.map(\.name).joined(separator: ", "))."
        )
    }

    private func mapped(_ spelling: String, _ request: ImportRequest) throws -> LanguageTag {
        if let tag = request.localeMap.languages[spelling] { return tag }
        if request.localeMap.namesComments(spelling) { return project.source }
        return try Self.language(ofFile: spelling) { warn?($0) }
    }

    /// Refuses two spellings of files that lead to one language, which would merge two files into one.
    private func refuseSharedTags(_ files: [OpenedFile]) throws {
        var first: [LanguageTag: OpenedFile] = [:]
        for file in files {
            let other = first[file.locale]
            if let other, other.spelling != file.spelling {
                throw Refusal(
                    .contradiction,
                    "\(other.name) and \(file.name) are both \(file.locale).",
                    hint: "Import one of them, or keep them apart with --locale-map.")
            }
            first[file.locale] = file
        }
    }

    private func entries(
        of file: OpenedFile, _ request: ImportRequest, shape: SourceShape
    ) throws -> ReadFile {
        var read = try entries(of: file, shape: shape)
        read.entries.removeAll { request.localeMap.isMetadata($0.string.key) }
        read.notices.removeAll { $0.key.map(request.localeMap.isMetadata) ?? false }
        return read
    }

    func entries(of file: OpenedFile, shape: SourceShape) throws -> ReadFile {
        let context = ReadContext(
            section: file.section, isSource: file.locale == project.source, shape: shape,
            language: file.part ?? file.locale.rawValue)
        if let catalogue = file.catalogue {
            return try Self.reading(file.name) { () throws(InterchangeError) in
                try catalogue.read(context)
            }
        }
        let bytes = try file.bytes()
        return try Self.reading(file.name) { () throws(InterchangeError) in
            try file.format.read(bytes, context: context)
        }
    }

    private func fileImport(
        _ file: OpenedFile, _ read: ReadFile, _ request: ImportRequest, definesOrder: Bool
    ) -> FileImport {
        let isSource = file.locale == project.source
        return FileImport(
            locale: file.locale,
            entries: read.entries.map { entry in
                // A file of sources that carries both texts defines by its source text.
                FileImport.Entry(
                    string: entry.string,
                    value: isSource ? entry.value ?? entry.source : entry.value,
                    isDeliberatelyEmpty: entry.isDeliberatelyEmpty, details: entry.details,
                    textDetails: entry.textDetails)
            }, asProposals: request.asProposals, prunes: request.prunes,
            keepsEmpty: request.keepsEmpty,
            definesOrder: definesOrder, metaName: file.format.metaName)
    }

    /// Runs a reader, and names the file and the place in it where that refuses it.
    static func reading<Result>(
        _ name: String, _ body: () throws(InterchangeError) -> Result
    ) throws -> Result {
        do {
            return try body()
        } catch {
            let place = [error.line, error.column].compactMap { $0.map(String.init) }
            let path = ([name] + place).joined(separator: ":")
            throw Refusal(.invalidFile, "\(path): \(error.message)", hint: error.hint)
        }
    }
}

extension Workspace {
    /// Refuses files with keys that the source language lacks, naming the first.
    public func refuseUnknownKeys(_ files: [FileImport], in model: ReadModel) throws {
        var defined: Set<StringID> = []
        let isSource = { [project] (file: FileImport) in file.locale == project.source }
        for file in files.filter(isSource) + files.filter({ !isSource($0) }) {
            try refuseUnknownKeys(file, defined: &defined, in: model)
        }
    }

    /// Refuses a file with keys that neither the source language has nor its files before this one, and notes those of such a file.
    func refuseUnknownKeys(
        _ file: FileImport, defined: inout Set<StringID>, in model: ReadModel
    ) throws {
        if file.locale == project.source, !file.describesOnly {
            defined.formUnion(file.entries.map(\.string))
        } else {
            for entry in file.entries where !defined.contains(entry.string) {
                try requireString(entry.string, in: model)
            }
        }
    }
}
