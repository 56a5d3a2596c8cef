/// A readable JSON value: a ``JSONValue``, or a value that is decoded from a document on demand.
public protocol JSONReadable {
    /// The type that gives access to the members of an object.
    associatedtype Object: JSONReadableObject where Object.Member == Self

    /// The string, if the value is a string.
    var stringValue: String? { get }
    /// The number, if the value is an integer.
    var integerValue: Int64? { get }
    /// The Boolean, if the value is `true` or `false`.
    var boolValue: Bool? { get }
    /// The members, if the value is an object.
    var objectValue: Object? { get }
    /// The value in a form that can be stored.
    var json: JSONValue { get }
    /// Passes a string's UTF-8 bytes to `body`.
    ///
    /// Returns false if the value is not a string.
    func lendText(to body: (UnsafeBufferPointer<UInt8>) -> Void) -> Bool
}

/// Access to the members of a JSON object by name.
public protocol JSONReadableObject {
    /// The type of the member values.
    associatedtype Member: JSONReadable where Member.Object == Self

    /// Returns the value for a key; keys are compared by bytes.
    subscript(key: String) -> Member? { get }
    /// The object in a form that can be stored.
    var json: JSONObject { get }
}

extension JSONValue: JSONReadable {
    /// The value itself.
    public var json: JSONValue { self }

    /// Passes a string's UTF-8 bytes to `body`.
    ///
    /// Returns false if the value is not a string.
    public func lendText(to body: (UnsafeBufferPointer<UInt8>) -> Void) -> Bool {
        guard case .string(var text) = self else { return false }
        text.withUTF8(body)
        return true
    }
}

extension JSONObject: JSONReadableObject {
    /// The object itself.
    public var json: JSONObject { self }
}

/// A value in a parsed document.
///
/// Valid only while it is lent; see ``JSONValue/lend(_:to:)``.
public struct LentJSON: JSONReadable {
    fileprivate let tape: JSONTape
    fileprivate let index: Int

    /// The string, if the value is a string.
    public var stringValue: String? {
        tape.kind(at: index) == .text ? tape.text(at: index) : nil
    }

    /// The number, if the value is an integer.
    public var integerValue: Int64? {
        tape.kind(at: index) == .integer ? tape.integer(at: index) : nil
    }

    /// The Boolean, if the value is `true` or `false`.
    public var boolValue: Bool? {
        switch tape.kind(at: index) {
        case .yes: true
        case .no: false
        default: nil
        }
    }

    /// The members, if the value is an object.
    public var objectValue: LentJSONObject? {
        tape.kind(at: index) == .object ? LentJSONObject(tape: tape, index: index) : nil
    }

    /// The value in a form that can be stored.
    public var json: JSONValue { tape.value(at: index) }

    /// Passes a string's UTF-8 bytes to `body`.
    ///
    /// Returns false if the value is not a string.
    public func lendText(to body: (UnsafeBufferPointer<UInt8>) -> Void) -> Bool {
        guard tape.kind(at: index) == .text else { return false }
        body(tape.bytes(at: index))
        return true
    }
}

/// An object in a parsed document.
///
/// Valid only while it is lent; see ``JSONValue/lend(_:to:)``.
public struct LentJSONObject: JSONReadableObject {
    fileprivate let tape: JSONTape
    fileprivate let index: Int

    /// Returns the value for a key; keys are compared by bytes.
    ///
    /// Cost: linear in the number of members.
    public subscript(key: String) -> LentJSON? {
        tape.member(key, ofObjectAt: index).map { LentJSON(tape: tape, index: $0) }
    }

    /// The object in a form that can be stored.
    public var json: JSONObject { tape.object(at: index) }
}

extension JSONValue {
    /// Lends the value that ``parse(_:)-([UInt8])`` would return, without creating it.
    ///
    /// If the bytes are not valid JSON, `body` is not called. In that case, ``parse(_:)-([UInt8])``
    /// throws the reason. `body` must not keep any of the lent values.
    public static func lend(_ bytes: ArraySlice<UInt8>, to body: (LentJSON) -> Void) {
        try? bytes.withUnsafeBufferPointer { buffer throws(JSONError) in
            try JSONReader.read(buffer) { body(LentJSON(tape: $0, index: 0)) }
        }
    }
}
