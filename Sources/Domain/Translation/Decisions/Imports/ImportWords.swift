/// Reasons for skipped entries that other modules look for.
package enum ImportWords {
    /// The reason for skipping entries whose string does not exist in the project.
    package static let unknownString = "The source language does not have this string."
}
