import Languages

/// A text that consists of styled runs, and can be wrapped to the width of a screen.
struct PaintedText {
    /// A run with a single style and every character visible.
    struct Run {
        let text: String
        let paint: Paint

        init(_ text: String, _ paint: Paint = .plain) {
            self.text = text
            self.paint = paint
        }
    }

    private let runs: [Run]

    init(_ runs: [Run]) { self.runs = runs }

    /// Creates a text with a single style, and makes control and bidi characters visible.
    init(_ text: String, _ paint: Paint = .plain) {
        self.init([Run(Visible.escaping(text), paint)])
    }

    private struct Cell {
        let character: Character
        let columns: Int
        let run: Int
    }

    /// Returns the lines, none wider than `columns`.
    ///
    /// Breaks at spaces and between wide characters, or anywhere if necessary.
    func lines(columns: Int, style: Style) -> [String] {
        var rest = cells[...]
        var lines: [String] = []
        while !rest.isEmpty {
            let line = Self.first(of: rest, columns)
            lines.append(painted(rest[line], style))
            rest = rest[line.upperBound...].drop { $0.character == " " }
        }
        return lines.isEmpty ? [""] : lines
    }

    private var cells: [Cell] {
        runs.enumerated().flatMap { index, run in
            run.text.map { character in
                Cell(
                    character: character, columns: DisplayWidth.columns(of: String(character)),
                    run: index)
            }
        }
    }

    /// Returns the cells of the first line.
    private static func first(of cells: ArraySlice<Cell>, _ columns: Int) -> Range<Int> {
        let start = cells.startIndex
        var used = 0
        var end = start
        while end < cells.endIndex, used + cells[end].columns <= columns || end == start {
            used += cells[end].columns
            end += 1
        }
        guard end < cells.endIndex else { return start..<end }
        // If the character that no longer fits is a space, the line can end before it.
        if cells[end].character == " " { return start..<end }
        var breaking = end
        while breaking > start {
            let before = cells[breaking - 1]
            let isWide = before.columns == 2 && cells[breaking].columns == 2
            if before.character == " " || isWide { return start..<breaking }
            breaking -= 1
        }
        return start..<end
    }

    private func painted(_ cells: ArraySlice<Cell>, _ style: Style) -> String {
        var line = ""
        var rest = cells
        // Added and removed spaces must stay visible in a difference.
        while let last = rest.last, last.character == " ",
            ![.struck, .green].contains(runs[last.run].paint)
        {
            rest.removeLast()
        }
        while let first = rest.first {
            let run = rest.prefix { $0.run == first.run }
            line += style.painted(String(run.map(\.character)), runs[first.run].paint)
            rest = rest.dropFirst(run.count)
        }
        return Isolation.isolating(line)
    }
}
