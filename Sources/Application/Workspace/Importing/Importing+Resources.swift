import Interchange
import ReadModel
public import Texts
import Translation

/// Files in an import that form one resource of the app: they share a format and a path pattern.
public struct ImportedResource: Sendable, Equatable {
    /// The pattern, or the path if there is only one file.
    public let pattern: String
    /// The name of the format.
    public var format: String
    /// The section of its strings.
    public var section: String
    /// The languages, with the source language first.
    public var locales: [LanguageTag] = []
    /// The number of strings in its largest file.
    public var strings = 0
}

extension [ImportedResource] {
    /// Adds a file to the count of its resource.
    mutating func add(_ file: FileImport, of resource: ImportedResource?) {
        guard let resource else { return }
        let known = firstIndex { $0.isSame(as: resource) }
        if known == nil { append(resource) }
        let index = known ?? endIndex - 1
        if !self[index].locales.contains(file.locale) { self[index].locales.append(file.locale) }
        self[index].strings = Swift.max(self[index].strings, file.entries.count)
    }
}

extension Snapshot {
    /// The files of one resource while its section is being determined.
    private struct Group {
        let family: String
        /// The path pattern, regardless of how the paths spell languages.
        let paths: String
        /// The section in the paths.
        let section: Value.Text
        var pattern: FilePattern?
        var files: [Int] = []
        var sourceFile: Int?
    }

    /// Assigns each file to the section of its resource, and records the location of the resource's
    /// files.
    ///
    /// A known resource keeps its section. A new resource uses the section in its paths. If another
    /// resource with its own source file already has that section, the new section is named after
    /// the location. Files in exchange formats for translators join the section that they specify.
    /// Cost: if resources compete for a section, their files in the source language are read.
    func inResources(
        _ files: [OpenedFile], _ context: OpeningContext
    ) throws -> (files: [OpenedFile], notices: [ImportNotice]) {
        var files = files
        var notices: [ImportNotice] = []
        var known: [Value.Text: FileResource] = [:]
        for (section, file) in try model.resources() { known[Value.Text(section)] = file }
        let groups = groups(of: files, context)
        let sizes = try sizes(of: groups, files, context)
        let version3 = directoriesOfVersion3(groups, files, Array(known.values))
        var claimed: Set<Value.Text> = []
        var pending: [Group] = []
        for group in groups {
            let isNamed = isNamed(group, files)
            let own = known.first { section, file in
                (!isNamed || section == group.section)
                    && Self.family(file.format ?? "") == group.family && file.isAt(group.paths)
            }
            guard let own else {
                pending.append(group)
                continue
            }
            claimed.insert(own.key)
            try assign(group, to: own.key, own.value, isOwner: true, in: &files, context)
        }
        for group in pending.enumerated().sorted(by: {
            (sizes[$0.element.paths] ?? 0, $1.offset) > (sizes[$1.element.paths] ?? 0, $0.offset)
        }).map(\.element) {
            let found = try section(of: group, known, claimed, files, context)
            if group.sourceFile != nil { claimed.insert(found.section) }
            if let notice = found.notice { notices.append(notice) }
            if version3.contains(Self.directory(of: group.paths)) {
                try takeForVersion3(group, &files)
            }
            try assign(
                group, to: found.section, known[found.section], isOwner: found.isOwner,
                in: &files, context)
        }
        return (files, notices)
    }

    /// Returns the section of a new resource, and whether the resource becomes the owner of that
    /// section.
    private func section(
        of group: Group, _ known: [Value.Text: FileResource], _ claimed: Set<Value.Text>,
        _ files: [OpenedFile], _ context: OpeningContext
    ) throws -> (section: Value.Text, isOwner: Bool, notice: ImportNotice?) {
        let own = group.section
        let resource = known[own]
        let family = resource?.format.map(Self.family)
        if isNamed(group, files) {
            let isFree = family == nil && group.sourceFile != nil
            return (own, isFree || family == group.family && resource?.pattern == nil, nil)
        }
        if let original = try original(of: group, known, files, context) {
            return (original, false, nil)
        }
        guard group.sourceFile != nil else {
            return (own, family == group.family && resource?.pattern == nil, nil)
        }
        if !claimed.contains(own), !(resource.map { isOther($0, than: group) } ?? false) {
            return (own, family == nil || family == group.family, nil)
        }
        if !claimed.contains(own), try isMoved(group, into: own, files, context) {
            return (own, false, noticeOfMove(group, resource, files))
        }
        let taken = claimed.union(known.keys).union(context.sections.map { Value.Text($0) })
        return (newName(for: group, taken: taken), true, nil)
    }

    /// Returns the family of a format; versions of one format have the same family.
    private static func family(_ format: String) -> String {
        FileFormats.named(format)?.traits.family ?? format
    }

