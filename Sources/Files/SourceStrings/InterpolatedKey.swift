/// A key with placeholders: its fixed texts, and the formats of the values between them.
///
/// Swift's interpolations become placeholders by type: `\(n) photos` is looked up as `%lld photos`
/// if `n` is an `Int`, and as `%@ photos` if it is a `String`. Only a compiler knows the types, so
/// keys are compared by the texts around the placeholders. See
/// <https://developer.apple.com/documentation/swiftui/localizedstringkey>.
public struct InterpolatedKey: Sendable, Hashable, Codable {
    /// The texts before, between and after the placeholders, with `%` for `%%`.
    public private(set) var texts: [String]
    /// The placeholders without positions, such as `%lld`; `nil` for a placeholder that depends on
    /// a type.
    public private(set) var placeholders: [String?] = []

    /// Creates a key that begins with a text.
    public init(_ text: String = "") { texts = [text] }

    /// Adds a placeholder, and the text after it.
    public mutating func add(placeholder: String?, text: String = "") {
        placeholders.append(placeholder)
        texts.append(text)
    }

    /// Appends to the last text.
    public mutating func add(_ text: String) { texts[texts.count - 1] += text }

    /// The key that the app looks up, if all its placeholders are known.
    public var key: String? {
        func escaped(_ text: String) -> String {
            text.split(separator: "%", omittingEmptySubsequences: false).joined(separator: "%%")
        }
        var key = escaped(texts[0])
        for (placeholder, text) in zip(placeholders, texts.dropFirst()) {
            guard let placeholder else { return nil }
            key += placeholder + escaped(text)
        }
        return key
    }

    /// Returns whether a key in a file could be the requested key.
    public func matches(_ other: InterpolatedKey) -> Bool {
        texts == other.texts
            && zip(placeholders, other.placeholders).allSatisfy { own, theirs in
                own == nil || theirs == nil || own == theirs
            }
    }
}

extension InterpolatedKey {
    /// Parses a key as written in files, such as `%lld of %lld photos` or `%2$@ by %1$@`.
    public init(reading key: String) {
        self.init()
        var rest = key.utf8[...]
        while let percent = rest.firstIndex(of: UInt8(ascii: "%")) {
            add(String(decoding: rest[..<percent], as: UTF8.self))
            rest = rest[rest.index(after: percent)...]
            if rest.first == UInt8(ascii: "%") {
                add("%")
                rest = rest.dropFirst()
            } else if let (placeholder, end) = Self.placeholder(in: rest) {
                add(placeholder: placeholder)
                rest = rest[end...]
            } else {
                add("%")
            }
        }
        add(String(decoding: rest, as: UTF8.self))
    }

    /// Returns the printf placeholder that begins after a `%`, without its position.
    ///
    /// The space flag is not supported: “100% of” would match.
    private static func placeholder(
        in text: Substring.UTF8View
    ) -> (placeholder: String, end: Substring.UTF8View.Index)? {
        var rest = text
        func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
        let digits = rest.prefix(while: isDigit)
        if !digits.isEmpty, rest.dropFirst(digits.count).first == UInt8(ascii: "$") {
            rest = rest.dropFirst(digits.count + 1)
        }
        let start = rest.startIndex
        rest = rest.drop { "-+#0'".utf8.contains($0) }
        rest = rest.drop { isDigit($0) || $0 == UInt8(ascii: "*") }
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst().drop { isDigit($0) || $0 == UInt8(ascii: "*") }
        }
        rest = rest.drop { "hlqLtzj".utf8.contains($0) }
        guard let conversion = rest.first, "@dDiuUxXoOfFeEgGaAcCsSp".utf8.contains(conversion)
        else {
            return nil
        }
        let end = rest.index(after: rest.startIndex)
        return ("%" + String(decoding: text[start..<end], as: UTF8.self), end)
    }
}

/// A string requested with a key whose placeholders depend on types.
public struct InterpolatedString: Sendable, Equatable, Codable {
    /// The key, as far as it is known.
    public var key: InterpolatedKey
    /// The table or section; `nil` for the default table or section.
    public var table: String?
    /// The developers' comment for the translators.
    public var comment: String?
    /// The line on which the key is requested, counted from 1.
    public var line: Int
    /// The reason why the key is unknown, in one sentence.
    public var reason: String

    /// Creates a string.
    public init(
        key: InterpolatedKey, table: String? = nil, comment: String? = nil, line: Int,
        reason: String
    ) {
        self.key = key
        self.table = table
        self.comment = comment
        self.line = line
        self.reason = reason
    }
}

/// A text in a source file that could be a key, such as an argument of an unknown function, or a
/// value.
public struct SourceLiteral: Sendable, Equatable, Codable {
    /// The fixed texts between its interpolations.
    public var texts: [String]
    /// The line of the text, counted from 1.
    public var line: Int

    /// Creates a text.
    public init(texts: [String], line: Int) {
        self.texts = texts
        self.line = line
    }
}
