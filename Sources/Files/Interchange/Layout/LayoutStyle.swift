/// The white space in a file that corresponds to the white space written by the format.
struct LayoutStyle {
    private struct Place: Hashable {
        let before: UInt8
        let lead: Int
        let after: UInt8
    }

    private var places: [Place: Int] = [:]
    private var leads: [Int: Int] = [:]
    private let pieces: [ArraySlice<UInt8>]
    private let hasWindowsLines: Bool

    /// Learns the white space from a file and from the format's output for that file.
    ///
    /// `matches` contains the position in `file` for each token of `base`.
    init(of file: LayoutTokens, _ base: LayoutTokens, _ matches: [Int], _ names: LayoutNames) {
        var counts: [Place: [Int: Int]] = [:]
        var leadCounts: [Int: [Int: Int]] = [:]
        for index in base.ids.indices {
            let place = matches[index]
            guard place >= 0 else { continue }
            let isFirst = index == 0 && place == 0
            guard isFirst || index > 0 && matches[index - 1] == place - 1 else { continue }
            let key = Place(
                before: index > 0 ? base.kinds[index - 1] : 0, lead: base.leadIDs[index],
                after: base.kinds[index])
            counts[key, default: [:]][file.leadIDs[place], default: 0] += 1
            if base.breaks[index] > 0 {
                leadCounts[base.leadIDs[index], default: [:]][file.leadIDs[place], default: 0] += 1
            }
        }
        places = counts.compactMapValues(Self.most)
        leads = leadCounts.compactMapValues(Self.most)
        pieces = names.pieces
        let feeds = file.bytes.count { $0 == 0x0A }
        let pairs = zip(file.bytes, file.bytes.dropFirst()).count { $0 == 0x0D && $1 == 0x0A }
        hasWindowsLines = feeds > 0 && pairs * 2 > feeds
    }

    private static func most(_ counts: [Int: Int]) -> Int? {
        counts.max { ($0.value, -$0.key) < ($1.value, -$1.key) }?.key
    }

    /// Returns the white space that the file would use in place of the format's white space.
    func lead(_ tokens: LayoutTokens, _ index: Int) -> [UInt8] {
        let id = tokens.leadIDs[index]
        let place = Place(
            before: index > 0 ? tokens.kinds[index - 1] : 0, lead: id, after: tokens.kinds[index])
        if let known = places[place] ?? leads[id] { return Array(pieces[known]) }
        let lead = tokens.lead(index)
        guard hasWindowsLines, tokens.breaks[index] > 0 else { return Array(lead) }
        return lead.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : $0 == 0x0D ? [] : [$0] }
    }
}
