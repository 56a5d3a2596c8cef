import Translation

/// The style of a run of text.
enum Paint {
    case plain, bold, dim, red, yellow, green, cyan, struck
}

extension Style {
    func painted(_ text: String, _ paint: Paint) -> String {
        switch paint {
        case .plain: text
        case .bold: bold(text)
        case .dim: dim(text)
        case .red: red(text)
        case .yellow: yellow(text)
        case .green: green(text)
        case .cyan: cyan(text)
        // Without colour, the marks are already part of the text.
        case .struck: isColoured ? removed(text) : text
        }
    }

    /// Returns the runs that show changed words.
    ///
    /// Without colour, changed words are marked as in `git diff --word-diff`.
    func runs(_ changes: [WordDiff.Change]) -> [PaintedText.Run] {
        changes.map { change in
            switch change.kind {
            case .kept: PaintedText.Run(change.text)
            case .removed:
                isColoured
                    ? PaintedText.Run(change.text, .struck)
                    : PaintedText.Run(removed(change.text), .struck)
            case .added:
                isColoured
                    ? PaintedText.Run(change.text, .green)
                    : PaintedText.Run(added(change.text), .green)
            }
        }
    }
}
