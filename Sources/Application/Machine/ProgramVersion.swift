/// The version of this program and its companions.
public enum ProgramVersion {
    /// The release number, in semantic versioning.
    public static let number = "0.2.0"
}
