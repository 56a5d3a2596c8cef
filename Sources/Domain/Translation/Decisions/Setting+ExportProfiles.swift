import JSON
import Texts

extension Setting {
    /// The files that `export` writes when run without arguments, and that a release bundle
    /// contains.
    ///
    /// The value is an array of objects in which only `format` is required. `untranslated` has the
    /// same values as in exports. Format names are not checked, because this module does not know
    /// the formats.
    public static let exportProfiles = Setting(
        name: "export-profiles",
        summary:
            "Files that `export` and `bundle` write: an array of {\"format\",\"name\"?,\"directory\"?,…}; see docs/guide/bundles.md.",
        defaultValue: nil
    ) { value in
        guard let profiles = value.arrayValue else { return "The value must be an array." }
        var names: Set<[UInt8]> = []
        for profile in profiles {
            guard let object = profile.objectValue, object["format"]?.stringValue != nil else {
                return "A profile must be an object with a “format”."
            }
            if let fault = profileMembers.fault(in: object) { return fault }
            guard let name = object["name"]?.stringValue else { continue }
            guard names.insert(Array(name.utf8)).inserted else {
                return "Two profiles have the name “\(name)”."
            }
        }
        return nil
    }

    /// The allowed members of a profile, with their rules.
    private static let profileMembers = ProfileMembers(kinds: [
        ("format", .text), ("name", .name), ("directory", .path), ("locales", .texts),
        ("sections", .texts), ("untranslated", .oneOf(["omit", "source", "empty", "key"])),
        ("flat", .flag), ("inherit", .flag), ("reviewedOnly", .flag),
        ("machine", .oneOf(["keep", "omit"])), ("stale", .oneOf(["keep", "omit"])),
    ])
}

/// The members of a profile, and the kind of value that each requires.
private struct ProfileMembers: Sendable {
    enum Kind: Sendable {
        case text
        case name
        case path
        case texts
        case flag
        case oneOf([String])
    }

    let kinds: [(name: String, kind: Kind)]

    /// Returns a one-sentence description of the error in a profile, or nil if the profile is
    /// valid.
    func fault(in profile: JSONObject) -> String? {
        for (key, value) in profile.members {
            guard let known = kinds.first(where: { $0.name.utf8.elementsEqual(key.utf8) }) else {
                let names = kinds.map(\.name).joined(separator: ", ")
                return "A profile cannot have “\(key)”. Its members are \(names)."
            }
            if let fault = known.kind.fault(value) {
                return "A profile's “\(key)” must be \(fault)."
            }
        }
        return nil
    }
}

extension ProfileMembers.Kind {
    /// Returns a description of the required value, or nil if the value is valid.
    fileprivate func fault(_ value: JSONValue) -> String? {
        switch self {
        case .text: value.stringValue == nil ? "a text" : nil
        case .name:
            value.stringValue.map { !$0.utf8.contains(UInt8(ascii: "/")) && SafePath.isSafe($0) }
                == true ? nil : "a word, such as ios"
        case .path:
            value.stringValue.map(SafePath.isSafe) == true
                ? nil : "a relative path below the output directory, such as app/strings"
        case .texts: Setting.arrayOfTexts(value) == nil ? nil : "an array of strings"
        case .flag: value.boolValue == nil ? "true or false" : nil
        case .oneOf(let words):
            words.contains { word in
                value.stringValue.map { $0.utf8.elementsEqual(word.utf8) } ?? false
            } ? nil : "one of " + words.joined(separator: ", ")
        }
    }
}
