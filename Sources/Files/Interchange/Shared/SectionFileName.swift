import Texts
import Translation

/// Converts sections to file names and back, on a platform with a conventional file name.
///
/// The default section is stored under the conventional name.
struct SectionFileName {
    /// The conventional name, such as `Localizable`.
    let usual: String

    /// Returns the name of a section's file, without an extension.
    ///
    /// Throws if a section cannot be a file name, or if it has the conventional name but is not the
    /// default section.
    func name(of section: String, default defaultSection: String) throws(InterchangeError) -> String
    {
        if section.utf8.elementsEqual(defaultSection.utf8) { return usual }
        try SafePath.require(section, called: "section")
        guard !section.utf8.elementsEqual(usual.utf8) else {
            throw InterchangeError(
                "The section “\(usual)” would use the file of the default section.",
                hint: "Rename it, or export it in another format.")
        }
        return section
    }

    /// Returns the name as ``name(of:default:)`` does, for formats with all files in one directory.
    ///
    /// Also throws if the section contains a `/`.
    func plainName(
        of section: String, default defaultSection: String
    ) throws(InterchangeError) -> String {
        let name = try name(of: section, default: defaultSection)
        guard !name.utf8.contains(UInt8(ascii: "/")) else {
            throw InterchangeError(
                "The section “\(section)” would be a directory.",
                hint: "Rename it, or export it in another format.")
        }
        return name
    }

    /// Returns the section for a file name; `nil` for the default section.
    func section(named name: String) -> String? {
        name.isEmpty || name.utf8.elementsEqual(usual.utf8) ? nil : name
    }
}
