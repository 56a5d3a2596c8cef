import Texts
import Translation

/// A file in its original form, to which an export applies a project's changes.
///
/// The skeleton of such a file is its own text. See decision record 0128 for the reasons.
struct FileLayout {
    /// The maximum size of a file whose layout is kept: 4 MiB.
    ///
    /// Events are limited to 16 MiB.
    static let maximumSize = 4 << 20

    private let format: any FileFormat
    private let options: ExportOptions
    /// The text of the original file.
    private let skeleton: String
    private let bytes: [UInt8]
    /// The exported languages, each with its contents in the file.
    private let languages: [Language]

    fileprivate struct Language {
        let exported: LanguageEntries
        let context: ReadContext
        /// `nil` if a file with several languages does not contain this language.
        var read: ReadFile?
    }

    /// Parses a skeleton; returns `nil` if it is too large or the format cannot read it.
    init?(
        _ skeleton: String, _ format: any FileFormat, section: String?,
        _ languages: [LanguageEntries], _ options: ExportOptions
    ) {
        self.format = format
        self.options = options
        self.skeleton = skeleton
        bytes = Array(skeleton.utf8)
        guard bytes.count <= Self.maximumSize else { return nil }
        let languages = languages.map { language in
            let own = language.entries.filter { entry in
                section.map { entry.string.section.utf8.elementsEqual($0.utf8) } ?? true
            }
            let shape = SourceShape(
                values: Dictionary(
                    own.map { ($0.string, $0.source) }, uniquingKeysWith: { first, _ in first }))
            return Language(
                exported: LanguageEntries(
                    language: language.language, isSource: language.isSource, entries: own),
                context: ReadContext(
                    section: section ?? options.defaultSection, isSectionNamed: section != nil,
                    isSource: language.isSource, shape: shape,
                    language: language.language.rawValue,
                    sourceLanguage: options.sourceLanguage?.rawValue,
                    contexts: options.contexts))
        }
        guard let read = try? Self.read(bytes, format, languages) else { return nil }
        self.languages = read
    }

    /// Reads the given languages from a file.
    private static func read(
        _ bytes: [UInt8], _ format: any FileFormat, _ languages: [Language]
    ) throws(InterchangeError) -> [Language] {
        guard let format = format as? any CatalogueFormat else {
            return try languages.map { language throws(InterchangeError) in
                var language = language
                language.read = try format.read(bytes, context: language.context)
                return language
            }
        }
        let catalogue = try format.catalogue(bytes)
        return try languages.map { language throws(InterchangeError) in
            var language = language
            var context = language.context
            let tag = language.exported.language
            let spelling =
                catalogue.languages.first { $0 == tag.rawValue }
                ?? catalogue.languages.first { LanguageTag($0) == tag }
            context.language = spelling ?? tag.rawValue
            let isThere = spelling != nil || context.isSource && catalogue.hasSourceTexts
            language.read = isThere ? try catalogue.read(context) : nil
            return language
        }
    }

    /// Returns the file with the project's current texts.
    ///
    /// Returns `nil` if the layout no longer fits, so that the file must be written from scratch.
    /// The merged file is read back. It must contain the project's texts, and the original data
    /// everywhere else. The cost is a few times the cost of reading and writing.
    func file(at path: String) throws(InterchangeError) -> [UInt8]? {
        var options = options
        options.layout = skeleton
        func written(_ languages: [LanguageEntries]) throws(InterchangeError) -> [UInt8]? {
            try format.write(languages, options: options).files
                .first { $0.path.utf8.elementsEqual(path.utf8) }?.bytes
        }
        guard let new = try written(languages.map { $0.inOrder(absent: options.absent) }),
            let base = try written(
                languages.compactMap { $0.base(removed: options.removed) })
        else { return nil }
        guard new != base else { return bytes }
        guard let wanted = try? Self.read(new, format, languages),
            let before = try? Self.read(base, format, languages)
        else { return nil }
        let json = JSONLayout.merged(file: bytes, base: base, new: new)
        for wholeLines in json == nil ? [false, true] : [false] {
            let merged =
                json
                ?? LayoutMerge.merged(
                    file: bytes, base: base, new: new, wholeLines: wholeLines)
            if let found = try? Self.read(merged, format, languages),
                languages.indices.allSatisfy({
                    says(found[$0].read, wanted[$0].read, before[$0].read, languages[$0])
                })
            {
                return merged
            }
        }
        return nil
    }

