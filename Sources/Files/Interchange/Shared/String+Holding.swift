extension String {
    /// Returns whether the string contains the bytes of another string, regardless of character
    /// boundaries.
    func holds(_ other: String) -> Bool { utf8.firstRange(of: other.utf8) != nil }
}
