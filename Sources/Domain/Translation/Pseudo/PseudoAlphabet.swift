/// The replacements for letters, and the words that lengthen texts, in pseudo-languages.
enum PseudoAlphabet {
    private static let letters: [Unicode.Scalar: Unicode.Scalar] = {
        let plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
        let marked = "åƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýžÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ"
        return Dictionary(
            zip(plain.unicodeScalars, marked.unicodeScalars),
            uniquingKeysWith: { first, _ in first })
    }()

    /// Returns a text with accents added to its Latin letters.
    static func accented(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { letters[$0] ?? $0 }))
    }

    /// Returns a text in which each word runs from right to left.
    ///
    /// As on Android, each word is enclosed in direction marks and a direction override.
    static func turned(_ text: String) -> String {
        var turned = String.UnicodeScalarView()
        var isInside = false
        for scalar in text.unicodeScalars {
            let isSpace = scalar.properties.isWhitespace
            if isInside == isSpace {
                turned.append(
                    contentsOf: (isSpace ? "\u{202C}\u{200F}" : "\u{200F}\u{202E}").unicodeScalars)
                isInside.toggle()
            }
            turned.append(scalar)
        }
        if isInside { turned.append(contentsOf: "\u{202C}\u{200F}".unicodeScalars) }
        return String(turned)
    }

    private static let numbers = [
        "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    ]

    /// Returns the words to append to a text, so that it grows as much as a typical translation does.
    ///
    /// Shorter texts grow more: texts of up to 10 characters double, and texts of more than 50 grow
    /// by 30%. Source: <https://www.w3.org/International/articles/article-text-size>.
    static func words(lengthening length: Int) -> [String] {
        let percent =
            switch length {
            case ...10: 100
            case ...20: 80
            case ...30: 60
            case ...50: 40
            default: 30
            }
        let wanted = (length * percent + 99) / 100
        var words: [String] = []
        var added = 0
        while added < wanted {
            let word = numbers[words.count % numbers.count]
            words.append(word)
            added += word.utf8.count + 1
        }
        return words
    }
}
