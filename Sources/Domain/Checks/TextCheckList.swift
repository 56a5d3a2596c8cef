package import Translation

/// A list of checks, in the order in which their findings are reported.
///
/// The cost is linear in the length of the texts. A target with many cases is an exception, because
/// each case is compared with a source text.
package struct TextCheckList: TextChecks {
    package let checks: [any TextCheck]

    /// Returns the checks whose descriptions satisfy a predicate.
    package func filter(_ isWanted: (CheckInfo) -> Bool) -> TextCheckList {
        TextCheckList(checks: checks.filter { isWanted($0.info) })
    }

    /// Returns the findings in a subject's target, by check and then in the order of the target's
    /// texts.
    package func findings(in subject: CheckSubject) -> [Finding] {
        let compared = ComparedTexts(subject)
        return checks.flatMap { $0.findings(in: compared) }
    }
}
