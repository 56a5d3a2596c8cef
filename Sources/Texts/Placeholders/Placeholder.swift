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
    }

    /// The notation.
    package let kind: Kind
    /// The name; of a printf conversion the number of its argument, counted from 1.
    package var name: String
    /// What kind of argument a printf conversion reads; conversions of one type can replace each
    /// other.
    package var type = ""
    /// How the value is shown, where the notation names it: i18next's format and `-`, ICU's type.
    package var format = ""
    /// The argument that is named by number, as in `%2$d`.
    package var position: Int?
    /// How many arguments a conversion reads before its own, for `*`.
    package var widthArguments = 0
    /// Whether it decides what is said and is not shown, as the first in `{{PLURAL:$1|…}}`.
    package var isSelector = false
    /// Whether a parameter stands right after a letter or digit, as in `US$5`, which is one only beside a source that has it.
    package var isAttached = false
    /// The placeholder as it is written.
    package let text: String
    /// Where it is written, in UTF-8 bytes.
    package let range: Range<Int>

    /// What two placeholders have in common that stand for the same thing.
    package struct Identity: Hashable {
        package let kind: Kind
        package let name: Value.Text
        package let type: Value.Text
    }

    /// What it stands for.
    package var identity: Identity {
        Identity(kind: kind, name: Value.Text(name), type: Value.Text(type))
    }

    /// Whether MediaWiki knows it in every message, so that a translation may use it although the source does not.
    package var isKnownToWiki: Bool { kind == .wikiVariable || kind == .wikiFunction }

    /// Whether it is a conversion of printf with a name, as Python's `%(count)s`.
    package var isNamedPrintf: Bool {
        kind == .printf && !name.utf8.allSatisfy(PlaceholderScanner.isDigit)
    }

    /// Whether it reads an integer by printf.
    package var isPrintfInteger: Bool {
        kind == .printf && [Value.Text("integer"), "long integer"].contains(Value.Text(type))
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
    /// How often `%%` stands for a percent sign.
    package let escapedPercents: Int
    /// How often `%` is neither escaped nor part of a placeholder.
    package let lonePercents: Int

    /// Scans a text, in time linear in its length.
    package init(_ text: String) {
        var scanner = PlaceholderScanner(text)
        let all = scanner.scan()
        placeholders = all.filter { $0.kind != .parameter }
        parameters = all.filter { $0.kind == .parameter && !$0.isAttached }
        attachedParameters = all.filter { $0.kind == .parameter && $0.isAttached }
        escapedPercents = scanner.escapedPercents
        lonePercents = scanner.lonePercents
        numberArguments()
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
