public import Texts

/// Makes a language of its own out of the source texts, by which untranslated, cut off and wrongly turned
/// texts are seen before anybody has translated.
///
/// Placeholders, markup, entities and addresses stay as they are, so that the app works.
public struct PseudoLocalization: Sendable, Equatable {
    /// What is done with a text.
    public enum Style: String, CaseIterable, Sendable {
        /// Letters get marks: what is without them was never in a localization file.
        case accented
        /// Brackets stand around each text: one that is missing was cut off, and texts that are put together
        /// are seen.
        case bracketed
        /// Words are added, since most languages need more room than English.
        case lengthened
        /// Words run from right to left.
        case rtl
    }

    /// What is done, in the order of the cases of ``Style``.
    public let styles: Set<Style>
    /// The notations of placeholders that the project uses, which are kept.
    public var notations = PlaceholderNotations.implied

    /// What is done where nothing is said: all but turning.
    public static let usual: Set<Style> = [.accented, .bracketed, .lengthened]

    /// Takes what is to be done.
    public init(_ styles: Set<Style> = usual) { self.styles = styles }

    /// The language that the texts are handed out as: `ar-XB` where they run from right to left, else
    /// `en-XA`, as Android and Chrome name them.
    public var language: String { styles.contains(.rtl) ? "ar-XB" : "en-XA" }

    /// Returns a value with each of its texts changed, and with the plural forms that the pseudo-language needs.
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
                    // A variable is part of a text, which has its brackets and its length.
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

    /// Returns a text changed; one without anything to read stays as it is.
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
