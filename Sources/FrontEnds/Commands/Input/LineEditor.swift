import Languages

/// An editable line: its text, the cursor, and the drawing commands.
///
/// The type does no input or output: it takes keys, and returns the output for a terminal. The
/// cursor moves by user-perceived characters. Widths are computed by ``Languages/DisplayWidth``. If
/// the line is wider than the screen, only a part is shown.
package struct LineEditor {
    private var before = ""
    private var after = ""
    /// The texts that the up and down arrows insert, nearest first.
    private let suggestions: [String]
    private var suggestion: Int?
    private var typed = ""

    /// Creates a line with a text, and the cursor at its end.
    package init(_ text: String = "", suggestions: [String] = []) {
        before = text
        self.suggestions = suggestions
    }

    var text: String { before + after }

    /// The effect of a key.
    package enum Answer: Equatable {
        /// The user is still editing.
        case editing
        /// The user finished the line with this text.
        case line(String)
        /// The user cancelled the line.
        case cancelled
        /// The input ended: Control-C, Control-D or a hang-up.
        case ended(Key)
    }

    package mutating func press(_ key: Key) -> Answer {
        switch key {
        case .enter: return .line(text)
        case .escape, .control("g"): return .cancelled
        case .control("c"), .hangUp: return .ended(key)
        case .control("d"):
            // As in a shell, Control-D on an empty line ends the input.
            guard !text.isEmpty else { return .ended(key) }
            deleteForward()
        case .up, .control("p"): recall(+1)
        case .down, .control("n"): recall(-1)
        default: edit(key)
        }
        return .editing
    }

    private mutating func edit(_ key: Key) {
        switch key {
        case .character(let scalar): before.unicodeScalars.append(scalar)
        case .paste(let text): before += text
        case .tab: before += "\t"
        case .backspace: _ = before.popLast()
        case .delete: deleteForward()
        case .left, .control("b"):
            if let moved = before.popLast() { after.insert(moved, at: after.startIndex) }
        case .right, .control("f"):
            if let moved = after.first {
                before.append(moved)
                deleteForward()
            }
        case .home, .control("a"): (before, after) = ("", text)
        case .end, .control("e"): (before, after) = (text, "")
        case .control("u"): before = ""
        case .control("k"): after = ""
        case .control("w"):
            while before.last?.isWhitespace == true { before.removeLast() }
            while before.last?.isWhitespace == false { before.removeLast() }
        default: break
        }
    }

    private mutating func deleteForward() {
        if !after.isEmpty { after.removeFirst() }
    }

    private mutating func recall(_ step: Int) {
        let next = (suggestion ?? -1) + step
        guard next >= -1, next < suggestions.count else { return }
        if suggestion == nil { typed = text }
        suggestion = next < 0 ? nil : next
        (before, after) = (suggestion.map { suggestions[$0] } ?? typed, "")
    }

    /// Returns the output that redraws the prompt and the line on the cursor's row.
    package func drawing(after prompt: String, columns: Int) -> String {
        let room = max(columns - DisplayWidth.columns(of: prompt) - 1, 8)
        let left = Visible.escaping(before)
        let right = Visible.escaping(after)
        // If the text after the cursor fills half of the width, the text before it gets the other
        // half.
        var shownLeft = Substring(left)
        var widthLeft = DisplayWidth.columns(of: left)
        let least = DisplayWidth.columns(of: right) >= room / 2 ? room / 2 : room
        while widthLeft > least, let first = shownLeft.popFirst() {
            widthLeft -= DisplayWidth.columns(of: String(first))
        }
        let shownRight = Self.prefix(of: right, room - widthLeft)
        let column = DisplayWidth.columns(of: prompt) + widthLeft
        let move = column > 0 ? "\r\u{1B}[\(column)C" : "\r"
        return "\r\(prompt)\(shownLeft)\(shownRight)\u{1B}[K\(move)"
    }

    private static func prefix(of text: String, _ width: Int) -> String {
        var shown = ""
        var used = 0
        for character in text {
            used += DisplayWidth.columns(of: String(character))
            guard used <= width else { break }
            shown.append(character)
        }
        return shown
    }
}

extension Terminal {
    /// Lets the user type a line after a plain-text prompt.
    ///
    /// The text is not trimmed. A pasted text may have several lines. The result is never
    /// ``LineEditor/Answer/editing``.
    func readLine(_ prompt: String, suggestions: [String] = []) -> LineEditor.Answer {
        var editor = LineEditor(suggestions: suggestions)
        while true {
            awaitKeys()
            writeError(editor.drawing(after: prompt, columns: columns))
            let answer = editor.press(readKey())
            guard answer != .editing else { continue }
            writeError(editor.drawing(after: prompt, columns: columns) + "\n")
            return answer
        }
    }
}
