/// A part of a text that the app replaces with a value.
package struct Placeholder {
    /// The notations of placeholders.
    ///
    /// The same name in two notations counts as two placeholders.
    package enum Kind: Hashable {
        /// `%d`, `%1$@`, `%(name)s`: C, Objective-C, Java, Python.
        case printf
        /// `%#@name@`: a variable of an Apple format.
        case substitution
        /// `%arg`: the number, within a form of such a variable.
        case argument
        /// `{{name}}`: i18next.
        case interpolation
        /// `$t(key)`: i18next.
        case nesting
        /// `{name}`, `{0}`, `{n, number}`: ICU and many others.
        case brace
        /// `${name}`: template literals.
        case dollarBrace
        /// `%{name}`: Ruby.
        case percentBrace
        /// `$1`: MediaWiki, and browser extensions.
        case parameter
        /// `{{SITENAME}}`: a variable that MediaWiki defines in every message.
        case wikiVariable
        /// `{{int:Go}}`, `{{#special:Log}}`: MediaWiki inserts another message, a page or a name.
        case wikiFunction
        /// A notation that counts only if the project or the source uses it.
        case notation(PlaceholderNotation)
    }

    /// The notation.
    package let kind: Kind
    /// The name.
    ///
    /// For a printf conversion without a name, this is the number of its argument, counted from 1.
    package var name: String
    /// The argument type of a printf conversion; conversions of the same type are interchangeable.
    package var type = ""
    /// The format of the value, if the notation supports formats: i18next's format and `-`, or
    /// ICU's type.
    package var format = ""
    /// The explicit argument number, as in `%2$d`.
    package var position: Int?
    /// The number of arguments that the conversion reads before its own, for `*`.
    package var widthArguments = 0
    /// Whether the placeholder only selects a text and is not shown, like the first one in
    /// `{{PLURAL:$1|…}}`.
    package var isSelector = false
    /// Whether a parameter directly follows a letter or digit, as in `US$5`.
    ///
    /// Such a parameter counts only if the source has the parameter too.
    package var isAttached = false
    /// The placeholder as written.
    package let text: String
    /// The range in the text, in UTF-8 bytes.
    package let range: Range<Int>

    /// The properties that equivalent placeholders share.
    package struct Identity: Hashable {
        package let kind: Kind
        package let name: Value.Text
        package let type: Value.Text
    }

    /// The properties by which placeholders are compared.
    package var identity: Identity {
        Identity(kind: kind, name: Value.Text(name), type: Value.Text(type))
    }

    /// Whether MediaWiki defines the placeholder in every message, so that a translation may use it
    /// even if the source does not.
    package var isKnownToWiki: Bool { kind == .wikiVariable || kind == .wikiFunction }

    /// Whether it is a printf conversion with a name, such as Python's `%(count)s`.
    package var isNamedPrintf: Bool {
        kind == .printf && !name.utf8.allSatisfy(PlaceholderScanner.isDigit)
    }

    /// Whether its notation counts only if the project or the source uses it.
    package var isNotated: Bool {
        if case .notation = kind { true } else { false }
    }

    /// Whether it is an ICU plural or select, which can contain other placeholders.
    package var isChoice: Bool {
        kind == .brace && ["plural", "select", "selectordinal"].contains(Value.Text(format))
    }

    /// Whether it is a printf conversion for an integer.
    package var isPrintfInteger: Bool {
        kind == .printf
            && ([Value.Text("integer"), "long integer"].contains(Value.Text(type))
                || type.utf8.starts(with: "PRI".utf8))
    }
}

