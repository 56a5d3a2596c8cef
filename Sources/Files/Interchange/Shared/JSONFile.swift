import Translation
import JSON

/// Reads files that consist of a single JSON object.
enum JSONFile {
    /// Returns the members of a file's top-level object.
    static func object(_ bytes: [UInt8]) throws(InterchangeError) -> JSONObject {
        try FileText.requireSize(bytes)
        let root: JSONValue
        do { root = try JSONValue.parseMarked(bytes) } catch {
            throw fault(error)
        }
        guard let object = root.objectValue else {
            throw InterchangeError(
                "The file is JSON but not an object.",
                hint: "Put its values between “{” and “}”, each with its key.", line: 1)
        }
        return object
    }

    /// Returns the error to report for a file that is not valid JSON.
    static func fault(_ error: JSONError) -> InterchangeError {
        let hint: Refusal.Hint =
            switch error.kind {
            case .byteOrderMark: "Save it as UTF-8 without a byte order mark."
            case .empty: "Fetch the file again; without any strings it is “{}”."
            case .notUTF8: "Save it as UTF-8."
            case .unfinished: "Close open brackets and quotes, or fetch the file again."
            case .followed: "Remove what follows the first value."
            case .duplicateKey: "Remove one of the two, or give it another key."
            case .largeNumber: "Remove the number, or write it as a text."
            case .depth: "Reduce the nesting."
            case .syntax: "Correct the file: it must be JSON in UTF-8."
            }
        return InterchangeError(
            error.message, hint: hint, line: error.line, column: error.column)
    }

    /// Returns the number of keys inside a value, which ``KeyLines`` must skip.
    static func keyCount(in json: JSONValue) -> Int {
        switch json {
        case .array(let items): items.reduce(0) { $0 + keyCount(in: $1) }
        case .object(let object):
            object.members.reduce(0) { $0 + 1 + keyCount(in: $1.value) }
        default: 0
        }
    }

    /// Returns whether the first byte after a byte order mark and white space is `{`.
    static func beginsObject(_ bytes: [UInt8]) -> Bool {
        FileText.withoutMark(bytes[...]).first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
            == UInt8(ascii: "{")
    }

    /// Returns whether the bytes may be the beginning of an object with all of the given keys.
    ///
    /// They must begin with `{` and contain each key in quotes.
    static func mayHave(_ keys: [String], _ bytes: [UInt8]) -> Bool {
        guard beginsObject(bytes) else { return false }
        return keys.allSatisfy { key in
            let wanted = Array("\"\(key)\"".utf8)
            return bytes.indices.contains { index in
                bytes[index] == wanted[0] && bytes[index...].starts(with: wanted)
            }
        }
    }
}
