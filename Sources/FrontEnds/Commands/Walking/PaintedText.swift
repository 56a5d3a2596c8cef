import Languages

/// A text of painted runs, which can be broken into the lines of a narrow screen.
struct PaintedText {
    /// A run of one look, with every character visible.
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

    /// Takes a text of one look, and makes its control and bidi characters visible.
    init(_ text: String, _ paint: Paint = .plain) {
        self.init([Run(Visible.escaping(text), paint)])
    }

    private struct Cell {
        let character: Character
        let columns: Int
        let run: Int
    }

    /// The lines, none wider than `columns`: broken at spaces and between wide characters, else anywhere.
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

    /// The cells of the first line.
    private static func first(of cells: ArraySlice<Cell>, _ columns: Int) -> Range<Int> {
        let start = cells.startIndex
        var used = 0
        var end = start
        while end < cells.endIndex, used + cells[end].columns <= columns || end == start {
            used += cells[end].columns
            end += 1
        }
        guard end < cells.endIndex else { return start..<end }
        // A space that does not fit any more may end the line.
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
        // Spaces that came or went are what a difference is about.
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
