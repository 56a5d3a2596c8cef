import Git

/// The references to fetch from a remote, and their local destinations.
///
/// The refspecs of `remote.<name>.fetch` may write to any reference. A mirror's refspecs, for
/// example, would set the local branch back to the remote's state. Therefore, only those with a
/// destination below `refs/remotes/` are passed to git. They always include a refspec for the log's
/// branch.
struct FetchRefspecs: Equatable {
    /// A reference in the remote, or a pattern, with its local destination.
    struct Mapping: Equatable {
        let source: String
        let destination: String

        var text: String { "+\(source):\(destination)" }
        var isPattern: Bool { source.utf8.contains(UInt8(ascii: "*")) }
    }

    private(set) var mappings: [Mapping] = []
    /// Patterns of references that are not fetched.
    private(set) var excluded: [String] = []
    /// The configured refspecs with which plain `git fetch` would move the local branch.
    private(set) var movingBranch: [String] = []

    /// Selects refspecs from a remote's settings.
    ///
    /// `branch` is the log's branch in the remote, `tracking` its remote-tracking branch, and
    /// `local` the local branch.
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
            // A refspec that would store another branch in this destination is omitted.
            guard let source else {
                mappings.append(mapping)
                continue
            }
            guard source.utf8.elementsEqual(branch.rawValue.utf8) else { continue }
            mappings.append(mapping)
            if !mapping.isPattern { isCovered = true }
        }
        // The branch is requested by name even if a pattern covers it, so that git reports an error
        // if the branch is missing.
        if !isCovered {
            mappings.append(Mapping(source: branch.rawValue, destination: tracking.rawValue))
        }
    }

    /// Adds a pattern of references, whatever the settings say.
    mutating func add(_ source: String, to destination: String) {
        mappings.append(Mapping(source: source, destination: destination))
    }

    /// The refspecs as arguments for git.
    var texts: [String] { mappings.map(\.text) + excluded.map { "^" + $0 } }

    /// Removes branches that are requested by name and are not in `there`, and returns their
    /// destinations.
    mutating func removeMissing(from there: Set<String>) -> [ReferenceName] {
        let missing = mappings.filter { !$0.isPattern && !there.contains($0.source) }
        mappings.removeAll(where: missing.contains)
        return missing.compactMap { ReferenceName($0.destination) }
    }

    /// Parses `[+]source:destination` by the rules of `git help fetch`; returns nil if nothing
    /// would be stored locally.
    private static func mapping(_ text: String) -> Mapping? {
        let parts = text.drop { $0 == "+" }.split(
            separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[1].isEmpty else { return nil }
        let source = parts[0].isEmpty ? "HEAD" : String(parts[0])
        return Mapping(source: source, destination: fullName(String(parts[1])))
    }

    /// Returns the full name of a destination.
    ///
    /// Git treats a short name as the name of a branch.
    private static func fullName(_ name: String) -> String {
        if name.hasPrefix("refs/") { return name }
        let isKind = ["heads/", "tags/", "remotes/"].contains(where: name.hasPrefix)
        return (isKind ? "refs/" : "refs/heads/") + name
    }

    /// Replaces the star in `replacement` with the part of `name` that the star in `pattern`
    /// matches; returns nil if the name does not match.
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