    /// Returns whether a merged file contains the changed data, and the original file's data
    /// everywhere else.
    private func says(
        _ found: ReadFile?, _ wanted: ReadFile?, _ before: ReadFile?, _ language: Language
    ) -> Bool {
        func byString(_ file: ReadFile?) -> [StringID: FileEntry] {
            Dictionary(
                (file?.entries ?? []).map { ($0.string, $0) },
                uniquingKeysWith: { first, _ in first })
        }
        let (old, new, kept) = (byString(before), byString(wanted), byString(language.read))
        let merged = byString(found)
        guard found?.entries.count ?? 0 == merged.count else { return false }
        for string in Set(old.keys).union(new.keys).union(kept.keys).union(merged.keys) {
            let entries = (old[string], new[string], kept[string], merged[string])
            let stays = entries.0 == nil && entries.1 == nil
            let isThere = stays ? entries.2 != nil : entries.1 != nil
            guard isThere == (entries.3 != nil) else { return false }
            func isRight<Part: Equatable>(_ part: (FileEntry) -> Part) -> Bool {
                let parts = (
                    entries.0.map(part), entries.1.map(part), entries.2.map(part),
                    entries.3.map(part)
                )
                return parts.3 == (parts.0 == parts.1 ? parts.2 ?? parts.1 : parts.1)
            }
            guard isRight(\.value), isRight(\.isDeliberatelyEmpty), isRight(\.source) else {
                return false
            }
            // In the source language, the file's string details count. In other languages, its text
            // details count.
            guard
                language.exported.isSource ? isRight(\.details) : isRight(\.textDetails)
            else { return false }
        }
        return true
    }
}

extension FileLayout.Language {
    /// Returns the strings in file order, with each new string after the string that it follows in
    /// the project.
    ///
    /// Untranslated strings that the file lacks are left out if they are in `absent`.
    func inOrder(absent: Set<StringID>) -> LanguageEntries {
        guard let read else {
            var exported = exported
            exported.entries.removeAll { $0.value == nil && absent.contains($0.string) }
            return exported
        }
        let entries = read.ordered(exported.entries).compactMap { item -> ExportEntry? in
            var (entry, place) = item
            guard let place else {
                return entry.value == nil && absent.contains(entry.string) ? nil : entry
            }
            let own = read.entries[place]
            if entry.value == nil, let stub = read.stubs[entry.string] {
                (entry.value, entry.textDetails) = (stub.value, stub.details)
            }
            // If a file has no text states, no states are added.
            if own.textDetails.needsWork == nil, entry.textDetails.needsWork == false {
                entry.textDetails.needsWork = nil
            }
            return entry
        }
        return LanguageEntries(
            language: exported.language, isSource: exported.isSource, entries: entries)
    }

    /// Returns the file's texts with all other data taken from the project, so that only changes to
    /// texts are applied.
    ///
    /// Returns `nil` for a language that the file lacks. Strings that the project never had, or
    /// cannot store, are left out of the result, so they remain in the file.
    func base(removed: Set<StringID>) -> LanguageEntries? {
        guard let read else { return nil }
        let isSource = exported.isSource
        let known = Dictionary(
            exported.entries.map { ($0.string, $0) }, uniquingKeysWith: { first, _ in first })
        let entries = read.entries.compactMap { (entry) -> ExportEntry? in
            let own = known[entry.string]
            guard own != nil || removed.contains(entry.string) else { return nil }
            let stub = read.stubs[entry.string]
            var value = entry.value
            if !isSource, own?.value == nil, value?.isEmptyText == true,
                !entry.isDeliberatelyEmpty
            {
                value = nil
            }
            var said = entry.source ?? own?.source ?? value ?? Value("")
            // The source text may have become a plural in the meantime, or may no longer be a
            // plural.
            if let value, !value.hasShape(of: said) { said = value }
            return ExportEntry(
                string: entry.string, source: isSource ? value ?? said : said,
                value: value ?? stub?.value, outline: own?.outline,
                details: isSource || own == nil
                    ? entry.details : own?.details ?? StringDetails(),
                textDetails: stub?.details ?? entry.textDetails)
        }
        return LanguageEntries(
            language: exported.language, isSource: isSource, entries: entries)
    }
}

