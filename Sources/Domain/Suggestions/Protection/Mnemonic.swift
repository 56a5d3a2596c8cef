import Texts

/// A letter that opens a menu entry from the keyboard: `&File`, or `_File` in GTK.
///
/// The mark is removed before translation. Afterwards, it is put in front of the same letter or, if
/// that letter does not occur, in front of the first letter.
struct Mnemonic: Equatable {
    let mark: Character
    let letter: Character

    /// Returns the text without its mnemonic, if it has exactly one.
    ///
    /// An ampersand between capitals, as in “R&D”, or an underscore within a word is not a
    /// mnemonic.
    static func split(_ text: String) -> (text: String, mnemonic: Mnemonic)? {
        for mark: Character in ["&", "_"] {
            let places = text.indices.filter { text[$0] == mark }
            guard places.count == 1, let place = places.first else { continue }
            let next = text.index(after: place)
            guard next < text.endIndex, text[next].isLetter else { continue }
            if place > text.startIndex {
                let previous = text[text.index(before: place)]
                let isWithinWord = previous.isLetter || previous.isNumber
                let isAbbreviation = previous.isUppercase && text[next].isUppercase
                guard !isWithinWord || (mark == "&" && !isAbbreviation) else { continue }
            }
            // A long text is not a label.
            guard text.count <= 60 else { continue }
            var rest = text
            rest.remove(at: place)
            return (rest, Mnemonic(mark: mark, letter: text[next]))
        }
        return nil
    }

    /// Returns the text with the mark before the same letter, at the beginning of a word if
    /// possible.
    ///
    /// If the letter does not occur, the mark is put before the first letter. Letters in
    /// placeholders and tags are ignored.
    func inserted(
        in text: String, _ notations: PlaceholderNotations = .implied
    ) -> String {
        let taken = ProtectedRanges.ranges(in: text, notations).map { range in
            text.utf8.index(
                text.startIndex, offsetBy: range.lowerBound)..<text.utf8.index(
                    text.startIndex, offsetBy: range.upperBound)
        }
        let free = text.indices.filter { index in !taken.contains { $0.contains(index) } }
        func isSame(_ index: String.Index) -> Bool {
            text[index].lowercased() == letter.lowercased()
        }
        func beginsWord(_ index: String.Index) -> Bool {
            index == text.startIndex || !text[text.index(before: index)].isLetter
        }
        let place =
            free.first { isSame($0) && beginsWord($0) } ?? free.first(where: isSame)
            ?? free.first { text[$0].isLetter }
        guard let place else { return text }
        var marked = text
        marked.insert(mark, at: place)
        return marked
    }
}
