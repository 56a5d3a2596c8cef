package import Pictures
import ReadModel
package import Texts
package import Translation

/// The strings and open proposals that refer to a picture.
package struct PictureUses: Sendable {
    /// The strings with the picture in their current definition.
    package let strings: [StringID]
    /// The open proposals with the picture.
    package let proposals: [EventID]

    package var isEmpty: Bool { strings.isEmpty && proposals.isEmpty }

    /// The keys of the strings and the ids of the proposals; the first few if there are many.
    package func names(in project: Project) -> String {
        let names = strings.map { $0.spelled(in: project) } + proposals.map(\.description)
        return names.prefix(5).joined(separator: ", ") + (names.count > 5 ? ", …" : "")
    }
}

extension Snapshot {
    /// The stored pictures that no event names, such as those of proposals that were never made.
    package var unusedPictures: [PictureName] {
        get throws {
            let stored = try pictures.names
            guard !stored.isEmpty else { return [] }
            let used = try model.pictureReferences()
            return stored.filter { !used.contains($0.reference) }
        }
    }

    /// Returns the uses of a picture, without those by `proposal`.
    package func uses(
        of name: PictureName, besides proposal: EventID? = nil
    ) throws -> PictureUses {
        PictureUses(
            strings: try model.strings(withScreenshot: name.reference),
            proposals: try model.openProposals(withPicture: name.reference)
                .filter { $0 != proposal })
    }
}
