extension String {
    /// Whether the bytes of another text stand in it, whatever characters they are part of.
    func holds(_ other: String) -> Bool { utf8.firstRange(of: other.utf8) != nil }
}
