import Languages

/// The view of one item: a title, and fields with aligned labels and texts.
struct Screen {
    private let title: PaintedText
    private var fields: [(label: String, lines: [PaintedText])] = []

    init(_ title: PaintedText) { self.title = title }

    /// Adds a field of one or more lines; without lines, adds nothing.
    mutating func add(_ label: String, _ lines: [PaintedText]) {
        if !lines.isEmpty { fields.append((label, lines)) }
    }

    /// Adds a field with one text, unless the text is nil.
    mutating func add(_ label: String, _ text: String?, _ paint: Paint = .plain) {
        if let text { add(label, [PaintedText(text, paint)]) }
    }

    /// Returns the screen as text; no line is wider than `columns`.
    func text(columns: Int, style: Style) -> String {
        let columns = max(columns, 20)
        let labels = fields.map { DisplayWidth.columns(of: $0.label) }.max() ?? 0
        let indentation = String(repeating: " ", count: labels + 2)
        var lines = title.lines(columns: columns, style: style)
        for field in fields {
            let texts = field.lines.flatMap {
                $0.lines(columns: columns - labels - 2, style: style)
            }
            for (index, text) in texts.enumerated() {
                let label = DisplayWidth.padded(field.label, to: labels) + "  "
                lines.append((index == 0 ? style.dim(label) : indentation) + text)
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
