import Translation

/// Finds words that mix look-alike letters, such as a Latin “a” in a Cyrillic word.
///
/// The mix is invisible, and searches do not find the word. If a word contains distinctive letters
/// from both scripts, the mix is intended: “Latin-Греческий” and “URLы” are accepted.
struct ScriptsCheck: TextCheck {
    let info = CheckInfo.scripts

    func findings(in compared: ComparedTexts) -> [Finding] {
        compared.pairs.compactMap { pair in
            guard !pair.target.isASCII else { return nil }
            let words = Self.mixedWords(in: pair.target.prose)
            guard let word = words.first else { return nil }
            let inSource = pair.source.isASCII ? [] : Self.mixedWords(in: pair.source.prose)
            guard !inSource.contains(where: { $0.word.utf8.elementsEqual(word.word.utf8) }) else {
                return nil
            }
            let letters = word.letters.map { String($0) }.joined()
            return finding(
                "“\(word.word)” contains “\(letters)” from the \(word.script.name) script, which only looks like "
                    + "\(word.other.name).", at: pair.path)
        }
    }

    private struct MixedWord {
        let word: String
        /// The letters that look like letters from the other script.
        let letters: [Unicode.Scalar]
        let script: Script
        let other: Script
    }

    private static func mixedWords(in prose: [UInt8]) -> [MixedWord] {
        var found: [MixedWord] = []
        var word: [Unicode.Scalar] = []
        var hasASCII = false
        var hasOther = false
        func end() {
            // A word of ASCII letters alone has only one script.
            if hasOther, word.count > 2, let mixed = mixed(word, hasASCII: hasASCII) {
                found.append(mixed)
            }
            word.removeAll(keepingCapacity: true)
            hasASCII = false
            hasOther = false
        }
        var before: Unicode.Scalar = " "
        for scalar in String(decoding: prose, as: UTF8.self).unicodeScalars {
            let value = scalar.value
            defer { before = scalar }
            if value < 0x80 {
                // “%s”, “-c” and “\\n” are not part of the following word.
                let isSign = word.isEmpty && "%-\\".unicodeScalars.contains(before)
                guard !isSign, (0x61...0x7A).contains(value | 0x20) else {
                    if !word.isEmpty { end() }
                    continue
                }
                hasASCII = true
                word.append(scalar)
            } else if value < 0x590 || (0x1E00...0x1FFF).contains(value),
                scalar.properties.isAlphabetic
            {
                // Below U+0370, letters are Latin and normally occur next to ASCII letters.
                hasOther = hasOther || value >= 0x370
                word.append(scalar)
            } else if !word.isEmpty, scalar.properties.canonicalCombiningClass == .notReordered {
                end()
            }
        }
        end()
        return found
    }

    private static func mixed(_ word: [Unicode.Scalar], hasASCII: Bool) -> MixedWord? {
        var byScript: [Script: [Unicode.Scalar]] = [:]
        for scalar in word { byScript[Script(of: scalar), default: []].append(scalar) }
        let scripts = LookAlikes.scripts.filter { byScript[$0] != nil }
        guard scripts.count > 1 else { return nil }
        for script in scripts.sorted(by: { byScript[$0]?.count ?? 0 < byScript[$1]?.count ?? 0 }) {
            let letters = byScript[script] ?? []
            for other in scripts
            where other != script && letters.count <= byScript[other]?.count ?? 0 {
                if letters.allSatisfy({ LookAlikes.shared.looks($0, like: other) }) {
                    return MixedWord(
                        word: String(String.UnicodeScalarView(word)), letters: letters,
                        script: script, other: other)
                }
            }
        }
        return nil
    }
}
