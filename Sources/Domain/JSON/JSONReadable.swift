/// A JSON value that says what it is: a ``JSONValue``, or one that is made of a document when it is asked for.
public protocol JSONReadable {
    /// The members by name, where the value is an object.
    associatedtype Object: JSONReadableObject where Object.Member == Self

    /// The text of a text.
    var stringValue: String? { get }
    /// The number of an integer.
    var integerValue: Int64? { get }
    /// The truth of `true` and `false`.
    var boolValue: Bool? { get }
    /// The members of an object.
    var objectValue: Object? { get }
    /// The value, to be kept.
    var json: JSONValue { get }
    /// Lends the UTF-8 of a text, or says that the value is none.
    func lendText(to body: (UnsafeBufferPointer<UInt8>) -> Void) -> Bool
}

/// The members of a JSON object by name.
public protocol JSONReadableObject {
    /// The type of the members.
    associatedtype Member: JSONReadable where Member.Object == Self

    /// The value of a key, compared by bytes.
    subscript(key: String) -> Member? { get }
    /// The object, to be kept.
    var json: JSONObject { get }
}

extension JSONValue: JSONReadable {
    /// The value itself.
    public var json: JSONValue { self }

    /// Lends the UTF-8 of a text, or says that the value is none.
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

/// A value of a document that was read, to be used only where it is lent; see ``JSONValue/lend(_:to:)``.
public struct LentJSON: JSONReadable {
    fileprivate let tape: JSONTape
    fileprivate let index: Int

    /// The text of a text.
    public var stringValue: String? {
        tape.kind(at: index) == .text ? tape.text(at: index) : nil
    }

    /// The number of an integer.
    public var integerValue: Int64? {
        tape.kind(at: index) == .integer ? tape.integer(at: index) : nil
    }

    /// The truth of `true` and `false`.
    public var boolValue: Bool? {
        switch tape.kind(at: index) {
        case .yes: true
        case .no: false
        default: nil
        }
    }

    /// The members of an object.
    public var objectValue: LentJSONObject? {
        tape.kind(at: index) == .object ? LentJSONObject(tape: tape, index: index) : nil
    }

    /// The value, to be kept.
    public var json: JSONValue { tape.value(at: index) }

    /// Lends the UTF-8 of a text, or says that the value is none.
    public func lendText(to body: (UnsafeBufferPointer<UInt8>) -> Void) -> Bool {
        guard tape.kind(at: index) == .text else { return false }
        body(tape.bytes(at: index))
        return true
    }
}

/// An object of a document that was read, to be used only where it is lent; see ``JSONValue/lend(_:to:)``.
public struct LentJSONObject: JSONReadableObject {
    fileprivate let tape: JSONTape
    fileprivate let index: Int

    /// The value of a key, compared by bytes.
    ///
    /// Cost: the number of members.
    public subscript(key: String) -> LentJSON? {
        tape.member(key, ofObjectAt: index).map { LentJSON(tape: tape, index: $0) }
    }

    /// The object, to be kept.
    public var json: JSONObject { tape.object(at: index) }
}

extension JSONValue {
    /// Lends what ``parse(_:)-([UInt8])`` would make of some bytes, without making it.
    ///
    /// `body` is not called if the bytes are not JSON; ``parse(_:)-([UInt8])`` then says why. It must keep nothing of what it
    /// is lent.
    public static func lend(_ bytes: ArraySlice<UInt8>, to body: (LentJSON) -> Void) {
        try? bytes.withUnsafeBufferPointer { buffer throws(JSONError) in
            try JSONReader.read(buffer) { body(LentJSON(tape: $0, index: 0)) }
        }
    }
}
