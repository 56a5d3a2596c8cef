import JSON
public import Texts
import Translation

extension AppleStrings {
    /// Writes `<language>.lproj/<table>.strings` for each section, and `<table>.stringsdict` for
    /// strings that are not plain texts.
    ///
    /// A plain text that came from the table's `.stringsdict` file is written back to that file. A
    /// `.stringsdict` file without entries is reported as obsolete. Both files are in UTF-8. The
    /// following are left out and listed:
    ///
    /// - lists, choices by ordinal or select, and plural cases for exact numbers
    /// - variables that have no type or are identified by number
    /// - characters that XML cannot represent in a `.stringsdict` file
    public func write(
        _ entries: [ExportEntry], language: LanguageTag, options: ExportOptions
    ) throws(InterchangeError) -> ExportResult {
        try SafePath.require(language.rawValue, called: "language")
        let directory = LanguageSpelling.appleDirectory(language.rawValue)
        var result = ExportResult(files: [], unrepresentable: [])
        for (section, entries) in entries.bySection() {
            let table = try Self.names.name(of: section, default: options.defaultSection)
            var strings = StringsOutput()
            var rules = StringsDictOutput()
            // A table in an XML property list is written as an XML property list.
            let isXML = options.layout.map { PropertyList.isBegun(Array($0.utf8)) } ?? false
            var list = StringsDictOutput()
            let kept = TableLayouts(options.skeletons[Value.Text(section)] ?? "")
            let plainRules = kept.plainRules
            for entry in entries {
                guard let value = entry.written(options) else { continue }
                do throws(UnwritableReason) {
                    guard !entry.string.key.isEmpty else {
                        throw UnwritableReason("In this format, a key cannot be empty.")
                    }
                    if case .text(let text) = value,
                        !plainRules.contains(Value.Text(entry.string.key))
                    {
                        try strings.add(entry, text.string)
                        if isXML { try list.add(entry, value) }
                    } else {
                        try rules.add(entry, value)
                    }
                } catch {
                    result.unrepresentable.append(
                        Unrepresentable(string: entry.string, reason: error.text))
                }
            }
            let path = "\(directory)/\(table).strings"
            if !strings.bytes.isEmpty || rules.isEmpty || kept[path] != nil {
                result.files.append(
                    OutputFile(
                        path: path, section: section,
                        bytes: isXML ? list.bytes : strings.bytes))
            }
            let file = OutputFile(
                path: "\(directory)/\(table).stringsdict", section: section, bytes: rules.bytes)
            // Foundation would prefer an old file to the texts in the `.strings` file.
            if rules.isEmpty { result.obsolete.append(file) } else { result.files.append(file) }
        }
        return result
    }
}

/// Collects the contents of a `.strings` file.
private struct StringsOutput {
    private(set) var bytes: [UInt8] = []

    mutating func add(_ entry: ExportEntry, _ text: String) throws(UnwritableReason) {
        guard !entry.string.key.utf8.contains(0), !text.utf8.contains(0) else {
            throw UnwritableReason("This format cannot represent the character U+0000.")
        }
        if let comment = entry.details.comment { add(comment: comment) }
        add(quoted: entry.string.key)
        bytes += Array(" = ".utf8)
        add(quoted: text)
        bytes += Array(";\n\n".utf8)
    }

    /// Writes a comment.
    ///
    /// If the comment contains `*/`, it is written as `//` comments, or omitted if that is
    /// impossible.
    private mutating func add(comment: String) {
        guard comment.holds("*/") else {
            bytes += Array("/* \(comment) */\n".utf8)
            return
        }
        let breaks: [Unicode.Scalar] = ["\r", "\u{2028}", "\u{2029}"]
        guard !comment.unicodeScalars.contains(where: breaks.contains) else { return }
        for line in comment.split(separator: "\n", omittingEmptySubsequences: false) {
            bytes += Array("// \(line)\n".utf8)
        }
    }

