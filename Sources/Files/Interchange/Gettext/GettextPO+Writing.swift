import JSON
public import Texts
import Translation

extension GettextPO {
    /// Writes `<tag>/LC_MESSAGES/<domain>.po` for each section, or `<domain>.pot` for the source
    /// language.
    ///
    /// A template can only express source texts that equal their keys. If any source text differs
    /// from its key, the source language is written as a PO file. All strings are written;
    /// untranslated strings have an empty text. A file keeps its own `Plural-Forms` if they are a
    /// subset of the language's plural categories. The cost is a few times the cost of reading.
    public func write(
        _ entries: [ExportEntry], language: LanguageTag, options: ExportOptions
    ) throws(InterchangeError) -> ExportResult {
        let files = try SectionFiles.divided(
            entries, options: options, defaultName: Self.defaultDomain)
        var result = ExportResult(files: [], unrepresentable: [])
        let directory = Self.spelling(of: language, among: options.languages)
        for (domain, section, entries) in files {
            let isTemplate =
                options.isSource && entries.allSatisfy { Self.saysItself($0) }
            var skeleton: POSkeleton?
            do {
                skeleton = try options.skeletons[Value.Text(section)].map(POSkeleton.init(text:))
            } catch {
                result.notices.append(
                    "The stored header and obsolete messages of \(domain) in \(language) are not valid PO, and are left out."
                )
            }
            let writing = Writing(
                language: language.rawValue, spelling: directory, section: section,
                isTemplate: isTemplate, skeleton: skeleton)
            let (bytes, leftOut) = try writing.file(entries, options)
            let path = isTemplate ? "\(domain).pot" : "\(directory)/LC_MESSAGES/\(domain).po"
            result.files.append(OutputFile(path: path, section: section, bytes: bytes))
            result.unrepresentable += leftOut
        }
        result.files.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
        return result
    }

    /// Returns a language in gettext's POSIX spelling, such as `zh_TW` for `zh-Hant-TW`.
    ///
    /// If the project also contains `zh-TW`, that language is spelled `zh_TW`, and `zh-Hant-TW`
    /// keeps its script.
    private static func spelling(
        of language: LanguageTag, among languages: Set<LanguageTag>
    ) -> String {
        let whole = FileLanguage.underscored(language)
        let bare = LanguageSpelling.withoutImpliedScript(language.rawValue)
            .flatMap(LanguageTag.init)
        if let bare, languages.contains(bare) { return whole }
        return LanguageSpelling.posix(language.rawValue) ?? whole
    }

    /// Returns whether a template can express the source text.
    ///
    /// The text must equal the key, or be a plural whose singular equals the key.
    private static func saysItself(_ entry: ExportEntry) -> Bool {
        let id = Value(POMessage.parts(ofKey: entry.string.key).id)
        switch entry.value ?? entry.source {
        case .choice(let choice):
            return choice.selector == .plural && choice.cases.count == 2
                && choice["one"] == id && choice["other"]?.plainText != nil
        // Other kinds return true, because PO files cannot express them and a template omits them
        // too.
        case .text: return (entry.value ?? entry.source) == id
        default: return true
        }
    }

    /// A file to be written.
    private struct Writing {
        let language: String
        let spelling: String
        let section: String
        let isTemplate: Bool
        let skeleton: POSkeleton?

        func file(
            _ entries: [ExportEntry], _ options: ExportOptions
        ) throws(InterchangeError) -> (bytes: [UInt8], unrepresentable: [Unrepresentable]) {
            var file = CheckedFile(entries, options) { entry, value in
                obstacle(entry, value)
            }
            let sources = entries.map { ($0.string, $0.source) }
            let context = ReadContext(
                section: section, isSource: options.isSource,
                shape: SourceShape(
                    values: Dictionary(sources, uniquingKeysWith: { first, _ in first })))
            let bytes = try file.finish(encode: { encoded($0, options) }) {
                (bytes) throws(InterchangeError) in
                let file = try GettextPO().read(bytes, context: context)
                return ownForms == nil ? file : Self.removingForms(file, unlessIn: entries)
            }
            return (bytes, file.unrepresentable)
        }

        /// The file's own plural forms, if each of them is a category of the language.
        private var ownForms: GettextPlurals? {
            guard !isTemplate else { return nil }
            return skeleton?.pluralForms.flatMap { GettextPlurals(own: $0, language: language) }
        }

        /// Removes the stored forms from texts that did not have any when they were written.
        private static func removingForms(
            _ file: ReadFile, unlessIn entries: [ExportEntry]
        ) -> ReadFile {
            let known = Set(
                entries.lazy.filter { $0.textDetails.meta?[formsMember] != nil }.map(\.string))
            var file = file
            for index in file.entries.indices where !known.contains(file.entries[index].string) {
                guard let meta = file.entries[index].textDetails.meta else { continue }
                let members = meta.members.filter { $0.key != formsMember }
                file.entries[index].textDetails.meta =
                    members.isEmpty ? nil : JSONObject(uniqueMembers: members)
            }
            return file
        }

