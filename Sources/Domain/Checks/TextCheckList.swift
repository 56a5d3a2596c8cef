package import Translation

/// Checks of texts, in the order of their findings.
///
/// The cost is linear in the length of the texts, except for a target of many cases, each of which is compared to a source text.
package struct TextCheckList: TextChecks {
    /// The checks.
    package let checks: [any TextCheck]

    /// Returns the checks whose descriptions satisfy a predicate.
    package func filter(_ isWanted: (CheckInfo) -> Bool) -> TextCheckList {
        TextCheckList(checks: checks.filter { isWanted($0.info) })
    }

    /// Returns the findings in the target of a subject: by check, then in the order of the target's texts.
    package func findings(in subject: CheckSubject) -> [Finding] {
        let compared = ComparedTexts(subject)
        return checks.flatMap { $0.findings(in: compared) }
    }
}
