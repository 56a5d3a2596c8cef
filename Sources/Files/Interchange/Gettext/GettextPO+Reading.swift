public import JSON
public import Texts
import Translation

extension GettextPO {
    /// Reads a file in one language, or a template.
    ///
    /// In a file in the source language, the text of an untranslated message is its `msgid`. A
    /// fuzzy text is marked as needing work. The header and obsolete messages form the file's
    /// skeleton.
    public func read(
        _ bytes: [UInt8], context: ReadContext
    ) throws(InterchangeError) -> ReadFile {
        let parser = try POParser(try POHeader.utf8(bytes))
        let messages = parser.messages
        let header = POHeader(messages.first(where: \.isHeader))
        var notices: [FileNotice] = []
        var plurals: GettextPlurals?
        if messages.contains(where: { $0.plural != nil }) {
            let language = context.language ?? header.language
            let found = try GettextPlurals(header, language: language.map(Self.tag))
            if let remark = found.remark {
                notices.append(FileNotice(line: header.line, message: remark))
            }
            plurals = found
        }
        var reading = Reading(
            context: context, plurals: plurals, language: Self.tag(header.language ?? "und"),
            notices: notices)
        for message in messages where !message.isHeader { try reading.add(message) }
        reading.noteFlags()
        return ReadFile(
            language: header.language, entries: reading.entries, notices: reading.notices,
            skeleton: POSkeleton(parser).text, obsolete: Self.obsolete(of: parser, context))
    }

    /// Returns the translations of a file's obsolete messages.
    ///
    /// The result is empty for a file in the source language. Messages that cannot be read are
    /// skipped.
    static func obsolete(of parser: POParser, _ context: ReadContext) -> [FileEntry] {
        guard !context.isSource, !parser.obsolete.isEmpty else { return [] }
        let header = POHeader(parser.messages.first(where: \.isHeader))
        let plurals = try? GettextPlurals(
            header, language: (context.language ?? header.language).map(tag))
        var reading = Reading(
            context: context, plurals: plurals, language: tag(header.language ?? "und"),
            notices: [])
        let current = Set(parser.messages.map { Value.Text($0.key) })
        for message in parser.obsolete where !current.contains(Value.Text(message.key)) {
            try? reading.add(message)
        }
        return reading.entries.filter { $0.value != nil }
    }

    /// The member of an event's format data that stores a file's plural forms.
    static let formsMember = "forms"

    /// Returns the plural forms that a text's file could express, given the format data in the
    /// text's event.
    ///
    /// Returns nil if the file could express all forms of the language.
    public static func pluralForms(in meta: JSONObject) -> Set<Value.Text>? {
        meta[formsMember]?.texts.map { Set($0.map { Value.Text($0) }) }
    }

    /// Converts a language in POSIX spelling to a CLDR tag.
    static func tag(_ spelling: String) -> String {
        String(LanguageSpelling.tag(of: spelling).map { $0 == "_" ? "-" : $0 })
    }

    /// The messages and settings read so far.
    private struct Reading {
        let context: ReadContext
        let plurals: GettextPlurals?
        let language: String
        var notices: [FileNotice]
        var entries: [FileEntry] = []
        private var lines: [Value.Text: Int] = [:]
        private var hasTemplateFlags = false

        init(
            context: ReadContext, plurals: GettextPlurals?, language: String,
            notices: [FileNotice]
        ) {
            self.context = context
            self.plurals = plurals
            self.language = language
            self.notices = notices
        }

