import Languages

/// Rows of cells in columns, aligned by display width.
struct Table {
    /// A cell with its text, and a function that colours it after padding.
    struct Cell {
        let text: String
        /// The display width of the text.
        let columns: Int
        let paint: (String) -> String
        let isRightAligned: Bool

        /// Creates a cell, and makes control and bidi characters visible.
        init(
            _ text: String, isRightAligned: Bool = false,
            paint: @escaping (String) -> String = { $0 }
        ) {
            self.text = Visible.escaping(text)
            columns = DisplayWidth.columns(of: self.text)
            self.paint = paint
            self.isRightAligned = isRightAligned
        }

        /// Creates a cell from text that the program itself formats, with the given display width.
        init(drawing text: String, columns: Int, paint: @escaping (String) -> String) {
            self.text = text
            self.columns = columns
            self.paint = paint
            isRightAligned = false
        }
    }

    private let header: [Cell]
    private var rows: [[Cell]] = []

    /// Creates a table; without titles, it has no header.
    init(_ titles: [String] = [], style: Style) {
        header = titles.map { Cell($0, paint: style.bold) }
    }

    /// The width of the table in columns, without any cutting or wrapping.
    var columns: Int { widths.reduce(-2) { $0 + $1 + 2 } }

    private var widths: [Int] {
        let all = (header.isEmpty ? [] : [header]) + rows
        let count = all.map(\.count).max() ?? 0
        return (0..<count).map { index in
            all.map { $0.count > index ? $0[index].columns : 0 }.max() ?? 0
        }
    }

    mutating func add(_ cells: [Cell]) { rows.append(cells) }

    /// Returns the lines.
    ///
    /// The last column is not padded, and is cut if the line would exceed `columns`. With
    /// `isWrapped`, the last column continues on further lines instead. If there is little room, it
    /// starts on a new line.
    func lines(columns: Int?, isWrapped: Bool = false) -> String {
        let all = (header.isEmpty ? [] : [header]) + rows
        let widths = widths
        let width = widths.reduce(0) { $0 + $1 + 2 }
        return all.map { row in
            var line = ""
            line.reserveCapacity(width)
            for (index, cell) in row.enumerated() {
                if index > 0 { line += "  " }
                let padding = Self.padding(widths[index] - cell.columns)
                if cell.isRightAligned {
                    line += cell.paint(padding + cell.text)
                } else if index < row.count - 1 {
                    line += cell.paint(cell.text + padding)
                } else {
                    let taken = widths.prefix(index).reduce(0) { $0 + $1 + 2 }
                    let last =
                        isWrapped
                        ? Self.wrapped(cell, from: taken, columns)
                        : Self.cut(cell, from: taken, columns)
                    line = (last.hasPrefix("\n") ? trimmed(line) : line) + last
                }
            }
            return trimmed(line) + "\n"
        }.joined()
    }

    private static func cut(_ cell: Cell, from taken: Int, _ columns: Int?) -> String {
        let room = columns.map { max($0 - taken, 8) }
        return cell.paint(room.map { DisplayWidth.truncated(cell.text, to: $0) } ?? cell.text)
    }

    /// The minimum width of a wrapped cell; if there is less room, the cell starts on a new line.
    private static let narrowest = 30

    private static func wrapped(_ cell: Cell, from taken: Int, _ columns: Int?) -> String {
        guard let columns, taken + cell.columns > columns else { return cell.paint(cell.text) }
        let isBeside = columns - taken >= narrowest
        let start = isBeside ? taken : 4
        let lines = PaintedText(cell.text)
            .lines(columns: max(columns - start, 8), style: Style(isColoured: false))
        let indentation = "\n" + padding(start)
        return (isBeside ? "" : indentation)
            + lines.map(cell.paint).joined(separator: indentation)
    }

    private static func padding(_ count: Int) -> String {
        count < paddings.count ? paddings[count] : String(repeating: " ", count: count)
    }

    /// Precomputed paddings for most cells, because a table may have very many cells.
    private static let paddings = (0...30).map { String(repeating: " ", count: $0) }

    private func trimmed(_ line: String) -> String {
        var line = line
        while line.last == " " { line.removeLast() }
        return line
    }
}
