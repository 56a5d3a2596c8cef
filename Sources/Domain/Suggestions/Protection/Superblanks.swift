/// A text in Apertium's stream format.
///
/// Special characters are escaped, and parts that are not translated are in square brackets.
/// Source: <https://wiki.apertium.org/wiki/Apertium_stream_format>.
struct Superblanks {
    /// The text for the pipeline, without the null character that ends it.
    let encoded: String

    private struct Blank {
        let text: String
        let isPlaceholder: Bool
        /// True if a letter follows immediately, as in `<b>bold`.
        var isBeforeWord = false
    }

    private let blanks: [Blank]
    private let hasAddedStop: Bool
    /// True if the source has a space before a full stop or comma.
    private let hasSpacedStops: Bool

    private static let special: Set<Unicode.Scalar> = [
        "\\", "[", "]", "{", "}", "^", "$", "/", "@", "<", ">",
    ]
    private static let stops: Set<Unicode.Scalar> = [".", "?", "!", "…", "。", "？", "！"]

    init(_ pieces: [ProtectedText.Piece]) {
        var writer = Writer()
        for piece in pieces {
            switch piece {
            case .placeholder(let text): writer.add(text, isPlaceholder: true)
            case .text(let text): writer.add(text)
            }
        }
        // A full stop at the end of a sentence helps the tagger, as in apertium-destxt.
        hasAddedStop = !Self.stops.contains(writer.last)
        hasSpacedStops = writer.stream.contains(" .") || writer.stream.contains(" ,")
        encoded = writer.stream + (hasAddedStop ? ".[]" : "[]")
        blanks = writer.blanks
    }

    /// Writes the stream piece by piece.
    private struct Writer {
        var stream = ""
        var blanks: [Blank] = []
        /// The last character that is neither a space nor part of a placeholder, if only spaces
        /// follow it.
        var last: Unicode.Scalar = " "
        private var isAfterBlank = false

        mutating func add(_ text: String, isPlaceholder: Bool) {
            stream += "[<\(blanks.count)>]"
            blanks.append(Blank(text: text, isPlaceholder: isPlaceholder))
            isAfterBlank = true
            if isPlaceholder { last = " " }
        }

        mutating func add(_ text: String) {
            var space = ""
            for character in text.unicodeScalars {
                let isControl = character.properties.generalCategory == .control
                guard !character.properties.isWhitespace, !isControl else {
                    space.unicodeScalars.append(character)
                    continue
                }
                add(space: space)
                space = ""
                last = character
                // The generator would interpret this character as one of its own marks.
                guard character != "~" else {
                    add("~", isPlaceholder: false)
                    continue
                }
                if isAfterBlank, character.properties.isAlphabetic {
                    blanks[blanks.count - 1].isBeforeWord = true
                }
                isAfterBlank = false
                if Superblanks.special.contains(character) { stream += "\\" }
                stream.unicodeScalars.append(character)
            }
            add(space: space)
        }

        /// Adds spaces to the stream.
        ///
        /// A single space stays in the text, because the grammar may move it. Other spaces become a
        /// blank.
        private mutating func add(space: String) {
            guard space == " " else {
                if !space.isEmpty { add(space, isPlaceholder: false) }
                return
            }
            isAfterBlank = false
            stream += space
        }
    }

    /// Returns the translation with its blanks restored, or nil if a placeholder is missing,
    /// unknown or repeated.
    ///
    /// Drops spaces that the grammar leaves behind after removing a word.
    func decoded(_ translation: String) -> String? {
        var result = ""
        var found: Set<Int> = []
        var isEscaped = false
        var dropsSpace = false
        var blank: String?
        for character in translation.unicodeScalars {
            if isEscaped {
                result.unicodeScalars.append(character)
                isEscaped = false
                dropsSpace = false
            } else if let name = blank {
                guard character == "]" else {
                    blank = name + String(character)
                    continue
                }
                blank = nil
                // An empty name marks the end of the text.
                if name.isEmpty {
                    if hasAddedStop, result.hasSuffix(".") { result.removeLast() }
                    continue
                }
                guard let number = Int(name.dropFirst().dropLast()),
                    blanks.indices.contains(number), found.insert(number).inserted
                else { return nil }
                result += blanks[number].text
                dropsSpace = blanks[number].isBeforeWord
            } else if character == "\\" {
                isEscaped = true
            } else if character == "[" {
                blank = ""
            } else if character == " ", dropsSpace || result.unicodeScalars.last == " " {
                continue
            } else {
                let isStop = character == "." || character == ","
                if isStop, !hasSpacedStops, result.hasSuffix(" ") { result.removeLast() }
                result.unicodeScalars.append(character)
                dropsSpace = false
            }
        }
        let isComplete = blanks.indices.allSatisfy {
            found.contains($0) || !blanks[$0].isPlaceholder
        }
        return isComplete && blank == nil && !isEscaped ? result : nil
    }
}