    /// Groups files with a known place in the app by resource, in the order of their first files.
    private func groups(of files: [OpenedFile], _ context: OpeningContext) -> [Group] {
        var groups: [Group] = []
        var withoutLanguage: [Int] = []
        for (index, file) in files.enumerated() where !file.place.holdsComments {
            guard let path = file.input.appPath else { continue }
            let family = Self.family(file.input.format.name)
            let pattern =
                file.part == nil
                ? file.input.format.pattern(ofPath: path, spellings: file.spellings(context))
                : FilePattern(path)
            guard let pattern else {
                withoutLanguage.append(index)
                continue
            }
            let paths = pattern.comparable
            if let known = groups.firstIndex(where: {
                $0.family == family && $0.paths == paths
                    && $0.section == Value.Text(file.place.section)
            }) {
                groups[known].files.append(index)
            } else {
                groups.append(
                    Group(
                        family: family, paths: paths, section: Value.Text(file.place.section),
                        pattern: pattern,
                        files: [index]))
            }
        }
        for index in withoutLanguage where files[index].place.locale == project.source {
            let file = files[index]
            let family = Self.family(file.input.format.name)
            let families = groups.indices.filter {
                groups[$0].family == family && groups[$0].pattern?.hasLanguage == true
            }
            var found = families.filter { groups[$0].section == Value.Text(file.place.section) }
            // A template such as `po/app.pot` is named after the app, and belongs to `po/fr.po` in
            // the same directory.
            if found.isEmpty, let path = file.input.appPath {
                found = families.filter { index in
                    Self.directory(of: groups[index].paths) == Self.directory(of: path)
                        && !groups[index].files.contains {
                            files[$0].place.locale == project.source
                        }
                }
            }
            if found.count == 1, let only = found.first {
                groups[only].files.append(index)
            } else if let path = file.input.appPath {
                groups.append(
                    Group(
                        family: family, paths: path, section: Value.Text(file.place.section),
                        pattern: nil,
                        files: [index]))
            }
        }
        for index in groups.indices {
            groups[index].sourceFile = groups[index].files.first {
                files[$0].place.locale == project.source
            }
            let usesUnderscores = groups[index].files.contains { file in
                let spelling = files[file].place.spelling
                return spelling.contains("_")
                    && files[file].input.appPath?.contains(spelling) == true
            }
            if usesUnderscores { groups[index].pattern = groups[index].pattern?.withUnderscores }
        }
        return groups
    }

    private func isNamed(_ group: Group, _ files: [OpenedFile]) -> Bool {
        group.files.contains { files[$0].place.isSectionNamed }
    }

    /// Returns the number of strings in the source files of resources that compete for a section.
    private func sizes(
        of groups: [Group], _ files: [OpenedFile], _ context: OpeningContext
    ) throws -> [String: Int] {
        var sizes: [String: Int] = [:]
        for (_, rivals) in Dictionary(grouping: groups, by: \.section) where rivals.count > 1 {
            for group in rivals {
                guard let index = group.sourceFile else { continue }
                sizes[group.paths] = try entries(of: files[index], shape: context.shape).entries
                    .count
            }
        }
        return sizes
    }

    /// Returns true if a section's resource is not the resource of a group.
    private func isOther(_ resource: FileResource, than group: Group) -> Bool {
        guard let format = resource.format else { return false }
        guard Self.family(format) == group.family else {
            return FileFormats.named(group.family).map { !$0.traits.isForExchange } ?? false
        }
        return resource.pattern != nil
    }

    /// Returns the section of the known resource that a group copies to another directory, as an
    /// export does.
    private func original(
        of group: Group, _ known: [Value.Text: FileResource], _ files: [OpenedFile],
        _ context: OpeningContext
    ) throws -> Value.Text? {
        try known.keys.sorted { $0.string.precedesInBytes($1.string) }.first { section in
            guard let pattern = known[section]?.pattern.flatMap(FilePattern.init),
                Self.family(known[section]?.format ?? "") == group.family,
                group.paths.hasSuffix("/" + pattern.comparable)
            else { return false }
            return try group.sourceFile == nil || isMoved(group, into: section, files, context)
        }
    }

    /// Returns true if files in the section's format at new paths belong to the section.
    ///
    /// This is the case if at least half of the strings in the source file exist in the project.
    private func isMoved(
        _ group: Group, into section: Value.Text, _ files: [OpenedFile], _ context: OpeningContext
    ) throws -> Bool {
        guard let index = group.sourceFile,
            try model.resource(section.string, in: nil).file.format.map(Self.family) == group.family
        else { return false }
        var file = files[index]
        file.place.section = section.string
        let entries = try entries(of: file, shape: context.shape).entries
        let known = entries.count { context.shape.values[$0.string] != nil }
        return known * 2 >= entries.count
    }

    private func noticeOfMove(
        _ group: Group, _ resource: FileResource?, _ files: [OpenedFile]
    ) -> ImportNotice? {
        guard let pattern = resource?.pattern, let first = group.files.first else { return nil }
        let section = group.section.string
        let message =
            "The files of the section “\(section)” are at \(pattern); exports still write them there."
        let hint =
            "`dragoman config resource \(section) --path '\(group.pattern?.text ?? group.paths)'` moves them."
        return (files[first].input.name, FileNotice(message: message, hint: .advice(hint)), nil)
    }

