import Languages

/// What `--version` says.
enum Version {
    /// The release, by semantic versioning.
    static let number = "0.1.0"

    /// The release and the edition of CLDR that languages are judged by.
    static var text: String { "dragoman \(number) (CLDR \(CLDR.version))" }
}
