/// The name of a language's folder: its tag, with `~` appended if Windows reserves the name.
///
/// `aux`, `con`, `prn` and `nul` are also ISO 639-3 codes. See
/// <https://learn.microsoft.com/windows/win32/fileio/naming-a-file>.
public enum FolderName {
    private static let reserved: Set<String> = {
        let ports = (0...9).flatMap { ["com\($0)", "lpt\($0)"] }
        return Set(["aux", "con", "prn", "nul"] + ports)
    }()

    /// Returns the folder name for a language tag.
    public static func folder(ofTag tag: String) -> String {
        reserved.contains(tag.lowercased()) ? tag + "~" : tag
    }

    /// Returns the language tag for a folder name.
    public static func tag(ofFolder folder: String) -> String {
        folder.hasSuffix("~") ? String(folder.dropLast()) : folder
    }
}
