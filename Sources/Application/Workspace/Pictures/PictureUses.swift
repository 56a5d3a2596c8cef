package import Pictures
import ReadModel
package import Texts
package import Translation

/// The strings and open proposals that refer to a picture.
package struct PictureUses: Sendable {
    /// The strings with the picture in their current definition.
    package fileprivate(set) var strings: [StringID] = []
    /// The open proposals with the picture.
    package fileprivate(set) var proposals: [EventID] = []

    package var isEmpty: Bool { strings.isEmpty && proposals.isEmpty }

    /// The keys of the strings and the ids of the proposals.
    package func names(in project: Project) -> [String] {
        strings.map { $0.spelled(in: project) } + proposals.map(\.description)
    }

    /// The names in one line; the first few if there are many.
    package func summary(in project: Project) -> String {
        let names = names(in: project)
        return names.prefix(5).joined(separator: ", ") + (names.count > 5 ? ", …" : "")
    }
}

/// A stored picture with its size and uses.
package struct StoredPicture: Sendable {
    package let name: PictureName
    package let byteCount: Int
    package let uses: PictureUses
}

extension Snapshot {
    /// Returns the stored pictures, the largest first.
    package func storedPictures() throws -> [StoredPicture] {
        let uses = try usesByPicture()
        return try pictures.sizes.map { name, byteCount in
            StoredPicture(name: name, byteCount: byteCount, uses: uses[name] ?? PictureUses())
        }.sorted {
            ($1.byteCount, $0.name.description) < ($0.byteCount, $1.name.description)
        }
    }

    /// The stored pictures that no event names, such as those of proposals that were never made.
    package var unusedPictures: [PictureName] {
        get throws {
            let stored = try pictures.names
            guard !stored.isEmpty else { return [] }
            let used = Set(
                try model.pictureReferences().compactMap { PictureReference($0)?.name })
            return stored.filter { !used.contains($0) }
        }
    }

    /// Returns the uses of a picture, without those by `proposal`.
    package func uses(
        of name: PictureName, besides proposal: EventID? = nil
    ) throws -> PictureUses {
        var uses = try usesByPicture()[name] ?? PictureUses()
        uses.proposals.removeAll { $0 == proposal }
        return uses
    }

    private func usesByPicture() throws -> [PictureName: PictureUses] {
        var uses: [PictureName: PictureUses] = [:]
        for (address, string) in try model.stringsWithPictures() {
            guard let name = PictureReference(address)?.name else { continue }
            uses[name, default: PictureUses()].strings.append(string)
        }
        for (address, proposal) in try model.openProposalsWithPictures() {
            guard let name = PictureReference(address)?.name else { continue }
            uses[name, default: PictureUses()].proposals.append(proposal)
        }
        return uses
    }
}
