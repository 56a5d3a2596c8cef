package import Translation

/// A rule that a target text must keep, given its source.
///
/// A check is pure: it sees only the texts that it is given. To add one, describe it in ``Translation/CheckInfo``, conform a
/// type in a file of its own and list it in ``Checks``.
package protocol TextCheck: Sendable {
    /// The description of the check.
    var info: CheckInfo { get }

    /// Returns the findings, in the order of the target's texts.
    func findings(in compared: ComparedTexts) -> [Finding]
}

extension TextCheck {
    /// Makes a finding of this check, with its own severity unless another is given.
    func finding(
        _ message: String, at path: [String], severity: Finding.Severity? = nil
    ) -> Finding {
        Finding(
            check: info.name, severity: severity ?? info.severity, message: message, path: path)
    }
}
