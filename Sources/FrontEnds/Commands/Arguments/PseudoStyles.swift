import ArgumentParser
import Translation

/// The text transformations for a pseudo-language, written as a comma-separated list.
struct PseudoStyles: ExpressibleByArgument, CustomStringConvertible {
    let styles: Set<PseudoLocalization.Style>
    /// The first unknown word.
    private(set) var unknown: String?

    /// The styles that apply by default.
    static let usual = PseudoStyles(styles: PseudoLocalization.usual)

    init(styles: Set<PseudoLocalization.Style>) { self.styles = styles }

    /// Accepts any words, because the parser would treat a rejected word as a separate argument.
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
