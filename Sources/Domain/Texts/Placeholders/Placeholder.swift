/// A part of a text that the app replaces.
package struct Placeholder {
    /// The notations that are told apart; the same name in two notations is two placeholders.
    package enum Kind: Hashable {
        /// `%d`, `%1$@`, `%(name)s`: C, Objective-C, Java, Python.
        case printf
        /// `%#@name@`: a variable of an Apple format.
        case substitution
        /// `%arg`: the number, in a form of such a variable.
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
        /// `$1`: MediaWiki, and extensions of browsers.
        case parameter
        /// `{{SITENAME}}`: a variable that MediaWiki has in every message.
        case wikiVariable
        /// `{{int:Go}}`, `{{#special:Log}}`: MediaWiki fills in another message, a page or a name.
        case wikiFunction
        /// A notation that counts only where the project or the source has it.
        case notation(PlaceholderNotation)
    }

    /// The notation.
    package let kind: Kind
    /// The name; of a printf conversion the number of its argument, counted from 1.
    package var name: String
    /// The argument type of a printf conversion; conversions of one type are interchangeable.
    package var type = ""
    /// The format of the value, if the notation has one: i18next's format and `-`, ICU's type.
    package var format = ""
    /// The argument that is named by number, as in `%2$d`.
    package var position: Int?
    /// The number of arguments that a conversion reads before its own, for `*`.
    package var widthArguments = 0
    /// Whether it decides what is said and is not shown, as the first in `{{PLURAL:$1|…}}`.
    package var isSelector = false
    /// Whether a parameter stands right after a letter or digit, as in `US$5`, which is one only beside a source that has it.
    package var isAttached = false
    /// The placeholder as it is written.
    package let text: String
    /// Its range in the text, in UTF-8 bytes.
    package let range: Range<Int>

    /// The properties that equivalent placeholders share.
    package struct Identity: Hashable {
        package let kind: Kind
        package let name: Value.Text
        package let type: Value.Text
    }

    /// The identity by which placeholders are compared.
    package var identity: Identity {
        Identity(kind: kind, name: Value.Text(name), type: Value.Text(type))
    }

    /// Whether MediaWiki knows it in every message, so that a translation may use it although the source does not.
    package var isKnownToWiki: Bool { kind == .wikiVariable || kind == .wikiFunction }

    /// Whether it is a conversion of printf with a name, as Python's `%(count)s`.
    package var isNamedPrintf: Bool {
        kind == .printf && !name.utf8.allSatisfy(PlaceholderScanner.isDigit)
    }

    /// Whether its notation counts only where the project or the source has it.
    package var isNotated: Bool {
        if case .notation = kind { true } else { false }
    }

    /// Whether it is a plural or a select of ICU's, in which others may lie.
    package var isChoice: Bool {
        kind == .brace && ["plural", "select", "selectordinal"].contains(Value.Text(format))
    }

    /// Whether it reads an integer by printf.
    package var isPrintfInteger: Bool {
        kind == .printf
            && ([Value.Text("integer"), "long integer"].contains(Value.Text(type))
                || type.utf8.starts(with: "PRI".utf8))
    }
}

/// The placeholders of a text, and its signs that are none.
package struct PlaceholderScan {
    /// The placeholders in the order of the text.
    ///
    /// Of the branches of an ICU plural or select, which are alternatives, each placeholder counts
    /// as often as in the branch that has it most often.
    package private(set) var placeholders: [Placeholder]
    /// The `$1`, `$2`…, which are placeholders only where the source has them: else `$5` is money.
    package private(set) var parameters: [Placeholder]
    /// The `$1` right after a letter or digit, as in `page$1`: one that the source has too is such a placeholder.
    package private(set) var attachedParameters: [Placeholder]
    /// Those of notations that could be prose; see ``joined(besides:)``.
    package private(set) var notated: [Placeholder]
    private let isImplied: Bool
    /// The number of `%%` that stand for a percent sign.
    package let escapedPercents: Int
    /// The number of `%` that are neither escaped nor part of a placeholder.
    package let lonePercents: Int

    /// Scans a text, in time linear in its length.
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

    /// Returns the placeholders that are not parts of others.
    ///
    /// `%name%` has no `%n` of printf in it, and within a placeholder of the project's own there is no other.
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

    /// Returns those of a notation that do not lie in other placeholders.
    ///
    /// Within a choice of ICU's, of which one branch is shown, each counts once.
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

    /// Returns, for each byte of a text, whether a placeholder covers it.
    private static func cover(_ placeholders: [Placeholder], length: Int) -> [Bool] {
        var isCovered = [Bool](repeating: false, count: length)
        for index in placeholders.lazy.flatMap(\.range) { isCovered[index] = true }
        return isCovered
    }

    /// Returns the scan with those of its notated placeholders that count beside the texts of a source, one of which may be itself.
    ///
    /// If nobody chose notations, one counts if a source has it. A placeholder attached to a word counts if a source has it apart.
    package func joined(besides sources: [PlaceholderScan]) -> PlaceholderScan {
        guard !notated.isEmpty else { return self }
        let apart = sources.flatMap { $0.notated }.filter { !$0.isAttached }
        let identities = Set(apart.map(\.identity))
        var kinds = Set(apart.map(\.kind))
        // `%20` may belong to an address, but who has `%2` has `%1`.
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

    /// Names printf conversions by the argument that they read, so that `%@ %d` is `%1$@ %2$d`.
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
