import Cjansson

extension JSONValue {
    /// How deep arrays and objects may be nested.
    ///
    /// jansson stops at 2048 by itself; this is what a caller may rely on and what the conversion is sure to
    /// survive on any stack.
    public static let maximumDepth = 512

    /// Reads one JSON value.
    ///
    /// Strict: UTF-8 without a byte order mark, no key twice in an object, no lone surrogates, integers
    /// within 64 bits, nothing after the value, at most ``maximumDepth`` levels. `\u0000` in texts is let
    /// through. Cost: the bytes, read once.
    public static func parse(_ bytes: [UInt8]) throws(JSONError) -> JSONValue {
        try parse(bytes[...])
    }

    /// Reads one JSON value from a part of some bytes; see ``parse(_:)-([UInt8])``.
    ///
    /// simdjson reads it; what it does not take is read by jansson, which says where the fault is.
    public static func parse(_ bytes: ArraySlice<UInt8>) throws(JSONError) -> JSONValue {
        if bytes.starts(with: byteOrderMark) {
            throw JSONError(
                kind: .byteOrderMark,
                message: "It begins with a byte order mark, which JSON must not have.", line: 1,
                column: 1, byteOffset: 0)
        }
        guard bytes.contains(where: { !isWhitespace($0) }) else {
            throw JSONError(
                kind: .empty, message: "There is nothing in it.", line: 1, column: 1, byteOffset: 0)
        }
        var value: JSONValue?
        lend(bytes) { value = $0.json }
        if let value { return value }
        var error = json_error_t()
        let root = bytes.withUnsafeBytes { buffer in
            cjansson_read(
                buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count, &error)
        }
        guard let root else { throw JSONError(&error) }
        defer { cjansson_release(root) }
        guard let value = JSONValue(root, depth: 0) else {
            throw JSONError(
                kind: .depth, message: "It is nested more than \(maximumDepth) deep.", line: 1,
                column: 1, byteOffset: 0)
        }
        return value
    }

    static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private static func isWhitespace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }

    /// Converts a value of the C library, or returns `nil` if it is nested too deep.
    fileprivate init?(_ value: OpaqueJSON, depth: Int) {
        switch json_type(rawValue: UInt32(cjansson_type(value))) {
        case JSON_STRING: self = .string(Self.text(value))
        case JSON_INTEGER: self = .integer(Int64(json_integer_value(value)))
        case JSON_REAL: self = .real(json_real_value(value))
        case JSON_TRUE: self = .bool(true)
        case JSON_FALSE: self = .bool(false)
        case JSON_ARRAY:
            guard depth < Self.maximumDepth else { return nil }
            var values: [JSONValue] = []
            values.reserveCapacity(json_array_size(value))
            for index in 0..<json_array_size(value) {
                guard let item = json_array_get(value, index),
                    let converted = JSONValue(item, depth: depth + 1)
                else { return nil }
                values.append(converted)
            }
            self = .array(values)
        case JSON_OBJECT:
            guard depth < Self.maximumDepth, let object = JSONObject(value, depth: depth) else {
                return nil
            }
            self = .object(object)
        default: self = .null
        }
    }

    private static func text(_ value: OpaqueJSON) -> String {
        guard let start = json_string_value(value) else { return "" }
        return String(copying: start, count: json_string_length(value))
    }
}

typealias OpaqueJSON = UnsafeMutablePointer<json_t>

extension JSONObject {
    fileprivate init?(_ value: OpaqueJSON, depth: Int) {
        var members: [(key: String, value: JSONValue)] = []
        members.reserveCapacity(json_object_size(value))
        var iterator = json_object_iter(value)
        while let position = iterator {
            guard let key = json_object_iter_key(position),
                let item = json_object_iter_value(position),
                let converted = JSONValue(item, depth: depth + 1)
            else { return nil }
            members.append((String(cString: key), converted))
            iterator = json_object_iter_next(value, position)
        }
        self.init(uniqueMembers: members)
    }
}

extension String {
    fileprivate init(copying start: UnsafePointer<CChar>, count: Int) {
        let bytes = UnsafeRawBufferPointer(start: start, count: count)
        self = String(decoding: bytes, as: UTF8.self)
    }
}

extension JSONError {
    fileprivate init(_ error: inout json_error_t) {
        let text = String(cString: cjansson_error_text(&error))
        let code = json_error_code(rawValue: UInt32(cjansson_error_code(&error)))
        let (kind, message) = Self.words(code: code, text: text)
        self.init(
            kind: kind, message: message, line: max(1, Int(error.line)),
            column: max(1, Int(error.column)), byteOffset: max(0, Int(error.position)))
    }

    private static func words(
        code: json_error_code, text: String
    ) -> (kind: Kind, message: String) {
        switch code {
        case json_error_invalid_utf8: (.notUTF8, "It is not UTF-8.")
        case json_error_premature_end_of_input: (.unfinished, "It ends too early.")
        case json_error_end_of_input_expected: (.followed, "Something follows the value.")
        case json_error_duplicate_key: (.duplicateKey, "A key stands twice in one object.")
        case json_error_numeric_overflow: (.largeNumber, "A number is too large.")
        case json_error_stack_overflow:
            (.depth, "It is nested more than \(JSONValue.maximumDepth) deep.")
        default: (.syntax, "It is no JSON here: \(text).")
        }
    }
}
