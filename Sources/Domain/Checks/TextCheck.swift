package import Translation

/// A rule that a translation must satisfy, given its source text.
///
/// A check is pure: it sees only the texts passed to it. To add a check, describe it in
/// ``Translation/CheckInfo``, add a conforming type in its own file, and list that type in
/// ``Checks``.
package protocol TextCheck: Sendable {
    /// The description of the check.
    var info: CheckInfo { get }

    /// Returns the findings, in the order of the texts in the target.
    func findings(in compared: ComparedTexts) -> [Finding]
}

extension TextCheck {
    /// Creates a finding for this check, with the check's severity by default.
    func finding(
        _ message: String, at path: [String], severity: Finding.Severity? = nil
    ) -> Finding {
        Finding(
            check: info.name, severity: severity ?? info.severity, message: message, path: path)
    }
}
