extension StringProtocol {
    /// Returns the items of a typed list, without white space at their ends and without empty ones.
    ///
    /// Commas and semicolons of all scripts separate items, and so do the characters that
    /// `isSeparator` accepts.
    func typedList(orAt isSeparator: (Character) -> Bool) -> [String] {
        split { ",;،؛、，；".contains($0) || isSeparator($0) }
            .map { String($0).trimmed }.filter { !$0.isEmpty }
    }
}
