public import Texts

/// Derives a pseudo-language from the source texts.
///
/// It exposes untranslated and truncated texts, and texts with the wrong direction, before anyone
/// has translated. Placeholders, markup, entities and addresses stay unchanged, so that the app
/// works.
public struct PseudoLocalization: Sendable, Equatable {
    /// A transformation of texts.
    public enum Style: String, CaseIterable, Sendable {
        /// Adds accents to letters. A text without them does not come from a localization file.
        case accented
        /// Encloses each text in brackets, which exposes truncated and concatenated texts.
        case bracketed
        /// Adds words, because most languages need more room than English.
        case lengthened
        /// Makes words run from right to left.
        case rtl
    }

    /// The transformations.
    ///
    /// They are applied in the order of the cases of ``Style``.
    public let styles: Set<Style>
    /// The project's placeholder notations.
    ///
    /// Placeholders stay unchanged.
    public var notations = PlaceholderNotations.implied

    /// The default transformations: all except ``Style/rtl``.
    public static let usual: Set<Style> = [.accented, .bracketed, .lengthened]

    /// Creates a pseudo-localization with the transformations.
    public init(_ styles: Set<Style> = usual) { self.styles = styles }

    /// The language that the texts are labelled with: `ar-XB` if they run from right to left,
    /// otherwise `en-XA`, as on Android and in Chrome.
    public var language: String { styles.contains(.rtl) ? "ar-XB" : "en-XA" }

    /// Returns a value with all of its texts transformed and with the plural forms that the
    /// pseudo-language needs.
    public func value(of source: Value, categories: PluralCategories) -> Value {
        changed(source.withForms(of: categories))
    }

    private func changed(_ source: Value) -> Value {
        switch source {
        case .text(let content): return Value(text(of: content.string))
        case .list(let values): return .list(values.map(changed))
        case .choice(let choice): return .choice(choice.mapping(changed))
        case .format(let content, let variables):
            return .format(
                Value.Text(text(of: content.string)),
                variables.map { variable in
                    // A variable is part of a text. The text as a whole has the brackets and the
                    // added length.
                    var inner = styles
                    inner.subtract([.bracketed, .lengthened])
                    var pseudo = PseudoLocalization(inner)
                    pseudo.notations = notations
                    return Value.Variable(
                        name: variable.name.string, spec: variable.spec?.string,
                        choice: variable.choice.mapping(pseudo.changed))
                })
        }
    }

    /// Returns a transformed text.
    ///
    /// A text with nothing to read stays unchanged.
    public func text(of source: String) -> String {
        let parts = PseudoParts(source, notations)
        guard parts.hasWords else { return source }
        var text = ""
        for part in parts.parts {
            switch part {
            case .kept(let kept): text += kept
            case .words(let words): text += changed(words)
            }
        }
        if styles.contains(.lengthened) {
            for word in PseudoAlphabet.words(lengthening: parts.length) {
                text += " " + changed(word)
            }
        }
        if styles.contains(.bracketed) { text = "[\(text)]" }
        return parts.leading + text + parts.trailing
    }

    private func changed(_ words: String) -> String {
        let accented = styles.contains(.accented) ? PseudoAlphabet.accented(words) : words
        return styles.contains(.rtl) ? PseudoAlphabet.turned(accented) : accented
    }
}
