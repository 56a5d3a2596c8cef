import Languages
import Translation

extension ProposedText {
    /// The note, as pages show it.
    ///
    /// It may come from a page that does not belong to the proposer, and say where the text was
    /// read. Characters that hide or reorder others are therefore visible.
    var shownNote: String? {
        note?.split(separator: "\n", omittingEmptySubsequences: false)
            .map { Visible.escaping(String($0)) }.joined(separator: "\n")
    }
}
