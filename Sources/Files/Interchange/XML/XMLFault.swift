import Clibxml2
import Translation

/// Rephrases libxml2's errors in this program's terms.
enum XMLFault {
    /// Advice for a file that contains no XML and was probably recognized only by its name.
    static let noXMLHint = Refusal.Hint(
        typed:
            "Fetch the file again, or specify its format: `dragoman import --file-format FORMAT`.",
        page: "Fetch the file again, or choose its format.")

    static func error(
        code: Int32, message: String, line: Int, column: Int
    ) -> InterchangeError {
        let (sentence, hint) = words(xmlParserErrors(rawValue: UInt32(max(0, code))), message)
        return InterchangeError(
            sentence, hint: hint, line: max(1, line), column: max(1, column))
    }

    private static func words(
        _ code: xmlParserErrors, _ message: String
    ) -> (sentence: String, hint: Refusal.Hint) {
        switch code {
        case XML_ERR_DOCUMENT_EMPTY:
            ("The file contains no XML.", noXMLHint)
        case XML_ERR_DOCUMENT_END:
            ("There is text after the end of the XML.", "Remove what follows the last end tag.")
        case XML_ERR_TAG_NOT_FINISHED:
            (
                "The file ends too early.",
                "Close the elements that are open, or fetch the file again."
            )
        case XML_ERR_TAG_NAME_MISMATCH:
            (
                "An end tag does not match: \(shortened(message)).",
                "Close the elements in the order in which they were opened."
            )
        case XML_ERR_UNDECLARED_ENTITY, XML_WAR_UNDECLARED_ENTITY:
            (
                "An entity is unknown: \(shortened(message)).",
                "Write the character itself; XML defines only &amp;, &lt;, &gt;, &quot; and &apos;."
            )
        case XML_ERR_NAME_REQUIRED, XML_ERR_ENTITYREF_SEMICOL_MISSING,
            XML_ERR_ENTITYREF_NO_NAME:
            (
                "An & or < is not escaped: \(shortened(message)).",
                "Write &amp; for & and &lt; for <."
            )
        case XML_ERR_INVALID_CHAR, XML_ERR_INVALID_CHARREF:
            (
                "A character is not allowed in XML.",
                "Remove the control character."
            )
        default:
            (
                "The file is not well-formed XML: \(shortened(message)).",
                "Correct the file at that position."
            )
        }
    }

    /// Returns the first line of libxml2's message, shortened and without the final period.
    private static func shortened(_ message: String) -> String {
        var line = Substring(message.prefix { !$0.isNewline }.prefix(200))
        while let last = line.last, last.isWhitespace || last == "." { line.removeLast() }
        return String(line)
    }
}
