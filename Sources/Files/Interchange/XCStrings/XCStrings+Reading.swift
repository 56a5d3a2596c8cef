import JSON
import Texts
import Translation

extension XCStrings {
    /// Parses a string catalog.
    public func catalogue(_ bytes: [UInt8]) throws(InterchangeError) -> any Catalogue {
        try XCStringsDocument(bytes)
    }
}

extension XCStringsDocument: Catalogue {
    /// The source language, followed by all other languages with localizations, in Xcode's order.
    var languages: [String] {
        var found: Set<String> = []
        for entry in entries {
            for (language, _) in entry.localizations.members { found.insert(language) }
        }
        found.remove(sourceLanguage)
        let others = found.map { XcodeOrder.Key($0) }.sorted()
        return [sourceLanguage] + others.map(\.text)
    }

    /// Reads one language: the language in the context, or otherwise the source language.
    ///
    /// Entries in other languages include the source text. An invalid localization is left out with
    /// a notice, and all others are read.
    func read(_ context: ReadContext) -> ReadFile {
        let language = context.language ?? sourceLanguage
        var reading = XCStringsReading(self, language: language, context: context)
        for entry in entries { reading.add(entry) }
        var read = ReadFile(
            language: language, sourceLanguage: sourceLanguage, entries: reading.entries,
            notices: reading.notices.all)
        read.stubs = reading.stubs
        return read
    }
}

/// The state of reading one language of a catalog.
private struct XCStringsReading {
    private(set) var entries: [FileEntry] = []
    private(set) var stubs: [StringID: ReadFile.Stub] = [:]
    private(set) var notices: Notices
    private let document: XCStringsDocument
    private let language: String
    private let context: ReadContext

    init(_ document: XCStringsDocument, language: String, context: ReadContext) {
        self.document = document
        self.language = language
        self.context = context
        notices = document.notices
    }

    private var isSource: Bool { language.utf8.elementsEqual(document.sourceLanguage.utf8) }

    mutating func add(_ entry: XCStringsDocument.Entry) {
        let string = StringID(section: context.section, key: entry.key)
        let source = localization(document.sourceLanguage, entry, isNoted: isSource)
        if source == nil, entry.localizations[document.sourceLanguage] != nil, isSource { return }
        let sourceValue = source?.value ?? Value(entry.key)
        if isSource {
            let value = context.shape.conforming(sourceValue, of: string)
            entries.append(
                FileEntry(
                    string: string, value: value, isDeliberatelyEmpty: value.isEmptyText,
                    line: entry.line, details: details(of: entry, source: source)))
            return
        }
        let own = localization(language, entry, isNoted: true)
        if own == nil, entry.localizations[language] != nil { return }
        let isStub = own.map { self.isStub($0, of: sourceValue) } ?? false
        let value = isStub ? nil : own.map { context.shape.conforming($0.value, of: string) }
        entries.append(
            FileEntry(
                string: string, source: context.shape.conforming(sourceValue, of: string),
                value: value, isDeliberatelyEmpty: value?.isEmptyText ?? false, line: entry.line,
                details: details(of: entry, source: source),
                textDetails: value == nil ? TextDetails() : textDetails(of: own, entry)))
        if isStub, let own {
            stubs[string] = ReadFile.Stub(value: own.value, details: textDetails(of: own, entry))
        }
    }

    /// Returns whether Xcode created a localization that was never translated.
    private func isStub(_ localization: XCStringsLocalization, of source: Value) -> Bool {
        let isNew = localization.states.allSatisfy { $0.state == XCStringsState.new }
        let says = localization.value.texts.contains { !$0.text.isEmpty }
        return isNew && (!says || localization.value == source)
    }

    private mutating func localization(
        _ language: String, _ entry: XCStringsDocument.Entry, isNoted: Bool
    ) -> XCStringsLocalization? {
        guard let json = entry.localizations[language] else { return nil }
        do {
            let localization = try XCStringsLocalization(json)
            for name in localization.unknown where isNoted {
                notices.once(
                    "localization." + name, line: entry.line,
                    "The member “\(name)” of localizations is unknown and is not imported.")
            }
            return localization
        } catch {
            if isNoted { notices.leftOut(entry.key, line: entry.line, error.sentence) }
            return nil
        }
    }

    private mutating func details(
        of entry: XCStringsDocument.Entry, source: XCStringsLocalization?
    ) -> StringDetails {
        var meta = JSONMembers()
        let known = ["comment", "localizations", "shouldTranslate"]
        for (name, value) in entry.members.members
        where !known.contains(name) && !XCStringsMeta.own.contains(name) {
            meta.add(name, value)
        }
        if document.version != "1.0" { meta.add(XCStringsMeta.version, document.version) }
        if let source {
            let states = XCStringsState.meta(of: source.states, usual: XCStringsState.translated)
            let isImplied = source.value == Value(entry.key)
            meta.add(
                XCStringsMeta.source, states ?? (isImplied ? .string("translated") : nil))
        }
        var details = StringDetails()
        details.comment = entry.members["comment"]?.stringValue
        details.isTranslatable = entry.members["shouldTranslate"]?.boolValue ?? true
        details.meta = FormatMeta.bounded(meta, of: entry.key, line: entry.line, &notices)
        return details
    }

    private mutating func textDetails(
        of localization: XCStringsLocalization?, _ entry: XCStringsDocument.Entry
    ) -> TextDetails {
        guard let states = localization?.states else { return TextDetails() }
        let needsWork = states.contains { $0.state != XCStringsState.translated }
        guard needsWork else { return TextDetails(needsWork: false) }
        var meta = JSONMembers()
        meta.add(
            XCStringsMeta.state,
            XCStringsState.meta(of: states, usual: XCStringsState.needsReview))
        return TextDetails(
            needsWork: true,
            meta: FormatMeta.bounded(meta, of: entry.key, line: entry.line, &notices))
    }
}

/// The names in `meta` for this format's own data, which is stored next to Xcode's members.
enum XCStringsMeta {
    /// The states of the source language's texts.
    ///
    /// If this member is present, the file contains these texts.
    static let source = "sourceState"
    /// The states of a text that needs work.
    static let state = "state"
    /// The file's version, if it is not 1.0.
    static let version = "fileVersion"

    static let own = [source, version]
}