/// The placeholders of a text, and similar signs that are not placeholders.
package struct PlaceholderScan {
    /// The placeholders in text order.
    ///
    /// The branches of an ICU plural or select are alternatives. So each placeholder is listed as
    /// many times as in the branch where it is most frequent.
    package private(set) var placeholders: [Placeholder]
    /// `$1`, `$2`…, which are placeholders only if the source has them; otherwise they are amounts
    /// of money.
    package private(set) var parameters: [Placeholder]
    /// `$1` directly after a letter or digit, as in `page$1`.
    ///
    /// Such a parameter is a placeholder if the source has it too.
    package private(set) var attachedParameters: [Placeholder]
    /// Placeholders in notations that could be prose; see ``joined(besides:)``.
    package private(set) var notated: [Placeholder]
    private let isImplied: Bool
    /// The number of `%%`, which are escaped percent signs.
    package let escapedPercents: Int
    /// The number of `%` signs that are neither escaped nor part of a placeholder.
    package let lonePercents: Int

    /// Scans a text in time linear in its length.
    package init(_ text: String, _ notations: PlaceholderNotations = .implied) {
        var scanner = PlaceholderScanner(text, notations.families)
        let all = scanner.scan()
        isImplied = notations.isImplied
        let notationScanner = NotationScanner(scanner, notations)
        let core = all.filter { $0.kind != .parameter && !notationScanner.isSelector($0) }
        let found = notationScanner.scan()
        if found.isEmpty {
            placeholders = core
            notated = []
        } else {
            placeholders = Self.remaining(core, beside: found, length: scanner.bytes.count)
            notated = Self.counted(found, beside: placeholders, length: scanner.bytes.count)
        }
        parameters = all.filter { $0.kind == .parameter && !$0.isAttached }
        attachedParameters = all.filter { $0.kind == .parameter && $0.isAttached }
        escapedPercents = scanner.escapedPercents
        lonePercents = scanner.lonePercents
        numberArguments()
    }

    /// Returns the placeholders that are not part of notated placeholders.
    ///
    /// `%name%` contains no printf `%n`, and a placeholder in the project's own notation contains
    /// no other placeholder.
    private static func remaining(
        _ placeholders: [Placeholder], beside notated: [Placeholder], length: Int
    ) -> [Placeholder] {
        let isOwn = cover(notated.filter { $0.kind == .notation(.own) }, length: length)
        let percent = [.symfony, .drupal, .qt].map { Placeholder.Kind.notation($0) }
        let isNamed = cover(notated.filter { percent.contains($0.kind) }, length: length)
        return placeholders.filter { placeholder in
            guard !placeholder.isChoice else { return true }
            let isPrintf = placeholder.kind == .printf || placeholder.kind == .argument
            return !placeholder.range.contains { isOwn[$0] || isPrintf && isNamed[$0] }
        }
    }

    /// Returns the notated placeholders that are not inside other placeholders.
    ///
    /// Inside an ICU choice, each counts once, because only one branch is shown.
    private static func counted(
        _ notated: [Placeholder], beside others: [Placeholder], length: Int
    ) -> [Placeholder] {
        let isTaken = cover(others.filter { !$0.isChoice }, length: length)
        let isInChoice = cover(others.filter(\.isChoice), length: length)
        var seen: Set<Placeholder.Identity> = []
        return notated.filter { placeholder in
            guard !placeholder.range.contains(where: { isTaken[$0] }) else { return false }
            return !isInChoice[placeholder.range.lowerBound]
                || seen.insert(placeholder.identity).inserted
        }
    }

    /// Returns a flag for each byte in a text, which is true if the byte belongs to a placeholder.
    private static func cover(_ placeholders: [Placeholder], length: Int) -> [Bool] {
        var isCovered = [Bool](repeating: false, count: length)
        for index in placeholders.lazy.flatMap(\.range) { isCovered[index] = true }
        return isCovered
    }

    /// Returns the scan, extended by the notated placeholders that count according to the source
    /// texts.
    ///
    /// `sources` may include this scan. If no notations were chosen, a placeholder counts if a
    /// source text uses its notation. A placeholder that is attached to a word counts if a source
    /// text has the same placeholder detached.
    package func joined(besides sources: [PlaceholderScan]) -> PlaceholderScan {
        guard !notated.isEmpty else { return self }
        let apart = sources.flatMap { $0.notated }.filter { !$0.isAttached }
        let identities = Set(apart.map(\.identity))
        var kinds = Set(apart.map(\.kind))
        // `%20` can be part of a URL, but a text with the placeholder `%2` also has `%1`.
        let qt = Placeholder.Kind.notation(.qt)
        let isNumbered = apart.contains {
            $0.kind == qt && ($0.name.hasSameBytes(as: "1") || $0.name.hasSameBytes(as: "n"))
        }
        if !isNumbered { kinds.remove(qt) }
        var copy = self
        copy.placeholders += notated.filter { placeholder in
            guard !placeholder.isAttached else { return identities.contains(placeholder.identity) }
            return !isImplied || kinds.contains(placeholder.kind)
        }
        copy.notated = []
        return copy
    }

    /// Names each printf conversion after the argument that it reads, so that `%@ %d` equals
    /// `%1$@ %2$d`.
    private mutating func numberArguments() {
        var next = 1
        for index in placeholders.indices
        where placeholders[index].kind == .printf && placeholders[index].name.isEmpty {
            if let position = placeholders[index].position {
                placeholders[index].name = String(position)
            } else {
                next += placeholders[index].widthArguments
                placeholders[index].name = String(next)
                next += 1
            }
        }
    }
}