    private mutating func add(quoted text: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0x0A: bytes += Array("\\n".utf8)
            case 0x0D: bytes += Array("\\r".utf8)
            case 0x09: bytes += Array("\\t".utf8)
            case 0..<0x20, 0x7F:
                let digits = String(byte, radix: 16)
                bytes += Array("\\U".utf8)
                bytes += Array(String(repeating: "0", count: 4 - digits.utf8.count).utf8)
                bytes += Array(digits.utf8)
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}

/// Collects the contents of a `.stringsdict` file.
private struct StringsDictOutput {
    private var body = XMLOutput()
    private(set) var isEmpty = true

    var bytes: [UInt8] {
        let head = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">
            <dict>

            """
        return Array(head.utf8) + body.bytes + Array("</dict>\n</plist>\n".utf8)
    }

    mutating func add(_ entry: ExportEntry, _ value: Value) throws(UnwritableReason) {
        try StringsDictWriter.requireSameKind(value, entry.source)
        var writer = StringsDictWriter(entry)
        if let comment = entry.details.comment, !comment.holds("--"),
            comment.utf8.last != UInt8(ascii: "-"),
            !comment.utf8.contains(0x0D), (try? XMLObstacle.require(comment)) != nil
        {
            writer.output.raw("\t<!-- \(comment) -->\n")
        }
        try writer.key(entry.string.key, level: 1)
        try writer.write(value, level: 1)
        body.raw(String(decoding: writer.output.bytes, as: UTF8.self))
        isEmpty = false
    }
}

/// Writes an entry of a `.stringsdict` file.
private struct StringsDictWriter {
    var output = XMLOutput()
    private let source: Value
    private let types: JSONObject?

    init(_ entry: ExportEntry) {
        source = entry.source
        types = entry.details.meta?["valueTypes"]?.objectValue
    }

    /// Throws if a format would be read as a plural, or a plural would be read as a format.
    static func requireSameKind(_ value: Value, _ source: Value) throws(UnwritableReason) {
        var isSourceFormat = false
        if case .format = source { isSourceFormat = true }
        guard hasPlural(value, asFormat: !isSourceFormat) else { return }
        throw UnwritableReason(
            "In this format, the text would be read as \(isSourceFormat ? "a format" : "a plural"), because the source is one."
        )
    }

    private static func hasPlural(_ value: Value, asFormat: Bool) -> Bool {
        switch value {
        case .text, .list: false
        case .format(let text, let variables):
            asFormat && variables.count == 1
                && variables.first.map { text.string == "%#@\($0.name.string)@" } == true
        case .choice(let choice):
            choice.selector == .plural && !asFormat
                || choice.cases.contains { hasPlural($0.value, asFormat: asFormat) }
        }
    }

    mutating func key(_ key: String, level: Int) throws(UnwritableReason) {
        output.raw(Self.indent(level) + "<key>")
        try text(key)
        output.raw("</key>\n")
    }

    private mutating func string(_ content: String, level: Int) throws(UnwritableReason) {
        output.raw(Self.indent(level) + "<string>")
        try text(content)
        output.raw("</string>\n")
    }

    private mutating func text(_ text: String) throws(UnwritableReason) {
        do { try XMLObstacle.require(text) } catch { throw UnwritableReason(error.sentence) }
        output.text(text)
    }

    private static func indent(_ level: Int) -> String { String(repeating: "\t", count: level) }

    private mutating func dictionary(
        level: Int, _ body: (inout Self) throws(UnwritableReason) -> Void
    ) throws(UnwritableReason) {
        output.raw(Self.indent(level) + "<dict>\n")
        try body(&self)
        output.raw(Self.indent(level) + "</dict>\n")
    }

    mutating func write(_ value: Value, level: Int) throws(UnwritableReason) {
        switch value {
        case .text(let text): try string(text.string, level: level)
        case .list: throw UnwritableReason("This format does not support lists.")
        case .format(let text, let variables):
            guard !variables.isEmpty else {
                throw UnwritableReason("The text is a format string without variables.")
            }
            try format(text.string, variables, level: level)
        case .choice(let choice) where choice.selector == .plural:
            let name = choice.argument?.string ?? AppleStrings.usualVariable
            let type =
                types?[name]?.stringValue
                ?? StringsDict.valueType(
                    printedBy: sourcePlural(named: choice.argument, in: source) ?? choice)
            let plain = Value.Choice(by: .plural, cases: choice.cases) ?? choice
            let variable = Value.Variable(name: name, spec: type, choice: plain)
            try format("%#@\(name)@", [variable], level: level)
        case .choice(let choice):
            guard [.device, .width].contains(choice.selector) else {
                throw UnwritableReason(
                    "This format cannot choose a form by \(choice.selector.rawValue).")
            }
            guard choice.argument == nil else {
                throw UnwritableReason("In this format, a choice cannot name an argument.")
            }
            let rule = choice.selector == .width ? StringsDict.width : StringsDict.device
            try dictionary(level: level) { writer throws(UnwritableReason) in
                try writer.key(rule, level: level + 1)
                try writer.dictionary(level: level + 1) { writer throws(UnwritableReason) in
                    for item in choice.cases {
                        try writer.key(item.name.string, level: level + 2)
                        try writer.write(item.value, level: level + 2)
                    }
                }
            }
        }
    }

    /// Returns the plural in the source text that has the same argument.
    ///
    /// The texts of this plural determine the type of the number that is printed.
    private func sourcePlural(named argument: Value.Text?, in value: Value) -> Value.Choice? {
        guard case .choice(let choice) = value else { return nil }
        if choice.selector == .plural { return choice.argument == argument ? choice : nil }
        return choice.cases.lazy.compactMap { sourcePlural(named: argument, in: $0.value) }.first
    }

    private mutating func format(
        _ text: String, _ variables: [Value.Variable], level: Int
    ) throws(UnwritableReason) {
        guard Set(variables.map(\.name)).count == variables.count else {
            throw UnwritableReason("The text has the same variable twice.")
        }
        try dictionary(level: level) { writer throws(UnwritableReason) in
            try writer.key(StringsDict.format, level: level + 1)
            try writer.string(text, level: level + 1)
            for variable in variables { try writer.write(variable, level: level + 1) }
        }
    }

    private mutating func write(
        _ variable: Value.Variable, level: Int
    ) throws(UnwritableReason) {
        let name = variable.name.string
        guard !name.isEmpty, !name.hasPrefix("NSString"), !name.utf8.contains(UInt8(ascii: "@"))
        else { throw UnwritableReason("“\(name)” is not a valid variable name in this format.") }
        guard let type = variable.spec?.string else {
            throw UnwritableReason("The variable “\(name)” has no number type.")
        }
        let choice = variable.choice
        guard choice.selector == .plural, choice.argument == nil else {
            throw UnwritableReason(
                "In this format, variables must be plurals, identified by name and not by number."
            )
        }
        try key(name, level: level)
        try dictionary(level: level) { writer throws(UnwritableReason) in
            try writer.key(StringsDict.ruleType, level: level + 1)
            try writer.string(StringsDict.plural, level: level + 1)
            try writer.key(StringsDict.valueType, level: level + 1)
            try writer.string(type, level: level + 1)
            for item in choice.cases {
                guard PluralCase.categories.contains(item.name.string) else {
                    throw UnwritableReason(
                        "This format does not support plural cases for exact numbers, such as “\(item.name.string)”."
                    )
                }
                guard let text = item.value.plainText else {
                    throw UnwritableReason(
                        "In this format, the cases of a plural must be plain texts.")
                }
                try writer.key(item.name.string, level: level + 1)
                // `%arg` has a meaning only in string catalogs; `printf` reads it as `%a` followed
                // by “rg”.
                try writer.string(text.replacing("%arg", with: "%\(type)"), level: level + 1)
            }
        }
    }
}
