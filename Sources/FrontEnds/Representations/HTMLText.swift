import FoundationEssentials
import Languages

/// Texts escaped for HTML.
package enum HTMLText {
    /// Returns a text with every character visible and its line breaks preserved.
    ///
    /// The surrounding element must preserve white space (`white-space: pre-wrap`).
    static func escaping(_ text: String) -> String {
        attribute(Visible.escaping(text)).replacing("⏎", with: "<span class=\"mark\">⏎</span>\n")
    }

    /// Returns a text escaped for an attribute value in double quotes.
    package static func attribute(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
