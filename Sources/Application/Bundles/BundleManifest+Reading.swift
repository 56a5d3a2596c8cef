import JSON
import Texts
import Translation
import Workspace

extension BundleManifest {
    /// Parses the file, and ignores unknown members.
    ///
    /// Throws a ``BundleFault`` if the bytes are not a manifest, or if its paths are unsafe or not
    /// distinct.
    package init(_ bytes: [UInt8]) throws(BundleFault) {
        let object = try BundleFault.object(bytes)
        let reader = MemberReader(object, "the manifest")
        project = try reader.text("project")
        source = try reader.tag("source")
        digest = try reader.sha256("digest")
        events = try reader.count("events")
        lastEvent = try reader.optional("lastEvent") { $0.stringValue.flatMap { EventID($0) } }
        cldr = try reader.text("cldr")
        channel = try reader.optional("channel") { value in
            value.stringValue.flatMap { ReleaseChannel.fault(inName: $0) == nil ? $0 : nil }
        }
        appVersions = try reader.optional("appVersions") { value in
            value.stringValue.flatMap { AppVersionRange($0) }
        }
        sequence = try reader.optional("sequence", \.integerValue)
        rules = try reader.objects("rules")
        languages = []
        for object in try reader.objects("languages") {
            languages.append(try Language(MemberReader(object, "a language")))
        }
        files = []
        for object in try reader.objects("files") {
            files.append(try File(MemberReader(object, "a file")))
        }
        unrepresentable = []
        for object in try reader.optional("unrepresentable", \.arrayValue) ?? [] {
            guard let object = object.objectValue else {
                throw BundleFault("“unrepresentable” is not an array of objects")
            }
            unrepresentable.append(try Exported.LeftOut(MemberReader(object, "a string")))
        }
        try requireSafePaths()
    }

    private func requireSafePaths() throws(BundleFault) {
        var paths: Set<Value.Text> = []
        for file in files {
            guard SafePath.isSafe(file.path), !Self.ownNames.contains(file.path) else {
                throw BundleFault("the path “\(file.path)” is not safe")
            }
            guard paths.insert(Value.Text(file.path)).inserted else {
                throw BundleFault("the path “\(file.path)” is listed twice")
            }
        }
    }

    /// The names of files in a bundle that its manifest does not list.
    static let ownNames = [name, BundleProvenance.name, signatureName]

    /// The name of the file with the manifest's signature.
    package static let signatureName = "manifest.json.sig"
}

extension BundleManifest.Language {
    fileprivate init(_ reader: MemberReader) throws(BundleFault) {
        locale = try reader.tag("locale")
        name = try reader.text("name")
        englishName = try reader.text("englishName")
        direction = try reader.text("direction")
        fallback = try reader.tags("fallback")
        coverage = []
        for key in Self.coverageKeys { coverage.append((key, try reader.count(key))) }
        guard let object = try reader.optional("origins", \.objectValue) else { return }
        origins = try OriginCounts(MemberReader(object, "the “origins” of \(locale)"))
    }

    /// The keys of the coverage counts, named as in `status`.
    static let coverageKeys = ["total", "translated", "reviewed", "inherited", "stale", "missing"]
}

extension OriginCounts {
    fileprivate init(_ reader: MemberReader) throws(BundleFault) {
        self.init()
        people = try reader.count("people")
        edited = try reader.optionalCount("edited") ?? 0
        unreviewed = try reader.optionalCount("unreviewed") ?? 0
        guard let object = try reader.optional("machine", \.objectValue) else { return }
        let counts = MemberReader(object, "the “machine” of the origins")
        for (name, _) in object.members { machines[name] = try counts.count(name) }
    }
}

extension BundleManifest.File {
    fileprivate init(_ reader: MemberReader) throws(BundleFault) {
        path = try reader.text("path")
        profile = try reader.text("profile")
        locale = try reader.optional("locale") { $0.stringValue.flatMap { LanguageTag($0) } }
        section = try reader.optional("section", \.stringValue)
        mediaType = try reader.text("mediaType")
        size = try reader.count("size")
        sha256 = try reader.sha256("sha256")
    }
}

extension Exported.LeftOut {
    fileprivate init(_ reader: MemberReader) throws(BundleFault) {
        self.init(
            profile: try reader.text("profile"), locale: try reader.tag("locale"),
            string: StringID(section: try reader.text("section"), key: try reader.text("key")),
            reason: try reader.text("reason"),
            isAccepted: try reader.optional("accepted", \.boolValue) ?? false)
    }
}

/// Reads the members of an object, and identifies an invalid member in the error.
private struct MemberReader {
    private let object: JSONObject
    private let owner: String

    init(_ object: JSONObject, _ owner: String) {
        self.object = object
        self.owner = owner
    }

    func optional<Result>(
        _ key: String, _ read: (JSONValue) -> Result?
    ) throws(BundleFault) -> Result? {
        guard let value = object[key] else { return nil }
        guard let result = read(value) else {
            throw BundleFault("the “\(key)” of \(owner) is invalid")
        }
        return result
    }

    private func required<Result>(
        _ key: String, _ read: (JSONValue) -> Result?
    ) throws(BundleFault) -> Result {
        guard let result = try optional(key, read) else {
            throw BundleFault("\(owner) has no “\(key)”")
        }
        return result
    }

    func text(_ key: String) throws(BundleFault) -> String { try required(key, \.stringValue) }

    func tag(_ key: String) throws(BundleFault) -> LanguageTag {
        try required(key) { $0.stringValue.flatMap { LanguageTag($0) } }
    }

    func tags(_ key: String) throws(BundleFault) -> [LanguageTag] {
        try required(key) { value in
            guard let items = value.arrayValue else { return nil }
            let tags = items.compactMap { $0.stringValue.flatMap { LanguageTag($0) } }
            return tags.count == items.count ? tags : nil
        }
    }

    func count(_ key: String) throws(BundleFault) -> Int { try required(key, Self.count) }

    func optionalCount(_ key: String) throws(BundleFault) -> Int? { try optional(key, Self.count) }

    private static func count(_ value: JSONValue) -> Int? {
        value.integerValue.flatMap { $0 < 0 ? nil : Int(exactly: $0) }
    }

    func sha256(_ key: String) throws(BundleFault) -> String {
        try required(key) { value in
            guard let text = value.stringValue, text.utf8.count == 64 else { return nil }
            let isHex = text.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
            }
            return isHex ? text : nil
        }
    }

    func objects(_ key: String) throws(BundleFault) -> [JSONObject] {
        try required(key) { value in
            guard let items = value.arrayValue else { return nil }
            let objects = items.compactMap(\.objectValue)
            return objects.count == items.count ? objects : nil
        }
    }
}
