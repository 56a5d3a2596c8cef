import HTTPTypes

/// The page at the address in a problem's `type`.
enum ProblemPage {
    static func html(_ row: ProblemTable.Row) -> String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width">
        <title>\(escaped(row.title))</title>
        <h1>\(escaped(row.title))</h1>
        <p><code>\(escaped(row.code))</code>, status \(row.status.code)</p>
        <p>\(escaped(row.explanation))</p>
        </html>

        """
    }

    /// Escapes a text for HTML.
    ///
    /// The table is trusted, but its authors should not have to know HTML.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
