import FoundationEssentials
package import GRDB
import JSON
import Texts
import Translation

/// A string as stored in the database: its UTF-8 bytes as a blob.
///
/// SQLite text ends at the first NUL if it is read as a C string, but keys may contain any
/// character. Blobs are compared byte by byte, which is the sort order of all queries.
package struct StoredText: DatabaseValueConvertible {
    package let string: String

    package init(_ string: String) { self.string = string }

    /// The bytes of the text.
    package var databaseValue: DatabaseValue { Data(string.utf8).databaseValue }

    /// Reads a blob.
    package static func fromDatabaseValue(_ value: DatabaseValue) -> StoredText? {
        guard case .blob(let bytes) = value.storage else { return nil }
        return StoredText(String(decoding: bytes, as: UTF8.self))
    }
}

extension [UInt8] {
    /// The bytes as a blob.
    package var blob: DatabaseValue { Data(self).databaseValue }
}

extension JSONValue {
    /// The value's canonical JSON as a blob.
    var blob: DatabaseValue { CanonicalJSON.encode(self).blob }
}

extension Row {
    /// Returns the string in a column with UTF-8 bytes, or `nil` if the column is null.
    func text(_ index: Int) throws -> String? {
        try bytes(index) { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the string in a column that is never null.
    func requiredText(_ index: Int) throws -> String {
        try text(index) ?? ""
    }

    /// Returns the bytes of a blob, or `nil` if the column is null.
    func blob(_ index: Int) throws -> [UInt8]? {
        try bytes(index) { Array($0) }
    }

    /// Returns the event id in a column, or `nil` if the column is null.
    func eventID(_ index: Int) -> EventID? {
        (self[index] as String?).flatMap(EventID.init)
    }

    /// Returns the language tag in a column, or `nil` if the column is null.
    func tag(_ index: Int) -> LanguageTag? {
        (self[index] as String?).flatMap(LanguageTag.init)
    }

    /// Returns the canonical JSON in a column, or `nil` if the column is null.
    func json(_ index: Int) throws -> JSONValue? {
        try blob(index).map { try JSONValue.parse($0) }
    }

    /// Returns the value in a column, or `nil` if the column is null.
    func storedValue(_ index: Int) throws -> Texts.Value? {
        try bytes(index) { json in Result { try Texts.Value(stored: json) } }?.get()
    }

    /// Returns the person whose name and address are in two columns, or `nil` if the name is null.
    func actor(_ index: Int) throws -> Actor? {
        guard let name = try text(index) else { return nil }
        return Actor(name: name, email: try requiredText(index + 1))
    }

    private func bytes<Result>(
        _ index: Int, _ body: (UnsafeRawBufferPointer) -> Result
    ) throws -> Result? {
        try withUnsafeData(atIndex: index) { data in
            data.map { $0.withUnsafeBytes(body) }
        }
    }
}

extension Texts.Value {
    /// Parses the canonical JSON of a value, which is nearly always a single text.
    init(stored json: UnsafeRawBufferPointer) throws {
        if let text = CanonicalJSON.text(json) {
            self.init(text)
        } else {
            try self.init(json: JSONValue.parse(Array(json)))
        }
    }
}
