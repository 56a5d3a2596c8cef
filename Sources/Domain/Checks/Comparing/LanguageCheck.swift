package import Texts
package import Translation

/// A rule about many texts of a language together.
package protocol LanguageCheck: Sendable {
    /// The description of the check.
    var info: CheckInfo { get }

    /// Returns the findings, each with the index of its text. Takes time linear in the texts.
    func findings(in texts: [TranslatedString]) -> [(index: Int, finding: Finding)]
}

extension LanguageCheck {
    /// Creates a finding of this check about a whole text.
    func finding(_ message: String) -> Finding {
        Finding(check: info.name, severity: info.severity, message: message)
    }
}

/// A string with its source and its text in a language, for checks that compare many texts.
package struct TranslatedString: Sendable {
    /// The section of the string.
    package let section: String
    /// The string's name, as people write it.
    package let name: String
    /// The part of the key that gives the source a context, such as gettext's `msgctxt`.
    package let context: String?
    /// The source value.
    package let source: Value
    /// The text.
    package let target: Value

    package init(
        section: String, name: String, context: String? = nil, source: Value, target: Value
    ) {
        self.section = section
        self.name = name
        self.context = context
        self.source = source
        self.target = target
    }
}
