public import Texts
import Translation

/// A file of a project as it came, into which an export puts what has changed.
///
/// The skeleton of such a file is its own text. Decision record 0128 says why.
struct FileLayout {
    /// How many bytes a file may have whose layout is kept: 4 MiB.
    ///
    /// Events have 16 MiB at most.
    static let maximumSize = 4 << 20

    let format: any FileFormat
    let language: LanguageTag
    let options: ExportOptions
    /// The file as it came, and what it says.
    private let skeleton: String
    private let bytes: [UInt8]
    private let read: ReadFile
    private let context: ReadContext

    /// Reads a skeleton; `nil` for one that the format does not read.
    init?(
        _ skeleton: String, _ format: any FileFormat, section: String?, _ entries: [ExportEntry],
        language: LanguageTag, _ options: ExportOptions
    ) {
        self.format = format
        self.language = language
        self.options = options
        self.skeleton = skeleton
        bytes = Array(skeleton.utf8)
        guard bytes.count <= Self.maximumSize else { return nil }
        let sources = entries.map { ($0.string, $0.source) }
        context = ReadContext(
            section: section ?? options.defaultSection, isSectionNamed: section != nil,
            isSource: options.isSource,
            shape: SourceShape(
                values: Dictionary(sources, uniquingKeysWith: { first, _ in first })),
            language: language.rawValue, sourceLanguage: options.sourceLanguage?.rawValue,
            contexts: options.contexts)
        guard let read = try? format.read(bytes, context: context) else { return nil }
        self.read = read
    }

    /// Returns the file with what the project says now; `nil` where the layout no longer fits, so that the file has to be
    /// written anew.
    ///
    /// What is merged is read again: it must say what the project says, and, where nothing has changed, what the file said.
    /// Cost: a few times that of reading and writing.
    func file(
        at path: String, _ entries: [ExportEntry]
    ) throws(InterchangeError) -> [UInt8]? {
        var options = options
        options.layout = skeleton
        func written(_ entries: [ExportEntry]) throws(InterchangeError) -> [UInt8]? {
            try format.write(entries, language: language, options: options).files
                .first { $0.path.utf8.elementsEqual(path.utf8) }?.bytes
        }
        guard let new = try written(inOrder(entries)), let base = try written(baseEntries(entries))
        else { return nil }
        guard new != base else { return bytes }
        guard let wanted = try? format.read(new, context: context),
            let before = try? format.read(base, context: context)
        else { return nil }
        for wholeLines in [false, true] {
            let merged = LayoutMerge.merged(
                file: bytes, base: base, new: new, wholeLines: wholeLines)
            if let found = try? format.read(merged, context: context),
                says(found, wanted, before)
            {
                return merged
            }
        }
        return nil
    }

    /// The strings in the file's order; each that is new after the one that it follows in the project's order.
    private func inOrder(_ entries: [ExportEntry]) -> [ExportEntry] {
        let places = Dictionary(
            read.entries.enumerated().map { ($1.string, $0) },
            uniquingKeysWith: { first, _ in first
            })
        var groups: [[ExportEntry]] = Array(repeating: [], count: read.entries.count)
        var first: [ExportEntry] = []
        var place: Int?
        for entry in entries {
            place = places[entry.string] ?? place
            if let place { groups[place].append(entry) } else { first.append(entry) }
        }
        return first + groups.joined()
    }

    /// What the file said, with all else as the project has it, so that only changes of texts differ.
    ///
    /// Strings that the project never had, or cannot hold, are not in it: they stay in the file.
    private func baseEntries(_ entries: [ExportEntry]) -> [ExportEntry] {
        let known = Dictionary(
            entries.map { ($0.string, $0) }, uniquingKeysWith: { first, _ in first })
        return read.entries.compactMap { (entry) -> ExportEntry? in
            let own = known[entry.string]
            guard own != nil || options.removed.contains(entry.string) else {
                return nil
            }
            var value = entry.value
            if !options.isSource, own?.value == nil, value?.isEmptyText == true,
                !entry.isDeliberatelyEmpty
            {
                value = nil
            }
            let said = entry.source ?? own?.source ?? value ?? Value("")
            return ExportEntry(
                string: entry.string, source: options.isSource ? value ?? said : said,
                value: value, outline: own?.outline,
                details: options.isSource || own == nil
                    ? entry.details : own?.details ?? StringDetails(),
                textDetails: entry.textDetails)
        }
    }

