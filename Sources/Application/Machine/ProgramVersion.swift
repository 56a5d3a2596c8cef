/// The version of the programs.
public enum ProgramVersion {
    /// The release, in semantic versioning.
    public static let number = "0.1.0"
}
