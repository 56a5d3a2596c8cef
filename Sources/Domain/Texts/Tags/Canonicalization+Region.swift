extension Canonicalization {
    /// Returns the current code of a region.
    ///
    /// If a region has several successors, it is replaced with the language's likely region
    /// according to CLDR (`ru-SU` → `ru-RU`, `hy-SU` → `hy-AM`). If the likely region is not a
    /// successor, any choice would be arbitrary. A registered code is then kept with a warning, and
    /// an unregistered code is rejected.
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
