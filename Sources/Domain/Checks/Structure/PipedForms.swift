import Texts

/// The plural forms that Symfony and Laravel write in one text, as in “One file|%count% files”.
///
/// Each language has as many forms as it needs, and the app shows one of them.
struct PipedForms {
    /// The index of the first byte of each form except the first.
    private let starts: [Int]

    /// Splits a text at each `|` outside braces.
    init(_ text: ScannedText) {
        var starts: [Int] = []
        var depth = 0
        for (index, byte) in text.bytes.enumerated() {
            switch byte {
            case UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "}"): depth = max(0, depth - 1)
            case UInt8(ascii: "|") where depth == 0: starts.append(index + 1)
            default: break
            }
        }
        self.starts = starts
    }

    /// Returns the placeholders that count when a text is compared.
    ///
    /// A named placeholder counts as many times as in the form that repeats it most.
    ///
    /// Printf conversions are read in order, so all of them count. Cost: `n log n` in the length of
    /// the text.
    func counted(_ placeholders: [Placeholder]) -> [Placeholder] {
        guard !starts.isEmpty else { return placeholders }
        struct Place: Hashable {
            let identity: Placeholder.Identity
            let form: Int
        }
        func place(_ placeholder: Placeholder) -> Place {
            Place(identity: placeholder.identity, form: form(at: placeholder.range.lowerBound))
        }
        let counts = Dictionary(placeholders.map { (place($0), 1) }, uniquingKeysWith: +)
        var fullest: [Placeholder.Identity: Place] = [:]
        for place in placeholders.map(place) {
            let known = fullest[place.identity].flatMap { counts[$0] } ?? 0
            if counts[place, default: 0] > known { fullest[place.identity] = place }
        }
        return placeholders.filter { placeholder in
            placeholder.kind == .printf || placeholder.isKnownToWiki
                || fullest[placeholder.identity] == place(placeholder)
        }
    }

    /// Returns the index of the form that contains a byte.
    private func form(at index: Int) -> Int {
        var (low, high) = (0, starts.count)
        while low < high {
            let middle = (low + high) / 2
            if starts[middle] <= index { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