    /// Returns a section name derived from the resource's location: `android`, or `ios-InfoPlist`.
    private func newName(for group: Group, taken: Set<Value.Text>) -> Value.Text {
        let generic: Set<Substring> = [
            "app", "assets", "i18n", "lang", "lib", "locale", "locales", "main", "public", "res",
            "src",
            "translations",
        ]
        let directories = group.paths.split(separator: "/").dropLast()
            .prefix { !$0.contains("{") }
        let platform = group.family.prefix { $0 != "-" }
        let section = group.section.string
        let own = section.hasSameBytes(as: project.defaultSection) ? [] : [section]
        let first = directories.first { !generic.contains($0) } ?? platform
        var candidates = [[String(first)] + own]
        for count in stride(from: 1, through: directories.count, by: 1) {
            candidates.append(directories.prefix(count).map(String.init) + own)
        }
        candidates += (2...).prefix(taken.count + 1).map { [String(first)] + own + [String($0)] }
        return candidates.lazy.map { Value.Text($0.joined(separator: "-")) }
            .first { !taken.contains($0) }
            ?? group.section
    }

    /// Returns true if the contents of a file assign none of its strings to a section.
    ///
    /// Cost: reading the file.
    private func namesNoSection(_ file: OpenedFile) throws -> Bool {
        var file = file
        file.place.section = "\u{FFFD}"
        return try entries(of: file, shape: SourceShape()).entries.allSatisfy {
            $0.string.section == file.place.section
        }
    }

    /// Returns the directories of resources in version 3 of i18next JSON.
    ///
    /// An app uses one version for all its namespaces.
    private func directoriesOfVersion3(
        _ groups: [Group], _ files: [OpenedFile], _ known: [FileResource]
    ) -> Set<[Substring]> {
        let found = groups.filter { group in
            group.files.contains { files[$0].input.format is I18nextJSONVersion3 }
        }
        let earlier = known.filter { $0.format == I18nextJSONVersion3().name }.compactMap {
            $0.pattern.flatMap(FilePattern.init)?.comparable
        }
        return Set((found.map(\.paths) + earlier).map(Self.directory))
    }

    private static func directory(of path: String) -> [Substring] {
        path.split(separator: "/").dropLast()
    }

    /// Treats a resource's files as version 3 of i18next JSON, unless one of them contains plurals
    /// of version 4.
    private func takeForVersion3(_ group: Group, _ files: inout [OpenedFile]) throws {
        let others = group.files.filter {
            files[$0].input.format is I18nextJSON && files[$0].input.isFormatGuessed
        }
        for index in others
        where try I18nextJSONVersion3.hasPluralsOfVersion4(files[index].input.bytes()) { return }
        for index in others { files[index].input.format = I18nextJSONVersion3() }
    }

    /// Assigns the section to the files of a resource, and the location too if the section belongs
    /// to the resource.
    private func assign(
        _ group: Group, to section: Value.Text, _ known: FileResource?, isOwner: Bool,
        in files: inout [OpenedFile], _ context: OpeningContext
    ) throws {
        let known = isOwner ? known : nil
        let pattern = known?.pattern.flatMap(FilePattern.init) ?? group.pattern
        let isVersion3 =
            known?.format == I18nextJSONVersion3().name
            || group.files.contains { files[$0].input.format is I18nextJSONVersion3 }
        for index in group.files {
            if !files[index].place.isSectionNamed, section != Value.Text(files[index].place.section)
            {
                let isWhole =
                    try files[index].input.format.traits.hasFilePerSection
                    || namesNoSection(files[index])
                if isWhole { files[index].place.section = section.string }
            }
            if isVersion3, files[index].input.format is I18nextJSON, context.request.format == nil {
                files[index].input.format = I18nextJSONVersion3()
            }
            files[index].place.pattern = group.pattern?.text ?? group.paths
            guard isOwner, let path = files[index].input.appPath.map(FilePattern.table) else {
                continue
            }
            let isSource = files[index].place.locale == project.source
            let usual = pattern?.path(of: files[index].place.locale, isSource: isSource)
            files[index].place.resource = FileResource(
                format: files[index].input.format.name, path: usual == path ? nil : path,
                pattern: isSource ? pattern?.text : nil)
        }
    }
}

extension ImportedResource {
    fileprivate func isSame(as other: ImportedResource) -> Bool {
        (pattern, format, section) == (other.pattern, other.format, other.section)
    }
}

extension FileResource {
    /// Returns true if the file matches a path pattern, regardless of how paths spell languages.
    fileprivate func isAt(_ paths: String) -> Bool {
        // The source language's file, such as a template, may be in a different place.
        if path == paths { return true }
        return format.flatMap(FileFormats.named).flatMap(places)?.comparable == paths
    }
}

extension Snapshot.OpenedFile {
    /// Returns the possible names of the language in the file's path, the likeliest first.
    fileprivate func spellings(_ context: Snapshot.OpeningContext) -> [String] {
        let place = input.appPath.map {
            input.format.place(ofPath: $0, languages: context.languages)
        }
        let tag = self.place.locale.rawValue
        return [place?.language, self.place.spelling, tag, tag.replacing("-", with: "_")]
            .compactMap(\.self)
    }
}
