import Texts
import Translation

/// The source language's file, whose layout is used for the first file of another language.
struct LayoutTemplate {
    private let format: any FileFormat
    private let section: String?
    private let options: ExportOptions
    private let path: String
    private let text: String
    private let skeleton: String
    private let read: ReadFile
    private let source: LanguageTag

    /// Parses the source language's file; returns `nil` if it is too large or the format cannot
    /// read it.
    init?(
        _ kept: String, ofFile path: String, _ format: any FileFormat, section: String?,
        _ options: ExportOptions
    ) {
        guard let source = options.sourceLanguage,
            let layout = format.traits.skeletons.layout(ofFile: path, in: kept),
            layout.utf8.count <= FileLayout.maximumSize
        else { return nil }
        self.path = path
        self.format = format
        self.section = section
        self.options = options
        self.source = source
        text = format.traits.skeletons.template(of: layout)
        skeleton = format.traits.skeletons.skeleton(kept, with: text, ofFile: path)
        let context = ReadContext(
            section: section ?? options.defaultSection, isSectionNamed: section != nil,
            isSource: true, language: source.rawValue, sourceLanguage: source.rawValue,
            contexts: options.contexts)
        guard let read = try? format.read(Array(text.utf8), context: context) else { return nil }
        self.read = read
    }

    /// Returns the file of a language with this layout, or `nil` if the layout does not fit.
    ///
    /// The source language's file contains texts, or translations of its own texts, as is common in
    /// XLIFF. The merged file is read back, and must have the same strings as a file without a
    /// layout. The cost is a few times the cost of writing.
    func file(of language: LanguageEntries) throws(InterchangeError) -> [UInt8]? {
        let entries = language.entries.filter { entry in
            section.map { entry.string.section.utf8.elementsEqual($0.utf8) } ?? true
        }
        var own = LanguageEntries(language: language.language, isSource: false, entries: entries)
        let translated = LanguageEntries(language: source, isSource: false, entries: entries)
        guard format.traits.isForExchange,
            let kept = entriesRead(from: Array(text.utf8), translated),
            kept.entries.contains(where: { $0.value != nil })
        else { return try merged(own, read, isSource: true) }
        // If a file has no text states, no states are added.
        if kept.entries.allSatisfy({ $0.textDetails.needsWork == nil }) {
            for index in own.entries.indices where own.entries[index].textDetails.needsWork == false
            {
                own.entries[index].textDetails.needsWork = nil
            }
        }
        return try merged(own, kept, isSource: false)
    }

    /// Replaces the contents of the source language's file, `kept`, with the texts in another
    /// language.
    private func merged(
        _ language: LanguageEntries, _ kept: ReadFile, isSource: Bool
    ) throws(InterchangeError) -> [UInt8]? {
        let known = Dictionary(
            language.entries.map { ($0.string, $0) }, uniquingKeysWith: { first, _ in first })
        let base = kept.entries.map { entry in
            let own = known[entry.string]
            let value = entry.value ?? (isSource ? entry.source ?? Value("") : nil)
            let said = isSource ? value : entry.source ?? own?.source ?? value
            return ExportEntry(
                string: entry.string, source: said ?? Value(""), value: value,
                details: own?.details ?? entry.details, textDetails: entry.textDetails)
        }
        let own = LanguageEntries(
            language: language.language, isSource: false,
            entries: kept.ordered(language.entries).map(\.entry))
        guard let new = try written(own),
            let usual = try written(
                LanguageEntries(language: source, isSource: isSource, entries: base)),
            let wanted = entriesRead(from: new, own)
        else { return nil }
        let bytes = Array(text.utf8)
        // Header fields that the template lacks are added.
        let old = Array(
            format.traits.skeletons.template(of: String(decoding: usual, as: UTF8.self)).utf8)
        let json = JSONLayout.merged(file: bytes, base: old, new: new)
        for wholeLines in json == nil ? [false, true] : [false] {
            let merged =
                json
                ?? LayoutMerge.merged(file: bytes, base: old, new: new, wholeLines: wholeLines)
            if let found = entriesRead(from: merged, own), agree(found, wanted) { return merged }
        }
        return nil
    }

    /// Writes a language's file with the same declarations as in the template.
    private func written(
        _ language: LanguageEntries
    ) throws(InterchangeError) -> [UInt8]? {
        var options = options
        options.isSource = language.isSource
        options.layout = text
        options.skeletons = [Value.Text(section ?? options.defaultSection): skeleton]
        let files = try format.write([language], options: options).files
        // An Apple table consists of two files.
        let ending = path.utf8.lastIndex(of: UInt8(ascii: ".")).map { String(path[$0...]) } ?? ""
        let file = files.count == 1 ? files.first : nil
        return (file ?? files.first { FilePath.hasEnding(ending, in: $0.path) })?.bytes
    }

    private func entriesRead(from bytes: [UInt8], _ language: LanguageEntries) -> ReadFile? {
        let sources = language.entries.map { ($0.string, $0.source) }
        let context = ReadContext(
            section: section ?? options.defaultSection, isSectionNamed: section != nil,
            isSource: false,
            shape: SourceShape(
                values: Dictionary(sources, uniquingKeysWith: { first, _ in first })),
            language: language.language.rawValue, sourceLanguage: source.rawValue,
            contexts: options.contexts)
        return try? format.read(bytes, context: context)
    }

    /// Returns true if two files have the same language, the same texts and the same text details.
    private func agree(_ found: ReadFile, _ wanted: ReadFile) -> Bool {
        func byString(_ file: ReadFile) -> [StringID: FileEntry] {
            Dictionary(
                file.entries.map { ($0.string, $0) }, uniquingKeysWith: { first, _ in first })
        }
        let (own, other) = (byString(found), byString(wanted))
        return found.language == wanted.language && found.entries.count == own.count
            && own.count == other.count
            && own.allSatisfy { string, entry in
                guard let twin = other[string] else { return false }
                // If the keys of a file are its source texts, the file has no separate source
                // texts.
                let sources = [entry.source, twin.source].compactMap(\.self)
                return entry.value == twin.value && sources.first == sources.last
                    && entry.isDeliberatelyEmpty == twin.isDeliberatelyEmpty
                    && entry.textDetails == twin.textDetails
            }
    }
}

extension ReadFile {
    /// Returns strings in file order, with the position of each string in the file.
    ///
    /// A string that the file lacks follows the string before it in `entries`.
    func ordered(_ entries: [ExportEntry]) -> [(entry: ExportEntry, place: Int?)] {
        let places = Dictionary(
            self.entries.enumerated().map { ($1.string, $0) },
            uniquingKeysWith: { first, _ in first })
        var groups: [[(entry: ExportEntry, place: Int?)]] = Array(
            repeating: [], count: self.entries.count + 1)
        var group = 0
        for entry in entries {
            let place = places[entry.string]
            if let place { group = place + 1 }
            groups[group].append((entry, place))
        }
        return Array(groups.joined())
    }
}