        private func obstacle(_ entry: ExportEntry, _ value: Value?) -> String? {
            if entry.string.key.isEmpty {
                return "In this format, a message without a source text is the header."
            }
            let texts = [entry.string.key] + (value?.texts.map(\.text) ?? [])
            if texts.contains(where: { $0.utf8.contains(0) }) {
                return "In this format, a text cannot contain U+0000."
            }
            let isPlural = plural(of: entry.source) != nil
            guard let value else { return nil }
            switch value {
            case .text(let text):
                if isPlural { return "The source is a plural, but the text is not." }
                return text.string.isEmpty
                    ? "This format treats an empty text as untranslated." : nil
            case .choice(let choice):
                guard choice.selector == .plural else {
                    return
                        "This format cannot choose a form by \(choice.selector.rawValue); it supports only plurals."
                }
                if !isPlural { return "The text is a plural, but the source is not." }
                if choice.cases.contains(where: { $0.value.plainText == nil }) {
                    return "In this format, the cases of a plural must be plain texts."
                }
                return choice.cases.contains { $0.value.isEmptyText }
                    ? "This format treats an empty text as untranslated." : nil
            case .list: return "This format does not support lists."
            case .format: return "This format does not support texts with plural variables."
            }
        }

        /// Returns the text to write as the plural of the source text; nil if it is not a plural.
        private func plural(of source: Value) -> String? {
            guard case .choice(let choice) = source, choice.selector == .plural else { return nil }
            return (choice["other"] ?? choice.cases.last?.value)?.plainText
        }

        private func encoded(_ items: [CheckedFile.Item], _ options: ExportOptions) -> [UInt8] {
            var numbers: Set<UInt64> = []
            let own = ownForms
            for case .choice(let choice)? in items.map(\.value) where !isTemplate && own == nil {
                numbers.formUnion(
                    choice.cases.compactMap { PluralCase.exactNumber(of: $0.name.string) }
                        .map { UInt64($0) })
            }
            let exact = numbers.sorted()
            let plurals = own ?? GettextPlurals(language: language, exact: exact)
            let names = plurals.names.flatMap(\.self)
            var output = POOutput()
            output.header(
                skeleton?.header, spelling: spelling, language: language,
                pluralForms: own == nil ? nil : skeleton?.pluralForms, exact: exact, names: names)
            for item in items { output.message(message(of: item, plurals, options)) }
            // A message that is in use again is not restored, because it would be duplicated.
            let keys = Set(items.map { Value.Text($0.entry.string.key) })
            for message in skeleton?.obsolete ?? [] where !keys.contains(Value.Text(message.key)) {
                output.message(message)
            }
            return output.bytes
        }

        private func message(
            of item: CheckedFile.Item, _ plurals: GettextPlurals, _ options: ExportOptions
        ) -> POMessage {
            let entry = item.entry
            let parts = POMessage.parts(ofKey: entry.string.key)
            var message = POMessage(context: parts.context, id: parts.id)
            message.plural = plural(of: entry.source)
            message.extractedComments =
                entry.details.comment.map {
                    $0.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
                        .map { String(Substring($0)) }
                } ?? []
            message.references = entry.details.references ?? []
            let meta = options.isSource ? entry.details.meta : entry.textDetails.meta
            message.translatorComments = meta?["comments"]?.texts ?? []
            message.previous = meta?["previous"]?.texts ?? []
            let own = meta?["flags"]?.texts ?? []
            if !options.isSource {
                if entry.textDetails.needsWork == true, item.value != nil {
                    message.flags.append(POMessage.fuzzy)
                }
                message.flags += (entry.details.meta?["flags"]?.texts ?? [])
                    .filter(POMessage.isOfTemplate)
            }
            message.flags += own
            let comments = message.translatorComments
            fill(&message, with: item.value, plurals, forms: meta?[formsMember]?.texts ?? [])
            if entry.isFitted { message.translatorComments = comments }
            return message
        }

        private func fill(
            _ message: inout POMessage, with value: Value?, _ plurals: GettextPlurals,
            forms: [String]
        ) {
            let names = plurals.names.flatMap(\.self)
            guard message.plural != nil else {
                message.texts = [isTemplate ? "" : value?.plainText ?? ""]
                return
            }
            guard !isTemplate, case .choice(let choice)? = value else {
                message.texts = names.map { _ in "" }
                return
            }
            message.texts = names.map {
                GettextPlurals.text(of: $0, in: choice, language: language) ?? ""
            }
            var mark = POMark()
            mark.filled = names.filter { choice[$0] == nil }
            // If the forms are equal, a reader determines them from the file without a mark.
            if forms != plurals.sayable { mark.forms = forms }
            mark.cases = choice.cases.compactMap { item in
                let name = item.name.string
                return names.contains(name) ? nil : (name, item.value.plainText ?? "")
            }
            if let comment = mark.comment { message.translatorComments.append(comment) }
        }
    }
}
