import Translation

/// The names of files that are named for sections, on a platform that has a usual name.
///
/// The usual name stands for the default section, both ways.
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

    /// Returns the section whose file has a name; `nil` for the default section.
    func section(named name: String) -> String? {
        name.isEmpty || name.utf8.elementsEqual(usual.utf8) ? nil : name
    }
}

/// Paths of files, taken apart.
enum FilePath {
    /// Returns the parts between the slashes, without those that say nothing.
    static func parts(_ path: String) -> [String] {
        path.utf8.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }
            .filter { $0 != "." }
    }

    /// Returns a name without an ending such as `.strings`, in any case; `nil` if it has another one.
    static func removing(_ ending: String, from name: String) -> String? {
        let count = ending.utf8.count
        guard name.utf8.count > count,
            String(decoding: name.utf8.suffix(count), as: UTF8.self).lowercased() == ending
        else { return nil }
        return String(decoding: name.utf8.dropLast(count), as: UTF8.self)
    }
}
