extension Canonicalization {
    /// Returns the current code of a region.
    ///
    /// A region with several successors gets the one where the language is at home, according to
    /// CLDR's likely subtags (`ru-SU` → `ru-RU`, `hy-SU` → `hy-AM`). If that is none of them, any
    /// choice would be arbitrary, so a registered code stays, with a warning.
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
                .unregistered, "`\(region)` is not a registered region.",
                hint: "Use one of its successors: \(successors).")
        }
        warnings.append(
            LanguageTagWarning(
                kind: .kept, subtag: region, replacement: nil,
                message: "The region `\(region)` is now \(successors) and is kept as it is."))
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
