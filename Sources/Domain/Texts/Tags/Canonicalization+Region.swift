extension Canonicalization {
    /// Returns the present code of a region.
    ///
    /// A region with several successors takes the one where the language is at home, by CLDR's
    /// likely subtags (`ru-SU` → `ru-RU`, `hy-SU` → `hy-AM`). Where that is none of them, a
    /// guess would be arbitrary: a registered code then stays, with a warning.
    mutating func canonicalRegion(
        _ region: String, in tag: LanguageSubtags
    ) throws(LanguageTagError) -> String {
        guard let alias = AliasTable.alias(of: region, .territory) else {
            guard SubtagRegistry.contains(region, as: .region) else {
                throw Self.unregistered(.region, region, in: tag)
            }
            return region
        }
        if let successor = successor(among: alias.replacements, for: tag) {
            warnings.append(.replaced("region", region, by: successor))
            return successor
        }
        let successors = alias.replacements.map { "`\($0)`" }.joined(separator: ", ")
        guard SubtagRegistry.contains(region, as: .region) else {
            throw LanguageTagError(
                .unregistered, "`\(region)` is no registered region.",
                hint: "Use one of its successors: \(successors).")
        }
        warnings.append(
            LanguageTagWarning(
                kind: .kept, subtag: region, replacement: nil,
                message: "The region `\(region)` is \(successors) today and is kept as it is."))
        return region
    }

    private func successor(among regions: [String], for tag: LanguageSubtags) -> String? {
        guard regions.count > 1 else { return regions.first }
        var home = tag.keepingRegion
        home.region = nil
        guard let likely = LikelySubtags.maximized(home)?.region, regions.contains(likely) else {
            return nil
        }
        return likely
    }
}
