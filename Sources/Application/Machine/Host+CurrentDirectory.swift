public import Translation

extension Host {
    /// Throws a ``Translation/Refusal`` if the system cannot determine the current directory.
    ///
    /// The directory may have been deleted, or be invisible in a sandbox. Every relative path would
    /// then start from the root.
    public func requireCurrentDirectory() throws(Refusal) {
        guard currentDirectory.isEmpty else { return }
        throw Refusal(
            .file, "The current directory no longer exists.",
            hint: "`cd` to a directory that exists.")
    }
}
