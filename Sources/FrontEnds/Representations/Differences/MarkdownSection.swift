/// A table with a heading, which may omit rows to save space.
struct MarkdownSection {
    /// The number of rows above which a table is collapsed.
    private static let longest = 20

    private let head: String
    private let foot: String
    private let rows: [String]
    private let hidden: Int

    /// Creates a table from formatted rows.
    ///
    /// `hidden` is the number of additional rows, which are omitted.
    init(title: String?, columns: [String], isNumeric: Bool = false, rows: [String], hidden: Int) {
        let isFolded = title != nil && rows.count + hidden > Self.longest
        let rule = columns.indices.map { isNumeric && $0 > 0 ? "--:" : "---" }
        let table = "\(Self.row(columns))|\(rule.joined(separator: "|"))|\n"
        if let title, isFolded {
            head = "\n<details><summary>\(title)</summary>\n\n\(table)"
            foot = "\n</details>\n"
        } else {
            head = (title.map { "\n#### \($0)\n\n" } ?? "\n") + table
            foot = ""
        }
        self.rows = rows
        self.hidden = hidden
    }

    /// Creates a table of items, and omits the remaining items once the rows exceed `limit` UTF-16
    /// units.
    init<Item>(
        title: String, columns: [String], items: [Item], limit: Int, rows: (Item) -> [String]
    ) {
        var written: [String] = []
        var length = 0
        var count = 0
        for item in items where length <= limit {
            let text = rows(item).joined()
            written.append(text)
            length += text.utf16.count
            count += 1
        }
        self.init(title: title, columns: columns, rows: written, hidden: items.count - count)
    }

    /// Returns one line of a table.
    static func row(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |\n" }

    /// Shortens sections to a total of at most `length` UTF-16 units.
    ///
    /// Short sections are kept whole, and the long ones share the remaining room. The first section
    /// may use half of the room.
    static func fitted(
        _ sections: [MarkdownSection], to length: Int
    ) -> [(text: String, dropped: Int)] {
        var room = length
        var result = sections.map { (text: "", dropped: $0.rows.count + $0.hidden) }
        let order = sections.indices.dropFirst().sorted {
            sections[$0].length < sections[$1].length
        }
        for (place, index) in (sections.indices.prefix(1) + order).enumerated() {
            let share = index == 0 ? length / 2 : room / (sections.count - place)
            result[index] = sections[index].cut(to: share)
            room -= result[index].text.utf16.count
        }
        return result
    }

    private var length: Int {
        rows.reduce(head.utf16.count + foot.utf16.count) { $0 + $1.utf16.count }
    }

    private func cut(to room: Int) -> (text: String, dropped: Int) {
        let end = "\n\(rows.count + hidden) more rows omitted.\n"
        var left = room - head.utf16.count - foot.utf16.count - end.utf16.count
        let kept = rows.prefix { row in
            left -= row.utf16.count
            return left >= 0
        }
        let dropped = rows.count + hidden - kept.count
        guard !kept.isEmpty else { return ("", dropped) }
        let more = dropped == 0 ? "" : "\n\(counted(dropped, "more row")) omitted.\n"
        return (head + kept.joined() + more + foot, dropped)
    }
}
