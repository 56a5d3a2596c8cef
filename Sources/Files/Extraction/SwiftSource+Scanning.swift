public import SourceStrings
import SwiftParser
import SwiftSyntax

extension SwiftSource {
    /// Finds the strings in the text of a Swift file.
    ///
    /// If square brackets are nested too deeply, the file is skipped; see ``BracketDepth``.
    ///
    /// The compiler's parser is used, so comments, other literals and regular expressions are
    /// recognized.
    ///
    /// Cost: one pass over the text.
    public func scan(_ text: String) -> SourceScan {
        if let line = BracketDepth.lineOfExcess(in: text) {
            return .passedOver(
                line: line,
                because: "Square brackets are nested more than \(BracketDepth.maximum) levels deep")
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
