import Texts
import Translation

/// The names of files that are named for sections, on a platform that has a usual name.
///
/// The usual name means the default section, both ways.
struct SectionFileName {
    /// The usual name, such as `Localizable`.
    let usual: String

    /// Returns the name, without an ending, of a section's file.
    ///
    /// Throws for a section that cannot be the name of a file, and for one that has the usual name though it
    /// is not the default section.
    func name(of section: String, default defaultSection: String) throws(InterchangeError) -> String
    {
        if section.utf8.elementsEqual(defaultSection.utf8) { return usual }
        try SafePath.require(section, called: "section")
        guard !section.utf8.elementsEqual(usual.utf8) else {
            throw InterchangeError(
                "The section “\(usual)” would have the file of the default section.",
                hint: "Rename it, or export it in another format.")
        }
        return section
    }

    /// Returns the name as ``name(of:default:)`` does, for formats that have all files in one directory.
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

    /// Returns the section whose file has a name; `nil` for the default section.
    func section(named name: String) -> String? {
        name.isEmpty || name.utf8.elementsEqual(usual.utf8) ? nil : name
    }
}