        mutating func add(_ message: POMessage) throws(InterchangeError) {
            let key = message.key
            if let line = lines.updateValue(message.line, forKey: Value.Text(key)) {
                throw InterchangeError(
                    "The message “\(message.id.prefix(60))” appears twice: on line \(line) and on line \(message.line).",
                    hint: Refusal.Hint(
                        typed: "Run `msguniq` on the file, or remove one of them.",
                        page: "Remove one of them."), line: message.line)
            }
            let string = StringID(section: context.section, key: key)
            let mark = POMark(message.translatorComments)
            var value = value(of: message, string, mark)
            if value == nil, context.isSource, message.texts.allSatisfy(\.isEmpty) {
                value = Self.source(of: message)
            }
            let comments = message.translatorComments.filter { !POMark.isMark($0) }
            var entry = FileEntry(
                string: string, value: value.map { context.shape.conforming($0, of: string) },
                line: message.line)
            if context.isSource {
                let comment = message.extractedComments.joined(separator: "\n")
                entry.details = StringDetails(
                    comment: comment.isEmpty ? nil : comment,
                    references: message.references.isEmpty ? nil : message.references,
                    meta: FormatMeta.object(
                        Self.members(message, comments, flags: message.flags), key: key,
                        line: message.line, &notices))
            } else {
                let own = message.flags.filter { !POMessage.isOfTemplate($0) }
                if own.count < message.flags.count { hasTemplateFlags = true }
                entry.textDetails = TextDetails(
                    needsWork: value == nil ? nil : message.flags.contains(POMessage.fuzzy),
                    meta: FormatMeta.object(
                        Self.members(message, comments, flags: own)
                            + forms(of: value, mark), key: key,
                        line: message.line, &notices))
            }
            entries.append(entry)
        }

        mutating func noteFlags() {
            guard hasTemplateFlags, !context.shape.values.isEmpty else { return }
            notices.append(
                FileNotice(
                    message:
                        "Flags such as c-format come from the template, so those in translated files are not imported."
                ))
        }

        /// Returns the source text contained in a message.
        private static func source(of message: POMessage) -> Value? {
            guard let plural = message.plural else { return Value(message.id) }
            let cases = [
                Value.Case("one", Value(message.id)), Value.Case("other", Value(plural)),
            ]
            return Value.Choice(by: .plural, cases: cases).map { .choice($0) }
        }

        private static func members(
            _ message: POMessage, _ comments: [String], flags: [String]
        ) -> [(key: String, value: JSONValue)] {
            let flags = flags.filter { $0 != POMessage.fuzzy && !$0.isEmpty }
            return [("comments", comments), ("flags", flags), ("previous", message.previous)]
                .filter { !$1.isEmpty }.map { ($0, JSONValue($1)) }
        }

        /// Returns the plural forms that the file can express, or nothing if it can express all of
        /// the language's forms.
        private func forms(
            of value: Value?, _ mark: POMark?
        ) -> [(key: String, value: JSONValue)] {
            guard case .choice? = value else { return [] }
            let forms = mark?.forms.isEmpty == false ? mark?.forms : plurals?.sayable
            return forms.map { [(GettextPO.formsMember, JSONValue($0))] } ?? []
        }

        /// Returns the translation of a message; `nil` if it is untranslated.
        private mutating func value(
            of message: POMessage, _ string: StringID, _ mark: POMark?
        ) -> Value? {
            guard message.plural != nil else {
                return message.texts.first.flatMap { $0.isEmpty ? nil : Value($0) }
            }
            guard let plurals, message.texts.contains(where: { !$0.isEmpty }) else { return nil }
            var cases: [Value.Case] = []
            for (index, text) in message.texts.enumerated() {
                let names = index < plurals.names.count ? plurals.names[index] : []
                if !names.isEmpty, !text.isEmpty {
                    cases += names.map { Value.Case($0, Value(text)) }
                } else {
                    notices.append(
                        FileNotice(
                            key: string.key, line: message.line,
                            message: text.isEmpty
                                ? "The plural form \(index) is empty."
                                : "The plural form \(index) has no case of its own.",
                            isLeftOut: true))
                }
            }
            cases += (mark?.cases ?? []).map { Value.Case($0.name, Value($0.text)) }
            guard let choice = Value.Choice(by: .plural, cases: cases) else { return nil }
            return .choice(removing(mark?.filled ?? [], from: choice))
        }

        /// Removes the cases that an export filled in, unless they have been changed since then.
        private func removing(_ names: [String], from choice: Value.Choice) -> Value.Choice {
            guard !names.isEmpty else { return choice }
            let left = Value.Choice(
                by: .plural, cases: choice.cases.filter { !names.contains($0.name.string) })
            guard let left else { return choice }
            let cases = choice.cases.filter { item in
                let name = item.name.string
                guard names.contains(name), let text = item.value.plainText else { return true }
                let filled = GettextPlurals.text(of: name, in: left, language: language)
                return !(filled.map { $0.utf8.elementsEqual(text.utf8) } ?? false)
            }
            return Value.Choice(by: .plural, cases: cases) ?? choice
        }
    }
}
