import FoundationEssentials
package import GRDB
import JSON
import Texts
import Translation

/// A text as the database holds it: its UTF-8 bytes as a blob.
///
/// SQLite's own texts end at the first NUL when they are read as C strings, and keys may hold any character.
/// Blobs compare byte by byte, which is the order that everything here is sorted in.
package struct StoredText: DatabaseValueConvertible {
    /// The text.
    package let string: String

    /// Wraps a text.
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
    /// The bytes as a blob of the database.
    package var blob: DatabaseValue { Data(self).databaseValue }
}

extension JSONValue {
    /// The value as a blob of canonical JSON.
    var blob: DatabaseValue { CanonicalJSON.encode(self).blob }
}

extension Row {
    /// The text of a column that contains UTF-8, or `nil` if it is null.
    func text(_ index: Int) throws -> String? {
        try bytes(index) { String(decoding: $0, as: UTF8.self) }
    }

    /// The text of a column that is never null.
    func requiredText(_ index: Int) throws -> String {
        try text(index) ?? ""
    }

    /// The bytes of a blob, or `nil` if the column is null.
    func blob(_ index: Int) throws -> [UInt8]? {
        try bytes(index) { Array($0) }
    }

    /// The event id in a column, or `nil` if it is null.
    func eventID(_ index: Int) -> EventID? {
        (self[index] as String?).flatMap(EventID.init)
    }

    /// The language tag of a column, or `nil` where it is null.
    func tag(_ index: Int) -> LanguageTag? {
        (self[index] as String?).flatMap(LanguageTag.init)
    }

    /// The canonical JSON of a column, or `nil` where it is null.
    func json(_ index: Int) throws -> JSONValue? {
        try blob(index).map { try JSONValue.parse($0) }
    }

    /// The value of a column, or `nil` where it is null.
    func storedValue(_ index: Int) throws -> Texts.Value? {
        try bytes(index) { json in Result { try Texts.Value(stored: json) } }?.get()
    }

    /// The person of two columns, or `nil` where the first is null.
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
    /// Reads the canonical JSON of a value, which is a text nearly always.
    init(stored json: UnsafeRawBufferPointer) throws {
        if let text = CanonicalJSON.text(json) {
            self.init(text)
        } else {
            try self.init(json: JSONValue.parse(Array(json)))
        }
    }
}
