import Texts
import Translation

/// The file names of sections, on a platform with a usual name.
///
/// The usual name and the default section correspond to each other.
struct SectionFileName {
    /// The usual name, such as `Localizable`.
    let usual: String

    /// Returns the name of a section's file, without an extension.
    ///
    /// Throws for a section that cannot be a file name, and for a section other than the default
    /// one that has the usual name.
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

    /// Returns the same as ``name(of:default:)``, for formats with all files in one directory.
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
