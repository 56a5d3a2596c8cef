import Checks
import Interchange
import ReadModel
import Texts
public import Translation

extension Snapshot {
    /// Reads the files in a request; a syntax error is reported with its file, line and column.
    ///
    /// Files in the source language are read first, because they determine which strings in the
    /// other files are plurals.
    public func read(_ request: ImportRequest) throws -> ReadImport {
        var files: [FileImport] = []
        var notices: [ImportNotice] = []
        var resources: [ImportedResource] = []
        let renames = try forEachLanguage(of: request) { language in
            for file in language {
                let read = try file.read()
                files.append(read.file)
                notices += read.notices
                resources.add(read.file, of: file.resource)
            }
        }
        return ReadImport(
            files: files, notices: notices, resources: resources, renames: renames)
    }

    /// A file with a known language that has not been read yet.
    struct UnreadFile {
        let locale: LanguageTag
        /// The resource of the file, if known.
        let resource: ImportedResource?
        let read: () throws -> (file: FileImport, notices: [ImportNotice])
    }

    /// Calls `body` with the files of each language, the source language first.
    ///
    /// `body` must read the files in order. Returns the new strings with the text of a string that
    /// has disappeared from the files.
    func forEachLanguage(
        of request: ImportRequest, _ body: ([UnreadFile]) throws -> Void
    ) throws -> [ImportTally.Rename] {
        let known = try model.entries(locale: project.source, chain: [])
        let places = Dictionary(
            uniqueKeysWithValues: known.enumerated().map { ($1.string, $0) })
        var shape = SourceShape(
            values: Dictionary(
                uniqueKeysWithValues: known.map { ($0.string, $0.definition.value) }),
            places: places)
        let context = OpeningContext(
            request: request, languages: Set(try locales()), shape: shape,
            sections: Set(known.map(\.string.section)))
        let (found, leftOut) = try open(context)
        let (named, aliases) = namedAsInProject(found, context)
        let (every, moved) = try inResources(named, context)
        let comments = try comments(of: every.filter(\.place.holdsComments), request)
        let opened = every.filter { !$0.place.holdsComments }
        if !request.addsLocales { try requireLocales(of: opened) }
        var languages: [LanguageTag] = [project.source]
        for locale in opened.map(\.place.locale) where !languages.contains(locale) {
            languages.append(locale)
        }
        let byLanguage = Dictionary(grouping: opened, by: \.place.locale)
        // A catalog repeats its remarks on a string for each language.
        var said: [String: Set<FileNotice>] = [:]
        var unsaid = leftOut + aliases + moved
        var layouts = KnownLayouts()
        let obsolete = ObsoleteTexts(of: request, in: self)
        let renames = try RenamedStrings(known: known, in: model)
        for language in languages {
            let ofLanguage = byLanguage[language] ?? []
            let names = NamesOfOneLanguage(ofLanguage, project: project)
            let tables = try AppleTables(ofLanguage, of: language, request, shape, self)
            var copies = CopiedTexts(in: language, of: project.source)
            var files = ofLanguage.map { file in
                UnreadFile(locale: language, resource: file.imported) { [self] in
                    var read = try entries(of: file, request, shape: shape, &layouts)
                    let isEmpty = read.entries.isEmpty
                    try names?.takeOut(of: &read, file)
                    try tables.takeOut(of: &read, file)
                    if language == project.source {
                        if !request.asProposals { renames.add(read.entries, known: shape.values) }
                        for entry in read.entries {
                            shape.details[entry.string] = entry.details
                            guard let value = entry.value else { continue }
                            if shape.values.updateValue(value, forKey: entry.string) == nil {
                                shape.places[entry.string] = shape.places.count
                                obsolete.addReturned(entry.string, of: file)
                            }
                        }
                    }
                    if language != project.source {
                        obsolete.add(read, of: file)
                        for entry in read.entries {
                            guard let text = entry.value, let source = shape.values[entry.string]
                            else { continue }
                            copies.add(text, of: source)
                        }
                    }
                    let definesOrder =
                        try file.input.format.traits.definesOrder && language == project.source
                        && !isAsExported(file, read, places: places)
                    var result = try fileImport(file, read, request, definesOrder: definesOrder)
                    if language == project.source { comments?.move(to: &result) }
                    let notices =
                        unsaid + notices(of: file, read)
                        + (isEmpty ? noticeOfPruning(file, result) : [])
                    unsaid = []
                    return (
                        result,
                        notices.filter { said[$0.file, default: []].insert($0.notice).inserted }
                    )
                }
            }
            if let comments, language == project.source {
                files.append(
                    UnreadFile(locale: language, resource: nil) {
                        (comments.rest(language), comments.notices)
                    })
            }
            if language != project.source {
                files.append(
                    UnreadFile(locale: language, resource: nil) {
                        let notice = FileNotice(
                            message: Snapshot.sentence(onUntranslated: [language]))
                        let notices = copies.isUntranslated ? [notice] : []
                        return (
                            try obsolete.file(of: language, shape),
                            notices.map { (ofLanguage.first?.input.name ?? "", $0, nil) }
                        )
                    })
            }
            try body(files)
        }
        let renamed = try renames.found(in: model)
        guard obsolete.hasReturned else { return renamed }
        for language in try locales() where !languages.contains(language) {
            let file = try obsolete.file(of: language, shape)
            guard !file.entries.isEmpty else { continue }
            try body([UnreadFile(locale: language, resource: nil) { (file, []) }])
        }
        return renamed
    }

