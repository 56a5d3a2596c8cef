import SwiftParser
import SwiftSyntax

/// Finds the strings that Swift sources ask for.
///
/// The source is parsed as the compiler does, so that comments, other literals and regular expressions are what they
/// are. Types are not known: a name is taken for what it says.
public struct SwiftSource: Sendable {
    /// The ways of asking that count.
    public var manners: Set<FoundString.Manner>
    /// The calls that somebody named, besides those that are known.
    public var calls: [CallPattern]

    /// Looks for all that is known, and for named calls.
    public init(
        manners: Set<FoundString.Manner> = Set(FoundString.Manner.allCases),
        calls: [CallPattern] = []
    ) {
        self.manners = manners
        self.calls = calls
    }

    /// Finds the strings of a file; what is no Swift is passed over.
    ///
    /// Cost: one pass over the text.
    public func scan(_ text: String) -> SourceScan {
        if let line = BracketDepth.lineOfExcess(in: text) {
            let reason =
                "More than \(BracketDepth.maximum) square brackets stand in each other; the file is passed over."
            return SourceScan(unreadable: [UnreadableKey(line: line, reason: reason)])
        }
        let tree = Parser.parse(source: text)
        let visitor = StringVisitor(
            manners: manners,
            calls: calls + (manners.contains(.foundation) ? CallPattern.known : []),
            lines: SourceLocationConverter(fileName: "", tree: tree))
        visitor.walk(tree)
        return visitor.found
    }
}
