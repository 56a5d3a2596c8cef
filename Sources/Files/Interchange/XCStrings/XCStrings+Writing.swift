import JSON
import Texts
import Translation

extension XCStrings {
    /// Writes `<table>.xcstrings` for each section, with all languages, in Xcode's formatting.
    ///
    /// The following are left out and listed: choices other than by plural, device and width, cases
    /// for exact numbers, lists with items other than texts, and variables that differ between
    /// variations.
    public func write(
        _ languages: [LanguageEntries], options: ExportOptions
    ) throws(InterchangeError) -> ExportResult {
        var tables: [Value.Text: XCStringsTable] = [:]
        var unrepresentable: [Unrepresentable] = []
        for language in languages {
            for entry in language.entries {
                do throws(UnwritableReason) {
                    try tables[Value.Text(entry.string.section), default: XCStringsTable()].add(
                        entry, language, options)
                } catch {
                    unrepresentable.append(
                        Unrepresentable(
                            string: entry.string, reason: error.text, language: language.language))
                }
            }
        }
        let source = languages.first { $0.isSource }?.language ?? options.sourceLanguage
        var files: [OutputFile] = []
        for (section, table) in tables {
            let name = try Self.names.plainName(
                of: section.string, default: options.defaultSection)
            files.append(
                OutputFile(
                    path: name + ".xcstrings", section: section.string,
                    bytes: table.encoded(source: source?.rawValue ?? "en")))
        }
        // A string that cannot be expressed in any language is reported once per reason.
        var told: Set<[String]> = []
        var result = ExportResult(
            files: files.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) },
            unrepresentable: [])
        for leftOut in unrepresentable {
            let reason = [leftOut.string.section, leftOut.string.key, leftOut.reason]
            if told.insert(reason).inserted {
                result.unrepresentable.append(leftOut)
            } else {
                result.alsoLeftOut.append(leftOut)
            }
        }
        return result
    }
}

/// Collects the contents of a catalog.
private struct XCStringsTable {
    private struct Item {
        var members = JSONMembers()
        var localizations: [(key: String, value: JSONValue)] = []
    }

    private var items: [Value.Text: Item] = [:]
    private var version = "1.0"

    mutating func add(
        _ entry: ExportEntry, _ language: LanguageEntries, _ options: ExportOptions
    ) throws(UnwritableReason) {
        let key = entry.string.key
        guard !key.isEmpty, !key.utf8.contains(0) else {
            throw UnwritableReason(
                "In this format, a key cannot be empty or contain the character U+0000.")
        }
        let text = Value.Text(key)
        if items[text] == nil { items[text] = try item(for: entry) }
        guard !language.isSource else { return }
        let tag = language.language.rawValue
        if let value = entry.value {
            let state =
                entry.textDetails.needsWork == true
                ? XCStringsState.needsReview : XCStringsState.translated
            let meta = entry.textDetails.meta?[XCStringsMeta.state]
            let writer = XCStringsWriter(
                states: state == XCStringsState.needsReview ? meta : nil, usual: state)
            items[text]?.localizations.append((tag, try writer.localization(value)))
            return
        }
        guard let filling = entry.filling(options.untranslated) else { return }
        let writer = XCStringsWriter(states: nil, usual: XCStringsState.new)
        items[text]?.localizations.append((tag, try writer.localization(filling)))
    }

    private mutating func item(for entry: ExportEntry) throws(UnwritableReason) -> Item {
        var item = Item()
        item.members.add("comment", entry.details.comment)
        if entry.details.isTranslatable == false { item.members.add("shouldTranslate", false) }
        let taken = ["comment", "shouldTranslate", "localizations"] + XCStringsMeta.own
        for (name, value) in entry.details.meta?.members ?? [] where !taken.contains(name) {
            item.members.add(name, value)
        }
        if let said = entry.details.meta?[XCStringsMeta.version]?.stringValue { version = said }
        let states = entry.details.meta?[XCStringsMeta.source]
        if states != nil || entry.source != Value(entry.string.key) {
            let writer = XCStringsWriter(states: states, usual: XCStringsState.translated)
            item.localizations.append(("", try writer.localization(entry.source)))
        }
        return item
    }

    func encoded(source: String) -> [UInt8] {
        let strings = items.map { key, item in
            var members = item.members
            let localizations = item.localizations.map {
                (key: $0.key.isEmpty ? source : $0.key, value: $0.value)
            }
            if !localizations.isEmpty {
                members.add(
                    "localizations", .object(JSONObject(uniqueMembers: localizations)))
            }
            return (key: key.string, value: members.json)
        }
        return XcodeJSON.encode(
            .object {
                $0.add("sourceLanguage", source)
                $0.add("strings", .object(JSONObject(uniqueMembers: strings)))
                $0.add("version", version)
            })
    }
}

