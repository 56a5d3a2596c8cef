extension LanguageSubtags {
    /// The maximum length of a tag in characters.
    ///
    /// RFC 5646 4.4.1 requires at least 35.
    static let maximumLength = 100

    /// Parses a tag by the grammar of RFC 5646 2.1.
    ///
    /// `_` is read as `-`, and case is ignored.
    ///
    /// Throws a ``LanguageTagError`` that describes the invalid part of the tag.
    public init(_ tag: String) throws(LanguageTagError) {
        try self.init(subtags: Self.split(tag), of: tag)
    }

    /// Returns the subtags of a text in lower case: at least one, each with 1 to 8 letters or
    /// digits.
    static func split(_ tag: String) throws(LanguageTagError) -> [String] {
        guard !tag.isEmpty else {
            throw LanguageTagError(
                .empty, "A language tag can't be empty.", hint: "Specify one, such as `fr-CA`.")
        }
        if let scalar = tag.unicodeScalars.first(where: { !isAllowed($0) }) {
            throw unexpected(scalar, in: tag)
        }
        guard tag.utf8.count <= maximumLength else {
            throw LanguageTagError(
                .tooLong, "A language tag has at most \(maximumLength) characters.")
        }
        let subtags = tag.lowercased().split(
            omittingEmptySubsequences: false, whereSeparator: { $0 == "-" || $0 == "_" })
        guard !subtags.contains(where: \.isEmpty) else {
            throw LanguageTagError(
                .syntax, "The tag \(LanguageTagError.quoted(tag)) has an empty part.",
                hint: "Put one `-` between its parts, and none at its ends.")
        }
        if let long = subtags.first(where: { $0.utf8.count > 8 }) {
            throw LanguageTagError(
                .tooLong, "`\(long)` is longer than the 8 characters allowed in a part of a tag.",
                hint: "Shorten it, or put private parts after `x-`, as in `en-x-classic`.")
        }
        return subtags.map(String.init)
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "-", "_": true
        default: false
        }
    }

    private static func unexpected(_ scalar: Unicode.Scalar, in tag: String) -> LanguageTagError {
        let hint =
            switch scalar {
            case ".", "@": "Remove everything from `\(scalar)` on: a tag has no encoding."
            default: "Use only the letters a to z, digits and `-`."
            }
        return LanguageTagError(
            .character,
            "\(LanguageTagError.quoted(String(scalar))) is not allowed in the language tag "
                + "\(LanguageTagError.quoted(tag)).",
            hint: hint)
    }

    /// Parses lowercase subtags.
    private init(subtags: [String], of tag: String) throws(LanguageTagError) {
        self.init()
        var rest = subtags[...]
        if rest.first != "x" {
            language = try Self.takeLanguage(&rest)
            extendedLanguage = Self.take(&rest) { $0.count == 3 && $0.isAlphabetic }
            script = Self.take(&rest) { $0.count == 4 && $0.isAlphabetic }?.capitalizedASCII
            region =
                Self.take(&rest) {
                    $0.count == 2 && $0.isAlphabetic || $0.count == 3 && $0.isNumeric
                }?.uppercased()
            while let variant = Self.take(&rest, where: \.isVariant) { variants.append(variant) }
            while let singleton = rest.first, singleton.count == 1, singleton != "x" {
                rest.removeFirst()
                var item = Extension(singleton: singleton, subtags: [])
                while let subtag = Self.take(&rest, where: { $0.count > 1 }) {
                    item.subtags.append(subtag)
                }
                guard !item.subtags.isEmpty else { throw Self.misplaced(singleton, in: tag) }
                extensions.append(item)
            }
        }
        if rest.first == "x" {
            rest.removeFirst()
            guard !rest.isEmpty else { throw Self.misplaced("x", in: tag) }
            privateUse = Array(rest)
            rest = []
        }
        if let left = rest.first { throw Self.misplaced(left, in: tag) }
    }

    private static func takeLanguage(
        _ rest: inout ArraySlice<String>
    ) throws(LanguageTagError) -> String {
        let first = rest.removeFirst()
        guard first.isAlphabetic, first.count >= 2 else {
            throw LanguageTagError(
                .syntax, "`\(first)` is not a language: a tag begins with 2 or 3 letters.",
                hint: "Begin with a language, such as `en`.")
        }
        return first
    }

    private static func take(
        _ rest: inout ArraySlice<String>, where matches: (String) -> Bool
    ) -> String? {
        guard let first = rest.first, matches(first) else { return nil }
        rest.removeFirst()
        return first
    }

    private static func misplaced(_ subtag: String, in tag: String) -> LanguageTagError {
        LanguageTagError(
            .syntax, "`\(subtag)` is in the wrong place in \(LanguageTagError.quoted(tag)).",
            hint: "The order is language, script, region, variants, and `x-` with private parts.")
    }
}

extension String {
    /// Whether all characters of a lowercase ASCII subtag are letters.
    fileprivate var isAlphabetic: Bool { utf8.allSatisfy { $0 >= UInt8(ascii: "a") } }

    /// Whether all characters of a lowercase ASCII subtag are digits.
    fileprivate var isNumeric: Bool { utf8.allSatisfy { $0 <= UInt8(ascii: "9") } }

    /// Whether the subtag has the form of a variant: 5 to 8 characters, or 4 characters that begin
    /// with a digit.
    fileprivate var isVariant: Bool {
        count >= 5 || count == 4 && utf8.prefix(1).allSatisfy { $0 <= UInt8(ascii: "9") }
    }

    fileprivate var capitalizedASCII: String { prefix(1).uppercased() + dropFirst() }
}