extension FileFormat {
    /// Writes the files of several languages as ``write(_:options:)`` does, and applies existing
    /// layouts.
    ///
    /// This affects only formats that keep layouts. The layouts come from
    /// ``ExportOptions/skeletons``. The first file of a language gets the layout of the source
    /// language's file, if ``ExportOptions/templates`` contains it. If a layout no longer fits, the
    /// file is written from scratch, with a notice. If untranslated strings are to be filled in,
    /// layouts are ignored. For a file with a layout, the cost is a few times the cost of
    /// ``write(_:options:)``.
    public func writeLaidOut(
        _ languages: [LanguageEntries], options: ExportOptions
    ) throws(InterchangeError) -> ExportResult {
        var result = try write(languages, options: options)
        guard traits.keeps == .layout, options.untranslated == .omit else { return result }
        for index in result.files.indices {
            let file = result.files[index]
            let section = file.section ?? onlySection(of: languages, options)
            let place = Value.Text(section ?? options.defaultSection)
            if let kept = options.templates[place], options.skeletons[place] == nil,
                let language = languages.first, languages.count == 1,
                let bytes = try LayoutTemplate(
                    kept, ofFile: file.path, self, section: section, options)?
                    .file(of: language)
            {
                result.files[index].bytes = bytes
            }
            let kept = options.skeletons[place]
            guard let kept, let skeleton = traits.skeletons.layout(ofFile: file.path, in: kept),
                !skeleton.utf8.elementsEqual(file.bytes)
            else { continue }
            let laidOut = FileLayout(skeleton, self, section: section, languages, options)
            if let bytes = try laidOut?.file(at: file.path) {
                result.files[index].bytes = bytes
            } else {
                result.notices.append(
                    "The recorded layout of \(file.path) no longer fits its texts, so the file is written from scratch."
                )
            }
        }
        return result
    }

    /// Returns the digest of the values in a skeleton that are not texts.
    ///
    /// `languages` are the contents of the skeleton's file. The cost is the cost of writing the
    /// file once.
    public func keptMark(
        in skeleton: String, of languages: [LanguageEntries], options: ExportOptions
    ) -> String? {
        let written = try? write(languages, options: options).files.first?.bytes
        return KeptMark.mark(of: traits.skeletons.keptValues(in: skeleton, besides: written ?? []))
    }

    /// Returns a one-sentence reason why a file's layout cannot be kept.
    ///
    /// Returns `nil` if the layout can be kept, or if the format keeps no layouts.
    public func obstacleToLayout(of bytes: [UInt8]) -> String? {
        guard traits.keeps == .layout else { return nil }
        let reason: String
        if bytes.count > FileLayout.maximumSize {
            reason = "it is larger than \(FileLayout.maximumSize >> 20) MiB"
        } else if let text = String(validating: bytes, as: UTF8.self) {
            // Events cannot store these characters.
            guard ForbiddenCharacters.first(in: text) != nil else { return nil }
            reason = "it contains control characters"
        } else {
            reason = "it is not UTF-8"
        }
        return "The layout is not kept, because \(reason). An export writes the file from scratch."
    }

    /// Returns the only section in a file that could contain several sections.
    ///
    /// Returns `nil` if there are several, or if there is no layout for that section.
    private func onlySection(of languages: [LanguageEntries], _ options: ExportOptions) -> String? {
        let sections = Set(languages.flatMap(\.entries).map { Value.Text($0.string.section) })
        guard sections.count == 1, let section = sections.first,
            (options.skeletons[section] ?? options.templates[section]) != nil
        else { return nil }
        return section.string
    }

    /// Returns the skeleton of a file that was read, in formats that keep layouts.
    ///
    /// The skeleton is the text of the file, unless an export writes the same file without a
    /// layout. `known` is the current skeleton, which is kept if the file's changes can be applied
    /// to it. `languages` are the file's contents in the project's order, with the project's data
    /// about the strings.
    ///
    /// If the file has no strings, is too large, is not UTF-8, or has control characters, no layout
    /// is kept, and the result is ``ReadFile/skeleton``. If that is `nil`, the known skeleton stays
    /// as it is.
    ///
    /// If the file equals the known skeleton, there is no additional cost. Otherwise, the cost is a
    /// few times the cost of reading and writing.
    public func skeleton(
        of bytes: [UInt8], _ read: ReadFile, at path: String, known: String, section: String,
        _ languages: [LanguageEntries], options: ExportOptions
    ) -> String? {
        guard !read.entries.isEmpty, obstacleToLayout(of: bytes) == nil else {
            return read.skeleton
        }
        let text = String(decoding: bytes, as: UTF8.self)
        func isWritten(_ skeleton: String) -> Bool {
            var options = options
            let place = [Value.Text(section), Value.Text(options.defaultSection)]
            if !skeleton.isEmpty { for section in place { options.skeletons[section] = skeleton } }
            // If the strings cannot be exported, for example because of a section's name, the
            // layout is kept.
            let result = try? writeLaidOut(languages, options: options)
            return result?.files.contains { $0.bytes == bytes } ?? false
        }
        let usual = traits.skeletons.skeleton(known, with: read.skeleton ?? "", ofFile: path)
        if isWritten(usual) { return usual }
        if !known.isEmpty, isWritten(known) { return known }
        return traits.skeletons.skeleton(known, with: text, ofFile: path)
    }
}
