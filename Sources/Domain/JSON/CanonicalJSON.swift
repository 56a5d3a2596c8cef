/// The single form in which JSON is stored: no spaces, members in the given order, as few escapes
/// as possible.
public enum CanonicalJSON {
    /// Encodes a value.
    ///
    /// Only `"`, `\` and U+0000–001F are escaped: as `\b \t \n \f \r`, or otherwise as `\u00xx` in
    /// lower case. Everything else is written as UTF-8.
    public static func encode(_ value: JSONValue) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(value.stringValue.map { $0.utf8.count + 2 } ?? 512)
        write(value, to: &bytes)
        return bytes
    }

    /// Encodes an object with the members that `build` adds, without creating values for them.
    public static func encode(_ build: (inout Members) -> Void) -> [UInt8] {
        var members = Members()
        build(&members)
        return members.end()
    }

    /// Writes the members of a JSON object one by one.
    public struct Members: JSONObjectBuilder {
        private var bytes: [UInt8] = []
        private var isFirst = true

        fileprivate init() {
            bytes.reserveCapacity(512)
            bytes.append(UInt8(ascii: "{"))
        }

        /// Adds a member, unless the value is nil.
        public mutating func add(_ key: String, _ value: JSONValue?) {
            guard let value else { return }
            begin(key)
            CanonicalJSON.write(value, to: &bytes)
        }

        /// Adds a string, unless it is nil.
        public mutating func add(_ key: String, _ text: String?) {
            guard let text else { return }
            begin(key)
            JSONText.write(text, to: &bytes)
        }

        /// Adds a list of strings.
        public mutating func add(_ key: String, list texts: [String]) {
            begin(key)
            bytes.append(UInt8(ascii: "["))
            for (index, text) in texts.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                JSONText.write(text, to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        }

        /// Adds an object with the members that `build` adds.
        public mutating func addObject(_ key: String, _ build: (inout Members) -> Void) {
            begin(key)
            bytes.append(UInt8(ascii: "{"))
            isFirst = true
            build(&self)
            bytes.append(UInt8(ascii: "}"))
            isFirst = false
        }

        private mutating func begin(_ key: String) {
            if !isFirst { bytes.append(UInt8(ascii: ",")) }
            isFirst = false
            JSONText.write(key, to: &bytes)
            bytes.append(UInt8(ascii: ":"))
        }

        fileprivate consuming func end() -> [UInt8] {
            bytes.append(UInt8(ascii: "}"))
            return bytes
        }
    }

    fileprivate static func write(_ value: JSONValue, to bytes: inout [UInt8]) {
        switch value {
        case .array(let values):
            bytes.append(UInt8(ascii: "["))
            for (index, item) in values.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                write(item, to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let object):
            bytes.append(UInt8(ascii: "{"))
            for (index, member) in object.members.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                JSONText.write(member.key, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                write(member.value, to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        default: JSONText.writeScalar(value, to: &bytes)
        }
    }
}

/// JSON for people and files: one item per line, indented by two spaces per level, with a final
/// newline.
public enum PrettyJSON {
    /// Encodes a value, with the same escapes as ``CanonicalJSON``.
    public static func encode(_ value: JSONValue, indent: Int = 2) -> [UInt8] {
        var bytes: [UInt8] = []
        write(value, level: 0, indent: indent, to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }

    private static func write(
        _ value: JSONValue, level: Int, indent: Int, to bytes: inout [UInt8]
    ) {
        func startLine(_ level: Int) {
            bytes.append(UInt8(ascii: "\n"))
            bytes.append(
                contentsOf: repeatElement(UInt8(ascii: " "), count: level * indent))
        }
        switch value {
        case .array(let values) where !values.isEmpty:
            bytes.append(UInt8(ascii: "["))
            for (index, item) in values.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                startLine(level + 1)
                write(item, level: level + 1, indent: indent, to: &bytes)
            }
            startLine(level)
            bytes.append(UInt8(ascii: "]"))
        case .object(let object) where !object.members.isEmpty:
            bytes.append(UInt8(ascii: "{"))
            for (index, member) in object.members.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                startLine(level + 1)
                JSONText.write(member.key, to: &bytes)
                bytes.append(contentsOf: ": ".utf8)
                write(member.value, level: level + 1, indent: indent, to: &bytes)
            }
            startLine(level)
            bytes.append(UInt8(ascii: "}"))
        default: JSONText.writeScalar(value, to: &bytes)
        }
    }
}

/// The parts of JSON that are written the same way in both forms.
private enum JSONText {
    static func writeScalar(_ value: JSONValue, to bytes: inout [UInt8]) {
        switch value {
        case .null: bytes.append(contentsOf: "null".utf8)
        case .bool(let truth): bytes.append(contentsOf: (truth ? "true" : "false").utf8)
        case .integer(let number): bytes.append(contentsOf: String(number).utf8)
        case .real(let number): bytes.append(contentsOf: number.description.utf8)
        case .string(let text): write(text, to: &bytes)
        case .array: bytes.append(contentsOf: "[]".utf8)
        case .object: bytes.append(contentsOf: "{}".utf8)
        }
    }

    static func write(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { source in
            // The common case.
            guard source.contains(where: isEscaped) else {
                return bytes.append(contentsOf: source)
            }
            // Runs of unescaped bytes are copied at once.
            var start = 0
            for (index, byte) in source.enumerated() where isEscaped(byte) {
                bytes.append(contentsOf: source[start..<index])
                writeEscape(of: byte, to: &bytes)
                start = index + 1
            }
            bytes.append(contentsOf: source[start...])
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func isEscaped(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private static func writeEscape(of byte: UInt8, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case 0x08: bytes.append(UInt8(ascii: "b"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0C: bytes.append(UInt8(ascii: "f"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        case 0..<0x20:
            bytes.append(contentsOf: "u00".utf8)
            bytes.append(hexDigit(byte >> 4))
            bytes.append(hexDigit(byte & 15))
        default: bytes.append(byte)
        }
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}
