/// A text in Apertium's stream format: characters with a meaning are escaped, and what is not translated is in square brackets.
///
/// Source: <https://wiki.apertium.org/wiki/Apertium_stream_format>.
struct Superblanks {
    /// The text for the pipeline, without the null character that ends it.
    let encoded: String

    private struct Blank {
        let text: String
        let isPlaceholder: Bool
    }

    private let blanks: [Blank]
    private let hasAddedStop: Bool

    private static let special: Set<Unicode.Scalar> = [
        "\\", "[", "]", "{", "}", "^", "$", "/", "@", "<", ">",
    ]
    private static let stops: Set<Unicode.Scalar> = [".", "?", "!", "…", "。", "？", "！"]

    init(_ pieces: [ProtectedText.Piece]) {
        var blanks: [Blank] = []
        var stream = ""
        func add(_ text: String, isPlaceholder: Bool) {
            stream += "[<\(blanks.count)>]"
            blanks.append(Blank(text: text, isPlaceholder: isPlaceholder))
        }
        var last: Unicode.Scalar = " "
        for piece in pieces {
            switch piece {
            case .placeholder(let text):
                add(text, isPlaceholder: true)
                last = " "
            case .text(let text):
                var space = ""
                for character in text.unicodeScalars {
                    if character.properties.isWhitespace
                        || character.properties.generalCategory == .control
                    {
                        space.unicodeScalars.append(character)
                        continue
                    }
                    // A single space is left to the grammar, which may move it.
                    if space == " " {
                        stream += space
                    } else if !space.isEmpty {
                        add(space, isPlaceholder: false)
                    }
                    space = ""
                    last = character
                    // The generator takes this one for a mark of its own.
                    if character == "~" {
                        add("~", isPlaceholder: false)
                        continue
                    }
                    if Self.special.contains(character) { stream += "\\" }
                    stream.unicodeScalars.append(character)
                }
                if space == " " {
                    stream += space
                } else if !space.isEmpty {
                    add(space, isPlaceholder: false)
                }
            }
        }
        // The end of a sentence helps the tagger, as in apertium-destxt.
        hasAddedStop = !Self.stops.contains(last)
        encoded = stream + (hasAddedStop ? ".[]" : "[]")
        self.blanks = blanks
    }

    /// Returns the translation with its blanks; nil if a placeholder is missing, unknown or there twice.
    func decoded(_ translation: String) -> String? {
        var result = ""
        var found: Set<Int> = []
        var isEscaped = false
        var blank: String?
        for character in translation.unicodeScalars {
            if isEscaped {
                result.unicodeScalars.append(character)
                isEscaped = false
            } else if let name = blank {
                guard character == "]" else {
                    blank = name + String(character)
                    continue
                }
                blank = nil
                // The end of the text.
                if name.isEmpty {
                    if hasAddedStop, result.hasSuffix(".") { result.removeLast() }
                    continue
                }
                guard let number = Int(name.dropFirst().dropLast()),
                    blanks.indices.contains(number),
                    found.insert(number).inserted
                else { return nil }
                result += blanks[number].text
            } else if character == "\\" {
                isEscaped = true
            } else if character == "[" {
                blank = ""
            } else if character == " ", result.unicodeScalars.last == " " {
                // Words that became none leave two.
                continue
            } else {
                result.unicodeScalars.append(character)
            }
        }
        let isComplete = blanks.indices.allSatisfy {
            found.contains($0) || !blanks[$0].isPlaceholder
        }
        return isComplete && blank == nil && !isEscaped ? result : nil
    }
}
