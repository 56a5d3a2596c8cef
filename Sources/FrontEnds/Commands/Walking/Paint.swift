import Translation

/// What a run of text looks like.
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
        // Without colour the marks are part of the text already.
        case .struck: isColoured ? removed(text) : text
        }
    }

    /// The runs that show what became of words; where there is no colour, with the marks of `git diff --word-diff`.
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
