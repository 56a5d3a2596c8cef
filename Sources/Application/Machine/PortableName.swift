package import Git
import Languages
import Texts
import Translation

/// File names that work on every system, and names that some systems treat as equal.
///
/// The rules are those that Git uses to protect Windows and macOS (`core.protectNTFS`,
/// `core.protectHFS`), and Windows' own
/// (<https://learn.microsoft.com/windows/win32/fileio/naming-a-file>). Git allows all names that do
/// not endanger the repository itself. On such a system, a clone may lack a file, or contain
/// another file in its place.
package enum PortableName {
    /// The maximum length of a name, in bytes of UTF-8.
    private static let maximumLength = 255

    /// Returns a sentence that explains why some system does not support a name.
    ///
    /// Returns `nil` if all systems support the name.
    package static func fault(in name: String) -> String? {
        if (1...100).contains(name.utf8.count), name.utf8.allSatisfy(isPlain), !isReserved(name) {
            return nil
        }
        let shown = "The name “\(Visible.escaping(name))”"
        if name.isEmpty || name == "." || name == ".." {
            return "\(shown) is not a valid file name."
        }
        if name.unicodeScalars.contains("\u{FFFD}") { return "\(shown) is not UTF-8." }
        if name.utf8.count > maximumLength {
            return "The name has \(name.utf8.count) bytes; file systems allow \(maximumLength)."
        }
        let forbidden = name.unicodeScalars.first { scalar in
            scalar.value < 0x20 || scalar.value == 0x7F
                || #"\:*?"<>|"#.unicodeScalars.contains(scalar)
        }
        if let forbidden {
            let character = Visible.escaping(String(Character(forbidden)))
            return
                "\(shown) contains the character “\(character)”, which Windows does not allow in names."
        }
        if [UInt8(ascii: "."), UInt8(ascii: " ")].contains(name.utf8.last) {
            return "\(shown) ends with a dot or a space, which Windows removes."
        }
        if isReserved(name) { return "\(shown) is a device name on Windows." }
        if isShortName(name) {
            return "\(shown) can be the short name of another file on Windows."
        }
        let folded = folded(name)
        if known.contains(folded), folded == ".git" || !name.hasSameBytes(as: folded) {
            return
                "Some file systems confuse the name “\(Visible.escaping(name))” with “\(folded)”."
        }
        return nil
    }

    /// Returns a normalized name, which is the same for all names that some file system treats as
    /// equal.
    ///
    /// These names differ in case, in the Unicode normal form, in code points that HFS+ ignores, or
    /// in dots and spaces at the end. Compare normalized names with `==` of `String`, which is
    /// canonical equivalence.
    package static func folded(_ name: String) -> String {
        let trimmed = name.utf8.reversed().drop {
            $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: " ")
        }
        let bytes = trimmed.isEmpty ? Array(name.utf8) : trimmed.reversed()
        let text = String(decoding: bytes, as: UTF8.self)
        guard !bytes.allSatisfy({ $0 < 0x80 }) else { return text.lowercased() }
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: text.unicodeScalars.filter { !isIgnored($0) })
        // Convert to upper case first: `ſ` and `s` have the same upper-case letter, but different
        // lower-case letters.
        return String(scalars).uppercased().lowercased()
    }

    /// Names with a meaning to Git, which other names must not resemble.
    private static let known: Set<String> = [
        ".git", ".gitattributes", ".gitignore", ".gitmodules", ".mailmap",
    ]

    /// Returns true for the bytes that most names consist of.
    ///
    /// Names with other bytes, such as tildes and dots, need further checks.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    private static let devices: Set<String> = {
        // Windows treats these superscripts as digits.
        let digits = (0...9).map(String.init) + ["¹", "²", "³"]
        return Set(
            ["aux", "con", "conin$", "conout$", "nul", "prn"]
                + digits.flatMap { ["com\($0)", "lpt\($0)"] })
    }()

    /// Returns true if Windows treats a name as a device, with or without an extension.
    private static func isReserved(_ name: String) -> Bool {
        let stem = name.utf8.prefix { $0 != UInt8(ascii: ".") }
        let end = stem.reversed().drop { $0 == UInt8(ascii: " ") }
        guard (3...8).contains(end.count) else { return false }
        return devices.contains(String(decoding: end.reversed(), as: UTF8.self).lowercased())
    }

    /// Returns true if a name looks like a short name that Windows creates for a longer name.
    ///
    /// Examples: `EVENTS~1`, `DRAGOM~1.JSO`.
    private static func isShortName(_ name: String) -> Bool {
        let parts = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count <= 2, let stem = parts.first, stem.count <= 8,
            parts.count == 1 || parts[1].count <= 3,
            let tilde = stem.lastIndex(of: UInt8(ascii: "~"))
        else { return false }
        let digits = stem[stem.index(after: tilde)...]
        return tilde > stem.startIndex && !digits.isEmpty
            && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    /// Returns true if HFS+ ignores a code point in comparisons.
    ///
    /// The code points are those of Git's `next_hfs_char` in `utf8.c`.
    private static func isIgnored(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x200C...0x200F, 0x202A...0x202E, 0x206A...0x206F, 0xFEFF: true
        default: false
        }
    }
}

extension PortableName {
    /// Returns the `entries` whose names some file system treats as equal to another name.
    ///
    /// Each is paired with the entry that has the other name, in the same directory.
    package static func collisions(
        of entries: [TreeEntry], among all: [TreeEntry]
    ) -> [(entry: TreeEntry, other: TreeEntry)] {
        guard !entries.isEmpty else { return [] }
        let byName = Dictionary(grouping: all) { folded($0.name) }
        return entries.compactMap { entry in
            byName[folded(entry.name)]?.first { !$0.name.hasSameBytes(as: entry.name) }
                .map { (entry, $0) }
        }
    }
}