    /// Reads the files whose texts are comments; returns `nil` if there are none.
    private func comments(
        of files: [OpenedFile], _ request: ImportRequest
    ) throws -> FileComments? {
        guard let first = files.first else { return nil }
        guard !request.asProposals else {
            throw Refusal(
                .contradiction, "\(first.input.name) has comments, which cannot be proposed.",
                hint: .typed("Omit the file or --as-proposals."))
        }
        let comments = FileComments()
        var layouts = KnownLayouts()
        for file in files {
            let read = try entries(of: file, request, shape: SourceShape(), &layouts)
            try comments.add(
                read, of: file.input.name, in: project.source, notices: notices(of: file, read))
        }
        return comments
    }

    /// Returns the notice for a file without strings: nothing is removed for the file, because its
    /// sections are unknown.
    private func noticeOfPruning(_ file: OpenedFile, _ read: FileImport) -> [ImportNotice] {
        guard read.prunes, read.entries.isEmpty else { return [] }
        let message = "It contains no strings, so nothing is removed for it."
        return [(file.input.name, FileNotice(message: message), nil)]
    }

    private func notices(of file: OpenedFile, _ read: ReadFile) -> [ImportNotice] {
        var notices: [ImportNotice] = []
        if file.input.isFormatGuessed, let notice = file.input.format.traits.guessNotice {
            notices.append((file.input.name, notice, nil))
        }
        if let source = read.sourceLanguage, file.part?.isLater != true, isOfOtherSource(read) {
            let message =
                "It is translated from “\(source)”, but the project's source language is \(project.source), "
                + "so its source texts are not compared."
            notices.append((file.input.name, FileNotice(message: message), nil))
        }
        notices += file.remarks.map { (file.input.name, file.notice(of: $0), nil) }
        return notices
            + read.notices.map { notice in
                let unit = notice.key.map {
                    UnitID(file.place.locale, StringID(section: file.place.section, key: $0))
                }
                return (file.input.name, notice, unit)
            }
    }

    private func entries(
        of file: OpenedFile, _ request: ImportRequest, shape: SourceShape,
        _ layouts: inout KnownLayouts
    ) throws -> ReadFile {
        var read = try entries(of: file, shape: shape, metadata: request.localeMap.metadata)
        if file.input.format.traits.keeps == .layout {
            try layouts.add(to: &read, of: file, shape, self)
            if file.part?.isLater != true,
                let obstacle = file.input.format.obstacleToLayout(of: try file.input.bytes())
            {
                read.notices.append(FileNotice(message: obstacle))
            }
        }
        read.entries.removeAll { request.localeMap.isMetadata($0.string.key) }
        read.notices.removeAll { $0.key.map(request.localeMap.isMetadata) ?? false }
        return read
    }

