import ArgumentParser
import Translation

/// What is done with texts for a pseudo-language, as a list of words.
struct PseudoStyles: ExpressibleByArgument, CustomStringConvertible {
    /// The styles that are named.
    let styles: Set<PseudoLocalization.Style>
    /// The first word that names none.
    private(set) var unknown: String?

    /// What is done where no word is given.
    static let usual = PseudoStyles(styles: PseudoLocalization.usual)

    init(styles: Set<PseudoLocalization.Style>) { self.styles = styles }

    /// Takes any words: a word that the parser refused would count as an argument of its own.
    init?(argument: String) {
        let words = argument.split(separator: ",", omittingEmptySubsequences: false)
            .map(String.init)
        self.init(styles: Set(words.compactMap(PseudoLocalization.Style.init)))
        unknown = words.first { PseudoLocalization.Style(rawValue: $0) == nil }
    }

    var description: String {
        PseudoLocalization.Style.allCases.filter(styles.contains).map(\.rawValue)
            .joined(separator: ",")
    }
}