    /// Whether a merged file says what it must: of each string what is new, and else what the file said.
    private func says(_ found: ReadFile, _ wanted: ReadFile, _ before: ReadFile) -> Bool {
        func byString(_ file: ReadFile) -> [StringID: FileEntry] {
            Dictionary(
                file.entries.map { ($0.string, $0) }, uniquingKeysWith: { first, _ in first })
        }
        let (old, new, kept) = (byString(before), byString(wanted), byString(read))
        let merged = byString(found)
        guard found.entries.count == merged.count else { return false }
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
            // Of a file, the details of strings count in the source language, and those of texts in others.
            guard options.isSource ? isRight(\.details) : isRight(\.textDetails) else {
                return false
            }
        }
        return true
    }
}

extension FileFormat {
    /// Writes the files of one language as ``write(_:language:options:)`` does, laid out as ``ExportOptions/skeletons`` say, in formats
    /// that keep layouts.
    ///
    /// A file whose layout no longer fits is written anew, with a notice. Where something is asked to stand for untranslated strings,
    /// layouts are not looked at. Cost: a few times that of ``write(_:language:options:)`` for a file with a layout.
    public func writeLaidOut(
        _ entries: [ExportEntry], language: LanguageTag, options: ExportOptions
    ) throws(InterchangeError) -> ExportResult {
        var result = try write(entries, language: language, options: options)
        guard keepsLayout, options.untranslated == .omit else { return result }
        for index in result.files.indices {
            let file = result.files[index]
            let kept =
                file.section.map { options.skeletons[Value.Text($0)] }
                ?? options.skeletons[Value.Text(options.defaultSection)]
            guard let kept, let skeleton = layout(ofFile: file.path, in: kept),
                !skeleton.utf8.elementsEqual(file.bytes)
            else { continue }
            let own = entries.filter { entry in
                file.section.map { entry.string.section.utf8.elementsEqual($0.utf8) } ?? true
            }
            let laidOut = FileLayout(
                skeleton, self, section: file.section, own, language: language, options)
            if let bytes = try laidOut?.file(at: file.path, own) {
                result.files[index].bytes = bytes
            } else {
                result.notices.append(
                    "The layout that \(file.path) had does not fit its texts any more, so the file is written anew."
                )
            }
        }
        return result
    }

    /// Returns the skeleton of a file that was read, in formats that keep layouts: its text, unless an export writes it just so
    /// anyway.
    ///
    /// `known` is the skeleton that is kept so far. It stays if what has changed in the file can be put into it. `entries` are what
    /// the file says, in the project's order, with what the project knows of the strings. `nil`, so that nothing changes, for a file
    /// without strings, and for one that is too large or no UTF-8.
    ///
    /// Cost: nothing for a file that is the known skeleton, else a few times that of reading and writing.
    public func skeleton(
        of bytes: [UInt8], _ read: ReadFile, known: String, section: String,
        _ entries: [ExportEntry], language: LanguageTag, options: ExportOptions
    ) -> String? {
        guard keepsLayout(of: bytes) else { return read.skeleton }
        guard bytes.count <= FileLayout.maximumSize, !read.entries.isEmpty,
            let text = String(validating: bytes, as: UTF8.self)
        else { return read.skeleton }
        if text.utf8.elementsEqual(known.utf8) { return known }
        let header = read.skeleton ?? ""
        func isWritten(_ skeleton: String) -> Bool {
            var options = options
            let place = [Value.Text(section), Value.Text(options.defaultSection)]
            if !skeleton.isEmpty { for section in place { options.skeletons[section] = skeleton } }
            // What cannot be exported under the names that it has keeps its layout.
            let result = try? writeLaidOut(entries, language: language, options: options)
            return result?.files.contains { $0.bytes == bytes } ?? false
        }
        if isWritten(header) { return header }
        if !known.isEmpty, isWritten(known) { return known }
        return text
    }
}
