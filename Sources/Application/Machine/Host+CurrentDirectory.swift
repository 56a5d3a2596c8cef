public import Translation

extension Host {
    /// Throws a ``Translation/Refusal`` if the system does not know the directory that the process is in.
    ///
    /// It may be deleted, or lie outside of what a sandbox shows; every relative path would then start from the root.
    public func requireCurrentDirectory() throws(Refusal) {
        guard currentDirectory.isEmpty else { return }
        throw Refusal(
            .file, "The current directory does not exist any more.",
            hint: "`cd` to a directory that exists.")
    }
}
