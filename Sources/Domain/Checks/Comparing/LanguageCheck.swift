package import Texts
package import Translation

/// A rule that compares many texts in a language.
package protocol LanguageCheck: Sendable {
    /// The description of the check.
    var info: CheckInfo { get }

    /// Returns the findings, each with the index of its text.
    ///
    /// Takes linear time.
    func findings(in texts: [TranslatedString]) -> [(index: Int, finding: Finding)]
}

extension LanguageCheck {
    /// Creates a finding of this check for a whole text.
    func finding(_ message: String) -> Finding {
        Finding(check: info.name, severity: info.severity, message: message)
    }
}

/// A string with its source and its translation, for checks that compare many texts.
package struct TranslatedString: Sendable {
    package let section: String
    /// The string's name, as users write it.
    package let name: String
    /// The part of the key that distinguishes equal sources, such as gettext's `msgctxt`.
    package let context: String?
    package let source: Value
    /// The translation.
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
