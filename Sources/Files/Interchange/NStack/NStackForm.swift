public import JSON

/// The fields of a request body from an NStack client, sent as a JSON object or a form.
///
/// The `Content-Type` is ignored, because PHP labels its forms as JSON. The first byte
/// distinguishes JSON from a form. iOS encodes only `+` in its forms, so an unencoded form is split
/// only before known names, and `value=Tom & Jerry = 100%` is read intact. Sources: `src/Clients`
/// in nstack-io/php-sdk, `URLSession+Request.swift` in nstack-io/nstack-ios-sdk.
public struct NStackForm: Sendable, Equatable {
    /// The texts of the known fields, by name, including empty fields.
    public private(set) var fields: [String: String] = [:]

    /// An error in a request body.
    public enum Fault: Error, Sendable, Equatable {
        /// The body begins like JSON but is not valid JSON.
        case json(JSONError)
        /// The body is JSON, but not an object.
        case noObject
        /// The JSON value of a field has an unexpected type.
        case noText(String)
        /// A field appears more than once, so its value is ambiguous.
        case repeated(String)
        /// A field is not valid UTF-8, or contains U+0000.
        case encoding(String)
    }

    /// Parses a request body.
    ///
    /// Fields that are not in `names` are ignored. In JSON, a field is a text or null. If
    /// `takesScalars` is true, integers and Booleans are read as their spelling. The cost is a few
    /// times the length of the body.
    public init(_ bytes: [UInt8], names: [String], takesScalars: Bool = false) throws(Fault) {
        let first = FileText.withoutMark(bytes[...]).first { !Self.isJSONSpace($0) }
        if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
            try readJSON(bytes, names, takesScalars: takesScalars)
        } else if Self.isEncoded(bytes) {
            try readEncoded(bytes, names)
        } else {
            try readUnencoded(bytes, names)
        }
    }

    /// Returns the text of a field, or nil if it is missing or empty.
    ///
    /// Android omits empty fields, so an empty field means the same as a missing field.
    public subscript(name: String) -> String? {
        fields[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    private mutating func add(_ name: String, _ text: String) throws(Fault) {
        guard !text.utf8.contains(0) else { throw .encoding(name) }
        guard fields.updateValue(text, forKey: name) == nil else { throw .repeated(name) }
    }

    // MARK: JSON

    private mutating func readJSON(
        _ bytes: [UInt8], _ names: [String], takesScalars: Bool
    ) throws(Fault) {
        let value: JSONValue
        do throws(JSONError) { value = try JSONValue.parseMarked(bytes) } catch {
            throw .json(error)
        }
        guard let object = value.objectValue else { throw .noObject }
        for (name, value) in object.members where names.contains(where: name.hasSameUTF8(as:)) {
            switch value {
            case .null: continue
            case .string(let text): try add(name, text)
            case .integer(let number) where takesScalars: try add(name, String(number))
            case .bool(let truth) where takesScalars: try add(name, truth ? "true" : "false")
            case .integer, .bool, .real, .array, .object: throw .noText(name)
            }
        }
    }

    private static func isJSONSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\n")
            || byte == UInt8(ascii: "\r")
    }

    // MARK: Forms

    private static let ampersand = UInt8(ascii: "&")
    private static let equals = UInt8(ascii: "=")
    private static let percent = UInt8(ascii: "%")

    /// Returns whether an encoder could have written a form (URL Standard, section 5.2).
    ///
    /// Such a form has no byte or `%` that would have been encoded, and exactly one `=` in each
    /// part.
    static func isEncoded(_ bytes: [UInt8]) -> Bool {
        var index = 0
        var equalSigns = 0
        var partLength = 0
        while index < bytes.count {
            let byte = bytes[index]
            switch byte {
            case ampersand:
                guard equalSigns == 1 || partLength == 0 else { return false }
                (equalSigns, partLength) = (0, 0)
                index += 1
                continue
            case equals: equalSigns += 1
            case percent:
                guard escaped(bytes[...], at: index) != nil else { return false }
            case 0...0x20, 0x7F..., UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"):
                return false
            default: break
            }
            partLength += 1
            index += 1
        }
        return equalSigns == 1 || partLength == 0
    }

    private mutating func readEncoded(_ bytes: [UInt8], _ names: [String]) throws(Fault) {
        for part in bytes.split(separator: Self.ampersand) {
            let end = part.firstIndex(of: Self.equals) ?? part.endIndex
            let name = Self.decoded(part[..<end], plusIsSpace: true)
            guard let known = names.first(where: { name.elementsEqual($0.utf8) }) else { continue }
            let value = Self.decoded(part[end...].dropFirst(), plusIsSpace: true)
            guard let text = String(validating: value, as: UTF8.self) else {
                throw .encoding(known)
            }
            try add(known, text)
        }
    }

    /// Splits a form only before known names, because `&` and `=` can be part of a text.
    private mutating func readUnencoded(_ bytes: [UInt8], _ names: [String]) throws(Fault) {
        let marks = names.map { (name: $0, mark: Array($0.utf8) + [Self.equals]) }
        var current: (name: String, start: Int)?
        var index = 0
        while index < bytes.count {
            let isStart = index == 0 || bytes[index] == Self.ampersand
            let start = index == 0 && bytes[0] != Self.ampersand ? 0 : index + 1
            if isStart, let found = marks.first(where: { bytes[start...].starts(with: $0.mark) }) {
                if let current {
                    try addUnencoded(current.name, bytes[current.start..<index])
                }
                current = (found.name, start + found.mark.count)
                index = start + found.mark.count
            } else {
                index += 1
            }
        }
        if let current { try addUnencoded(current.name, bytes[current.start...]) }
    }

    private mutating func addUnencoded(
        _ name: String, _ bytes: ArraySlice<UInt8>
    ) throws(Fault) {
        // Here, `+` is a plus sign, because iOS encodes it and no other client sends such forms.
        guard
            let text = String(
                validating: Self.decoded(bytes, plusIsSpace: false), as: UTF8.self)
        else { throw .encoding(name) }
        try add(name, text)
    }

    /// Decodes the bytes in a part.
    ///
    /// A `%` that is not followed by two hexadecimal digits is kept.
    private static func decoded(_ bytes: ArraySlice<UInt8>, plusIsSpace: Bool) -> [UInt8] {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            if byte == percent, let value = escaped(bytes, at: index) {
                decoded.append(value)
                index += 3
                continue
            }
            decoded.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            index += 1
        }
        return decoded
    }

    /// Returns the byte encoded by the two hexadecimal digits after a `%`, or nil if there are no
    /// such digits.
    private static func escaped(_ bytes: ArraySlice<UInt8>, at index: Int) -> UInt8? {
        guard index + 2 < bytes.endIndex, let high = digit(bytes[index + 1]),
            let low = digit(bytes[index + 2])
        else { return nil }
        return high << 4 | low
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

extension String {
    fileprivate func hasSameUTF8(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
