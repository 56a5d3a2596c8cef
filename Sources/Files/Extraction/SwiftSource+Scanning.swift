public import SourceStrings
import SwiftParser
import SwiftSyntax

extension SwiftSource {
    /// Finds the strings of a file; anything but Swift is skipped.
    ///
    /// The source is parsed as the compiler does, so that comments, other literals and regular expressions are what they
    /// are.
    ///
    /// Cost: one pass over the text.
    public func scan(_ text: String) -> SourceScan {
        if let line = BracketDepth.lineOfExcess(in: text) {
            return .passedOver(
                line: line,
                because: "More than \(BracketDepth.maximum) square brackets stand in each other")
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
