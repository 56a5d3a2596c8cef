import ReadModel
import Texts
public import Translation

extension Snapshot {
    /// Returns the names that may have been meant instead of one that was refused, nearest first.
    ///
    /// Reads all names of its kind in the state if the refusal only says what was looked for: for keys, the cost
    /// grows with the number of strings.
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