    /// Reads the entries of a file, but not the layout that some formats keep.
    func entries(
        of file: OpenedFile, shape: SourceShape, metadata: String? = nil
    ) throws -> ReadFile {
        var context = ReadContext(
            section: file.place.section, isSectionNamed: file.place.isSectionNamed,
            isSource: file.place.locale == project.source, shape: shape,
            language: file.part == nil ? file.place.locale.rawValue : file.place.spelling,
            sourceLanguage: project.source.rawValue,
            contexts: try i18nextContexts())
        context.metadata = metadata
        if let catalogue = file.part?.catalogue {
            return try Self.reading(file.input.name) { () throws(InterchangeError) in
                try catalogue.read(context)
            }
        }
        let bytes = try file.input.bytes()
        return try Self.reading(file.input.name) { () throws(InterchangeError) in
            try file.input.format.read(bytes, context: context)
        }
    }

    private func fileImport(
        _ file: OpenedFile, _ read: ReadFile, _ request: ImportRequest, definesOrder: Bool
    ) throws -> FileImport {
        let isSource = file.place.locale == project.source
        let keysAreSources = file.input.format.traits.keysAreSources
        let isComparable = !isSource && !isOfOtherSource(read)
        var result = FileImport(
            locale: file.place.locale,
            entries: read.entries.map { entry in
                var entry = entry
                // A source file that contains both texts defines the string by its source text.
                if isSource { entry.value = entry.value ?? entry.source }
                if !isComparable || keysAreSources && entry.source == Value(entry.string.key) {
                    entry.source = nil
                }
                return entry
            }, asProposals: request.asProposals, prunes: request.prunes,
            keepsEmpty: request.keepsEmpty,
            definesOrder: definesOrder, metaName: file.input.format.traits.family,
            isForced: request.isForced,
            resources: file.resources(of: read, in: model),
            skeleton: try file.skeleton(of: read, in: model),
            addedLocale: request.addsLocales
                ? LocaleAttributes(fallback: project.defaultChain(of: file.place.locale)) : nil,
            origin: request.origin, recordedFormat: file.input.format.name,
            conflicts: conflicts(of: request))
        result.fillsSeldomForms = file.input.format.traits.needsSeldomForms
        return result
    }

    /// Returns the policy for conflicting texts.
    ///
    /// Proposals from files have their own guid, so a newer proposal from a file replaces only an
    /// older proposal from a file.
    private func conflicts(of request: ImportRequest) -> ImportConflicts {
        switch request.conflicts {
        case .ours: .ours
        case .theirs: .theirs
        case .proposals: .proposals(HashedGuid(guid: "import", project: project))
        }
    }

    /// Returns true if a file declares a different source language than the project's.
    ///
    /// Regions are ignored, because tools write `en-US` even if the project has `en`.
    private func isOfOtherSource(_ read: ReadFile) -> Bool {
        guard let spelling = read.sourceLanguage, !spelling.isEmpty else { return false }
        guard let tag = try? Workspace.language(ofFile: spelling, warn: { _ in }) else {
            return true
        }
        func written(_ tag: LanguageTag) -> [String?] {
            let language = tag.rawValue.prefix { $0 != "-" }
            return [String(language), LikelySubtags.script(of: tag.rawValue)]
        }
        return written(tag) != written(project.source)
    }

    /// Runs a reader, and adds the file and the position to its errors.
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

extension Snapshot {
    /// Rejects files with keys that the source language lacks, and reports the first such key.
    public func refuseUnknownKeys(_ files: [FileImport]) throws {
        var defined: Set<StringID> = []
        let isSource = { [project] (file: FileImport) in file.locale == project.source }
        for file in files.filter(isSource) + files.filter({ !isSource($0) }) {
            try refuseUnknownKeys(file, defined: &defined)
        }
    }

    /// Rejects a file with keys that neither the source language nor a previous source file
    /// contains.
    ///
    /// The keys of a source file are added to `defined`.
    func refuseUnknownKeys(
        _ file: FileImport, defined: inout Set<StringID>
    ) throws {
        if file.revives { return }
        if file.locale == project.source, !file.describesOnly {
            defined.formUnion(file.entries.map(\.string))
        } else {
            for entry in file.entries where !defined.contains(entry.string) {
                try requireString(entry.string)
            }
        }
    }
}
