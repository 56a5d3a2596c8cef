import FoundationEssentials
import Languages

/// Texts in HTML, written so that they mean nothing there.
enum HTMLText {
    /// Returns a text with every character visible, lines broken where it breaks them.
    ///
    /// The element around it must keep white space (`white-space: pre-wrap`).
    static func escaping(_ text: String) -> String {
        attribute(Visible.escaping(text)).replacing("⏎", with: "<span class=\"mark\">⏎</span>\n")
    }

    /// Returns a text as the value of an attribute in double quotes.
    static func attribute(_ text: String) -> String {
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