/// Converts values to localizations.
private struct XCStringsWriter {
    let states: JSONValue?
    let usual: String

    func localization(_ value: Value) throws(UnwritableReason) -> JSONValue {
        if case .list(let items) = value {
            let texts = items.map(\.plainText)
            guard !texts.contains(nil) else {
                throw UnwritableReason("In this format, the items of a list must be plain texts.")
            }
            return .object {
                $0.add(
                    "stringSet",
                    .object {
                        $0.add("state", state(at: ""))
                        $0.add("values", .array(texts.compactMap { $0.map { .string($0) } }))
                    })
            }
        }
        let (text, variables) = try Self.taking(value)
        var members = JSONMembers()
        if let variables { members.add("substitutions", try substitutions(variables)) }
        let node = try node(text, path: "")
        for (name, json) in node.members { members.add(name, json) }
        return members.json
    }

    private func state(at path: String) -> String {
        XCStringsState.state(at: path, in: states, usual: usual)
    }

    private func node(_ value: Value, path: String) throws(UnwritableReason) -> JSONMembers {
        var members = JSONMembers()
        switch value {
        case .text(let text):
            members.add(
                "stringUnit",
                .object {
                    $0.add("state", state(at: path))
                    $0.add("value", text.string)
                })
        case .choice(let choice): members.add("variations", try variations(choice, path: path))
        case .list: throw UnwritableReason("This format does not support lists inside choices.")
        case .format:
            throw UnwritableReason("This format does not support variables inside variables.")
        }
        return members
    }

    private func variations(
        _ choice: Value.Choice, path: String
    ) throws(UnwritableReason) -> JSONValue {
        guard [.plural, .device, .width].contains(choice.selector) else {
            throw UnwritableReason(
                "This format cannot choose a form by \(choice.selector.rawValue).")
        }
        var cases: [(key: String, value: JSONValue)] = []
        for item in choice.cases {
            let name = item.name.string
            guard choice.selector != .plural || PluralCase.categories.contains(name) else {
                throw UnwritableReason(
                    "This format does not support plural cases for exact numbers, such as “\(name)”."
                )
            }
            try Self.requireName(name)
            let below =
                (path.isEmpty ? "" : path + ".") + "\(choice.selector.rawValue).\(name)"
            cases.append((name, try node(item.value, path: below).json))
        }
        return .object {
            $0.add(choice.selector.rawValue, .object(JSONObject(uniqueMembers: cases)))
        }
    }

    private func substitutions(
        _ variables: [Value.Variable]
    ) throws(UnwritableReason) -> JSONValue {
        var members: [(key: String, value: JSONValue)] = []
        for variable in variables {
            let name = variable.name.string
            try Self.requireName(name)
            var object = JSONMembers()
            if let argument = variable.choice.argument?.string {
                guard let number = Int64(argument), String(number) == argument else {
                    throw UnwritableReason(
                        "In this format, a variable is identified by its argument number, not by “\(argument)”."
                    )
                }
                object.add("argNum", .integer(number))
            }
            object.add("formatSpecifier", variable.spec?.string)
            object.add(
                "variations", try variations(variable.choice, path: "substitutions.\(name)"))
            members.append((name, object.json))
        }
        guard let object = JSONObject(members) else {
            throw UnwritableReason("The text has the same variable twice.")
        }
        return .object(object)
    }

    private static func requireName(_ name: String) throws(UnwritableReason) {
        guard name.utf8.contains(0) else { return }
        throw UnwritableReason("In this format, a name cannot contain the character U+0000.")
    }

    /// Separates the variables from the formats in a value.
    ///
    /// All formats must have the same variables.
    private static func taking(
        _ value: Value
    ) throws(UnwritableReason) -> (value: Value, variables: [Value.Variable]?) {
        switch value {
        case .format(let text, let variables):
            guard !variables.isEmpty else {
                throw UnwritableReason("The text is a format string without variables.")
            }
            return (.text(text), variables)
        case .text, .list: return (value, nil)
        case .choice(let choice):
            let taken = try choice.cases.map { item throws(UnwritableReason) in
                try taking(item.value)
            }
            guard let first = taken.first, taken.allSatisfy({ $0.variables == first.variables })
            else {
                throw UnwritableReason("The variables are not the same in all variations.")
            }
            let cases = zip(choice.cases, taken).map { Value.Case($0.name.string, $1.value) }
            let copy = Value.Choice(
                by: choice.selector, argument: choice.argument?.string, cases: cases)
            return (copy.map { .choice($0) } ?? value, first.variables)
        }
    }
}
