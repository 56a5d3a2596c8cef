import Languages

/// Rows of cells in columns that line up by display width.
struct Table {
    /// A cell: its text, and how it is painted once it is padded.
    struct Cell {
        let text: String
        let paint: (String) -> String
        let isRightAligned: Bool

        /// Shows a text, control and bidi characters made visible.
        init(
            _ text: String, isRightAligned: Bool = false,
            paint: @escaping (String) -> String = { $0 }
        ) {
            self.text = Visible.escaping(text)
            self.paint = paint
            self.isRightAligned = isRightAligned
        }
    }

    private let header: [Cell]
    private var rows: [[Cell]] = []

    /// Starts a table; without titles it has no header line.
    init(_ titles: [String] = [], style: Style) {
        header = titles.map { Cell($0, paint: style.bold) }
    }

    mutating func add(_ cells: [Cell]) { rows.append(cells) }

    /// The lines; the last column is not padded, and is cut where the line would be wider than `columns`.
    func lines(columns: Int?) -> String {
        let all = (header.isEmpty ? [] : [header]) + rows
        let count = all.map(\.count).max() ?? 0
        let widths = (0..<count).map { index in
            all.map { $0.count > index ? DisplayWidth.columns(of: $0[index].text) : 0 }.max() ?? 0
        }
        return all.map { row in
            let cells = row.enumerated().map { index, cell in
                let isLast = index == row.count - 1
                guard isLast else { return cell.paint(padded(cell, to: widths[index])) }
                let taken = widths.prefix(index).reduce(0) { $0 + $1 + 2 }
                let room = columns.map { max($0 - taken, 8) }
                let text = room.map { DisplayWidth.truncated(cell.text, to: $0) } ?? cell.text
                return cell.isRightAligned
                    ? cell.paint(padded(cell, to: widths[index])) : cell.paint(text)
            }
            return trimmed(cells.joined(separator: "  ")) + "\n"
        }.joined()
    }

    private func padded(_ cell: Cell, to width: Int) -> String {
        let padding = String(
            repeating: " ", count: max(0, width - DisplayWidth.columns(of: cell.text)))
        return cell.isRightAligned ? padding + cell.text : cell.text + padding
    }

    private func trimmed(_ line: String) -> String {
        var line = line
        while line.last == " " { line.removeLast() }
        return line
    }
}
