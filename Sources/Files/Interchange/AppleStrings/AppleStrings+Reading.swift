import JSON
import Texts
import Translation

extension AppleStrings {
    /// Reads one of the two files of a table, depending on the contents.
    ///
    /// The file is in UTF-8, or in UTF-16 with a byte order mark. Throws an error with a line
    /// number if a key is duplicated or the file is not a property list. An invalid entry in a
    /// `.stringsdict` file is left out with a notice.
    public func read(
        _ bytes: [UInt8], context: ReadContext
    ) throws(InterchangeError) -> ReadFile {
        guard bytes.count <= Self.maximumSize else {
            throw InterchangeError(
                "The file is larger than \(Self.maximumSize >> 20) MiB.",
                hint: "Split it into several tables.")
        }
        guard !bytes.starts(with: "bplist".utf8) else {
            throw InterchangeError(
                "The file is a binary property list, as found in built apps.",
                hint: Refusal.Hint(
                    typed:
                        "Convert it with `plutil -convert xml1`, or import the project's source file.",
                    page: "Convert it to XML, or import the file in the app's sources."),
                line: 1)
        }
        let text = try Self.text(of: bytes)
        var reading = AppleStringsReading(context)
        if PropertyList.isBegun(Array(text.utf8.prefix(1000))) {
            let list = try PropertyList.read(Array(text.utf8))
            if list.hasOtherComments { reading.noteComment() }
            for member in list.members { reading.add(member) }
        } else {
            let list = try OldPropertyList(text)
            if list.hasDetachedComments { reading.noteComment() }
            for statement in list.statements { try reading.add(statement) }
        }
        var read = ReadFile(entries: reading.entries, notices: reading.notices.all)
        read.subordinate = reading.subordinate
        return read
    }

    /// Decodes a file in UTF-8, or in UTF-16 with a byte order mark.
    private static func text(of bytes: [UInt8]) throws(InterchangeError) -> String {
        let isLittle = bytes.starts(with: [0xFF, 0xFE])
        if isLittle || bytes.starts(with: [0xFE, 0xFF]) {
            let units = stride(from: 2, to: bytes.count - 1, by: 2).map { index in
                let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
                return isLittle ? first | second << 8 : first << 8 | second
            }
            guard bytes.count.isMultiple(of: 2), !units.contains(0),
                let text = String(validating: units, as: UTF16.self)
            else {
                throw InterchangeError(
                    "The file has a UTF-16 byte order mark but is not valid UTF-16.",
                    hint: "Save it as UTF-8.", line: 1,
                    column: 1)
            }
            return text
        }
        return String(decoding: try XMLEncoding.requireUTF8Text(bytes), as: UTF8.self)
    }
}

/// The state of reading a table.
private struct AppleStringsReading {
    private(set) var entries: [FileEntry] = []
    private(set) var subordinate: Set<StringID> = []
    private(set) var notices = Notices()
    private let context: ReadContext
    private var lines: [Value.Text: Int] = [:]

    init(_ context: ReadContext) { self.context = context }

    mutating func noteComment() {
        notices.once("comment", line: nil, "A comment that belongs to no string is not imported.")
    }

    mutating func add(_ statement: OldPropertyList.Statement) throws(InterchangeError) {
        guard let string = string(statement.key, statement.line) else { return }
        if let first = lines.updateValue(statement.line, forKey: Value.Text(statement.key)) {
            throw InterchangeError(
                "The string “\(statement.key.prefix(60))” appears on line \(first) and again on line \(statement.line).",
                hint: "Remove one of them.", line: statement.line)
        }
        append(
            string, Value(statement.value), statement.line, statement.comment)
        subordinate.insert(string)
    }

    mutating func add(_ member: PropertyList.Member) {
        guard let string = string(member.key, member.line) else { return }
        do throws(StringsDict.Fault) {
            var keepsFormats = false
            if case .format? = context.shape.values[string] { keepsFormats = true }
            let entry = try StringsDictEntry(member.value, keepsFormats: keepsFormats)
            for name in entry.unknown {
                notices.once(
                    "member." + name, line: member.line,
                    "The member “\(name)” is unknown and is not imported.")
            }
            var meta = JSONMembers()
            if !entry.valueTypes.isEmpty {
                meta.add(
                    "valueTypes",
                    .object { object in
                        for (variable, type) in entry.valueTypes
                        where !object.members.contains(where: { $0.key == variable }) {
                            object.add(variable, type)
                        }
                    })
            }
            append(string, entry.value, member.line, member.comment, meta)
            if case .text = member.value { subordinate.insert(string) }
        } catch {
            notices.leftOut(member.key, line: member.line, error.sentence)
        }
    }

    private mutating func string(_ key: String, _ line: Int) -> StringID? {
        guard !key.isEmpty else {
            notices.leftOut(key, line: line, "A string without a key has nothing to translate.")
            return nil
        }
        return StringID(section: context.section, key: key)
    }

    private mutating func append(
        _ string: StringID, _ value: Value, _ line: Int, _ comment: String?,
        _ meta: JSONMembers = JSONMembers()
    ) {
        var details = StringDetails()
        // `genstrings` writes this comment if the code has no comment.
        details.comment = comment == "No comment provided by engineer." ? nil : comment
        details.meta = FormatMeta.bounded(meta, of: string.key, line: line, &notices)
        entries.append(
            FileEntry(
                string: string, value: context.shape.conforming(value, of: string),
                isDeliberatelyEmpty: context.isSource && value.isEmptyText, line: line,
                details: details))
    }
}
