import ReadModel
import Texts
public import Translation

extension Snapshot {
    /// Returns the names that are most similar to a rejected name, most similar first.
    ///
    /// If the refusal contains only the missing name, this reads all names of the same kind in this
    /// state. For keys, the cost grows with the number of strings.
    public func nearest(to refusal: Refusal) throws -> [String] {
        guard refusal.nearest.isEmpty, let missing = refusal.missing else {
            return refusal.nearest
        }
        return try nearest(to: missing)
    }

    func nearest(to missing: Refusal.Missing) throws -> [String] {
        switch missing {
        case .locale(let tag):
            NearestMatches.of(tag.rawValue, among: try locales().map(\.rawValue))
        case .string(let string):
            NearestMatches.of(
                string.spelled(in: project),
                among: try model.existingStrings().lazy.map { $0.spelled(in: project) })
        }
    }
}
