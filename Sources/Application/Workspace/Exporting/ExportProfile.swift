public import Interchange
package import JSON
import Machine
import ReadModel
import Texts
import Translation

/// A kind of export that a project makes again and again.
public struct ExportProfile: Sendable {
    /// The name; that of the format where none was given.
    public var name: String
    /// The directory below the one that is exported to.
    public var directory: String?
    /// Whether the directory is only for files whose place in the app is not known, to keep formats apart.
    package var isDirectoryForOthers = false
    /// What is written.
    public var request: ExportRequest

    /// States a profile.
    public init(name: String, directory: String? = nil, request: ExportRequest) {
        self.name = name
        self.directory = directory
        self.request = request
    }

    /// A profile of one format in a directory of that name.
    static func plain(_ format: any FileFormat) -> ExportProfile {
        var request = ExportRequest(format: format)
        request.usesPlaces = true
        var profile = ExportProfile(
            name: format.name, directory: format.name, request: request)
        profile.isDirectoryForOthers = true
        return profile
    }
}

extension Snapshot {
    /// The profiles of the settings, in their order.
    ///
    /// With `names` only those, in the order of the settings; a name that none has is refused, with the
    /// nearest ones.
    public func exportProfiles(
        named names: [String] = []
    ) throws -> [ExportProfile] {
        let stored = try model.setting(Setting.exportProfiles.name).value?.arrayValue ?? []
        return try Workspace.profiles(
            named: names, of: stored.compactMap(\.objectValue).map { try exportProfile($0) })
    }
}

extension ProjectScope {
    /// Reads a profile as settings and manifests have it.
    ///
    /// What plain Git brought may be no profile: a directory is safe all the same, and an unknown word is refused.
    package func exportProfile(_ profile: JSONObject) throws -> ExportProfile {
        let format = try Workspace.writtenFormat(profile["format"]?.stringValue ?? "")
        func texts(_ key: String) -> [String]? {
            profile[key]?.arrayValue?.compactMap(\.stringValue)
        }
        let untranslated = profile["untranslated"]?.stringValue ?? "omit"
        guard let untranslated = ExportOptions.Untranslated(rawValue: untranslated) else {
            throw Workspace.badProfile(
                "“\(untranslated)” is nothing that stands for untranslated strings")
        }
        let directory = profile["directory"]?.stringValue
        if let directory, !SafePath.isSafe(directory) {
            throw Refusal(
                .unsafePath, "The directory “\(directory)” of an export profile is not safe.",
                hint: "Correct the setting “export-profiles”.")
        }
        var request = ExportRequest(
            format: format, locales: try texts("locales")?.map { try language($0) },
            sections: texts("sections")?.map(section), untranslated: untranslated,
            isFlat: profile["flat"]?.boolValue ?? false, inherits: profile["inherit"]?.boolValue,
            isReviewedOnly: profile["reviewedOnly"]?.boolValue ?? false,
            omitsStale: profile["stale"]?.stringValue == "omit")
        request.usesPlaces = true
        var read = ExportProfile(
            name: profile["name"]?.stringValue ?? format.name, directory: directory,
            request: request)
        // Only manifests have it: without profiles, a bundle keeps the places of the app's files.
        read.isDirectoryForOthers = profile["directoryForOthers"]?.boolValue ?? false
        return read
    }
}

extension Workspace {
    /// The profiles with these names; all, where none is named.
    package static func profiles(
        named names: [String], of profiles: [ExportProfile]
    ) throws -> [ExportProfile] {
        let wanted = Set(names.map { Value.Text($0) })
        for name in wanted where !profiles.contains(where: { Value.Text($0.name) == name }) {
            let known = profiles.map(\.name)
            throw Refusal(
                .invalidValue, "There is no export profile “\(name.string)”.",
                hint: known.isEmpty
                    ? .typed("`dragoman config export-profiles '[…]'` makes some.")
                    : .thereAre(known),
                nearest: NearestMatches.of(name.string, among: known))
        }
        return wanted.isEmpty
            ? profiles : profiles.filter { wanted.contains(Value.Text($0.name)) }
    }

    fileprivate static func badProfile(_ what: String) -> Refusal {
        Refusal(
            .invalidValue, "An export profile is wrong: \(what).",
            hint: "Correct the setting “export-profiles”.")
    }

    /// The format that a person means to write.
    public static func writtenFormat(_ name: String) throws -> any FileFormat {
        try format(name, of: FileFormats.written)
    }

    /// Returns the format of a name, which must be one that holds texts.
    public static func readFormat(_ name: String) throws -> any FileFormat {
        let format = try format(name, of: FileFormats.read)
        guard !format.traits.holdsTexts else { return format }
        throw Refusal(
            .invalidValue, "Files of the format \(name) hold no texts.",
            hint: .thereAre(FileFormats.read.map(\.name)))
    }

    /// The format that a person means; where there is none, those that are asked for are named.
    public static func format(
        _ name: String, of formats: [any FileFormat] = FileFormats.all
    ) throws -> any FileFormat {
        if let format = FileFormats.named(name) { return format }
        let names = formats.map(\.name)
        throw Refusal(
            .invalidValue, "There is no format “\(name)”.",
            hint: .thereAre(names),
            nearest: NearestMatches.of(name, among: names))
    }
}
