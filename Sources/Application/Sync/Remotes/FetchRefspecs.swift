import Git

/// What is fetched from a remote, and where it is kept here.
///
/// The refspecs of `remote.<name>.fetch` may write to any reference, and so set the branch here back to what the remote
/// has: those of a mirror do. So they are not handed on as they are: only those that keep branches below
/// `refs/remotes/` are, and one for the branch of the log is among them, whatever the settings say.
struct FetchRefspecs: Equatable {
    /// A reference of the remote, or a pattern of some, and where it is kept.
    struct Mapping: Equatable {
        let source: String
        let destination: String

        var text: String { "+\(source):\(destination)" }
        var isPattern: Bool { source.utf8.contains(UInt8(ascii: "*")) }
    }

    /// What is fetched.
    private(set) var mappings: [Mapping] = []
    /// Patterns of references that are left out.
    private(set) var excluded: [String] = []
    /// The refspecs of the settings by which plain `git fetch` would move the branch here.
    private(set) var movingBranch: [String] = []

    /// Chooses from the refspecs of a remote's settings.
    ///
    /// `branch` is the remote's branch of the log, which is kept in `tracking`; `local` is the branch here.
    init(
        settings: [String], branch: ReferenceName, tracking: ReferenceName, local: ReferenceName
    ) {
        var isCovered = false
        for text in settings {
            if text.utf8.first == UInt8(ascii: "^") {
                let source = String(text.dropFirst())
                if Self.replace(source, by: source, in: branch.rawValue) == nil {
                    excluded.append(source)
                }
                continue
            }
            guard let mapping = Self.mapping(text) else { continue }
            guard mapping.destination.hasPrefix("refs/remotes/") else {
                let isMoving =
                    Self.replace(
                        mapping.destination, by: mapping.destination, in: local.rawValue) != nil
                if isMoving { movingBranch.append(text) }
                continue
            }
            let source = Self.replace(
                mapping.destination, by: mapping.source, in: tracking.rawValue)
            // Another branch that would be kept in the place of this one is left out.
            guard let source else {
                mappings.append(mapping)
                continue
            }
            guard source.utf8.elementsEqual(branch.rawValue.utf8) else { continue }
            mappings.append(mapping)
            if !mapping.isPattern { isCovered = true }
        }
        // By name even where a pattern has it: git then says if it is not there.
        if !isCovered {
            mappings.append(Mapping(source: branch.rawValue, destination: tracking.rawValue))
        }
    }

    /// The refspecs as git takes them.
    var texts: [String] { mappings.map(\.text) + excluded.map { "^" + $0 } }

    /// Leaves out branches that are asked for by name and are not among those that are `there`, and returns where they are kept.
    mutating func removeMissing(from there: Set<String>) -> [ReferenceName] {
        let missing = mappings.filter { !$0.isPattern && !there.contains($0.source) }
        mappings.removeAll(where: missing.contains)
        return missing.compactMap { ReferenceName($0.destination) }
    }

    /// Reads `[+]source:destination`, by the rules of `git help fetch`; `nil` if nothing is kept here.
    private static func mapping(_ text: String) -> Mapping? {
        let parts = text.drop { $0 == "+" }.split(
            separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[1].isEmpty else { return nil }
        let source = parts[0].isEmpty ? "HEAD" : String(parts[0])
        return Mapping(source: source, destination: fullName(String(parts[1])))
    }

    /// The full name of where something is kept: git takes a short one for that of a branch.
    private static func fullName(_ name: String) -> String {
        if name.hasPrefix("refs/") { return name }
        let isKind = ["heads/", "tags/", "remotes/"].contains(where: name.hasPrefix)
        return (isKind ? "refs/" : "refs/heads/") + name
    }

    /// Puts what the star of `pattern` stands for in `name` into `replacement`; `nil` if the name does not match.
    private static func replace(
        _ pattern: String, by replacement: String, in name: String
    ) -> String? {
        let (pattern, name) = (Array(pattern.utf8), Array(name.utf8))
        guard let star = pattern.firstIndex(of: UInt8(ascii: "*")) else {
            return pattern == name ? replacement : nil
        }
        let (before, after) = (pattern[..<star], pattern[(star + 1)...])
        guard name.count >= before.count + after.count, name.starts(with: before),
            name.suffix(after.count).elementsEqual(after)
        else { return nil }
        let middle = name[before.count..<(name.count - after.count)]
        return replacement.replacing("*", with: String(decoding: middle, as: UTF8.self))
    }
}
