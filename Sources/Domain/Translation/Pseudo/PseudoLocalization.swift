public import Texts

/// Creates a pseudo-language from the source texts.
///
/// A pseudo-language reveals untranslated texts, truncated texts and texts with the wrong direction
/// before any translations exist. Placeholders, markup, entities and addresses stay unchanged, so
/// that the app works.
public struct PseudoLocalization: Sendable, Equatable {
    /// A transformation of texts.
    public enum Style: String, CaseIterable, Sendable {
        /// Adds accents to letters, so that texts without accents stand out as not localized.
        case accented
        /// Encloses each text in brackets, which reveals truncated and concatenated texts.
        case bracketed
        /// Appends words, because most languages need more room than English.
        case lengthened
        /// Makes words run from right to left.
        case rtl
    }

    /// The transformations.
    ///
    /// They are applied in the order in which ``Style`` lists them.
    public let styles: Set<Style>
    /// The project's placeholder notations.
    ///
    /// Placeholders in these notations stay unchanged.
    public var notations = PlaceholderNotations.implied

    /// The default transformations: all except ``Style/rtl``.
    public static let usual: Set<Style> = [.accented, .bracketed, .lengthened]

    /// Creates a pseudo-localization that applies the given transformations.
    public init(_ styles: Set<Style> = usual) { self.styles = styles }

    /// The tag of the pseudo-language.
    ///
    /// As on Android and in Chrome, it is `ar-XB` if texts run from right to left, and `en-XA`
    /// otherwise.
    public var language: String { styles.contains(.rtl) ? "ar-XB" : "en-XA" }

    /// Returns a value with all its texts transformed and all plural forms that the pseudo-language
    /// needs.
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
                    // A variable is part of a text. Brackets and added words apply to the text as a
                    // whole.
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
    /// If the text has no letters or digits for readers, it is returned unchanged.
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
