import JSON
import Translation

/// A parsed catalog, in which the contents of localizations are not parsed yet.
struct XCStringsDocument: Sendable {
    /// A string in the catalog.
    struct Entry: Sendable {
        let key: String
        let line: Int
        let members: JSONObject

        /// The localizations by language, as spelled in the file.
        let localizations: JSONObject
    }

    let sourceLanguage: String
    let version: String
    private(set) var entries: [Entry] = []
    private(set) var notices = Notices()

    init(_ bytes: [UInt8]) throws(InterchangeError) {
        guard bytes.count <= XCStrings.maximumSize else {
            throw InterchangeError(
                "The file is larger than \(XCStrings.maximumSize >> 20) MiB.",
                hint: "Split it into several tables.")
        }
        let json: JSONValue
        do { json = try JSONValue.parseMarked(bytes) } catch {
            throw JSONFile.fault(error)
        }
        guard let root = json.objectValue, let source = root["sourceLanguage"]?.stringValue,
            let strings = root["strings"]?.objectValue
        else {
            throw InterchangeError(
                "The file is not a string catalog: “sourceLanguage” or “strings” is missing.",
                hint: .nameFormat, line: 1)
        }
        sourceLanguage = source
        version = root["version"]?.stringValue ?? "1.0"
        var lines = KeyLines(bytes)
        for (name, value) in root.members {
            let line = lines.next()
            if name == "strings" {
                try add(strings, &lines)
                continue
            }
            lines.skip(Self.keyCount(in: value))
            if !["sourceLanguage", "version"].contains(name) {
                notices.once(
                    name, line: line, "The member “\(name)” is unknown and is not imported.")
            }
        }
    }

    private mutating func add(
        _ strings: JSONObject, _ lines: inout KeyLines
    ) throws(InterchangeError) {
        for (key, value) in strings.members {
            let line = lines.next()
            lines.skip(Self.keyCount(in: value))
            let localizations = value.objectValue?["localizations"]
            guard let members = value.objectValue,
                localizations == nil || localizations?.objectValue != nil
            else {
                throw InterchangeError(
                    "The string “\(key.prefix(60))” or its localizations are not an object.",
                    hint: "Correct the file; an empty string is “{}”.", line: line)
            }
            guard !key.isEmpty else {
                notices.leftOut(key, line: line, "A string without a key has nothing to translate.")
                continue
            }
            entries.append(
                Entry(
                    key: key, line: line, members: members,
                    localizations: localizations?.objectValue ?? JSONObject(uniqueMembers: [])))
        }
    }

    /// Returns the number of keys in all objects inside a value.
    private static func keyCount(in json: JSONValue) -> Int {
        switch json {
        case .array(let items): items.reduce(0) { $0 + keyCount(in: $1) }
        case .object(let object):
            object.members.reduce(0) { $0 + 1 + keyCount(in: $1.value) }
        default: 0
        }
    }
}
