/// Applies a project's changes to a file while keeping the file's layout.
///
/// There are three texts: the original file, the base and the new text. The format writes the base
/// for the entries of the original file, and the new text for the current entries. Changes from the
/// base to the new text are applied, and everything else comes from the file. If there are no
/// changes, the result is the file. If the file equals the base, the result is the new text.
///
/// The cost is about `n log n`.
struct LayoutMerge {
    private let file: LayoutTokens
    private let base: LayoutTokens
    private let new: LayoutTokens
    private let toFile: [Int]
    private var toNew: [Int]
    private let style: LayoutStyle
    private var output: [UInt8] = []
    /// Whether the last token exists only in the file.
    private var isAfterOwn = false
    /// The number of line feeds before the last removed line; nil if something else has followed.
    private var breaksOfRemoved: Int?

    /// Merges three texts.
    ///
    /// If `wholeLines` is true, each changed line of the base is taken completely from the new
    /// text. This avoids mixing the spellings of the file and the format.
    static func merged(
        file: [UInt8], base: [UInt8], new: [UInt8], wholeLines: Bool = false
    ) -> [UInt8] {
        if base == new { return file }
        if file == base { return new }
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        if file.starts(with: mark), !base.starts(with: mark) {
            let rest = Array(file.dropFirst(mark.count))
            return mark + merged(file: rest, base: base, new: new, wholeLines: wholeLines)
        }
        var merge = LayoutMerge(file, base, new)
        if wholeLines { merge.widenToLines() }
        return merge.run()
    }

    private init(_ file: [UInt8], _ base: [UInt8], _ new: [UInt8]) {
        var names = LayoutNames()
        self.file = LayoutTokens(file, &names)
        self.base = LayoutTokens(base, &names)
        self.new = LayoutTokens(new, &names)
        toFile = LayoutAlignment(self.base, self.file).matches
        toNew = LayoutAlignment(self.base, self.new).matches
        style = LayoutStyle(of: self.file, self.base, toFile, names)
    }

    /// Extends each change between the base and the new text to whole lines.
    private mutating func widenToLines() {
        var start = 0
        while start < base.count - 1 {
            var end = start + 1
            while end < base.count - 1, base.breaks[end] == 0 { end += 1 }
            let isSame = (start..<end).allSatisfy { index in
                toNew[index] >= 0
                    && (index + 1 == end
                        ? toNew[index] + 1 >= new.count - 1 || new.breaks[toNew[index] + 1] > 0
                            || toNew[index + 1] == toNew[index] + 1
                        : toNew[index + 1] == toNew[index] + 1)
            }
            if !isSame { for index in start..<end { toNew[index] = -1 } }
            start = end
        }
    }

    private mutating func run() -> [UInt8] {
        output.reserveCapacity(file.bytes.count + new.bytes.count / 8)
        var (inFile, inBase, inNew) = (0, 0, 0)
        for index in base.ids.indices where toFile[index] >= 0 && toNew[index] >= 0 {
            let (place, target) = (toFile[index], toNew[index])
            merge(inFile..<place, inBase..<index, inNew..<target)
            let isUnchanged = base.leadIDs[index] == new.leadIDs[target]
            if isAfterOwn || isUnchanged {
                addLead(place)
            } else {
                output += style.lead(new, target)
            }
            output += file.bytes[file.cores[place]]
            isAfterOwn = false
            breaksOfRemoved = nil
            (inFile, inBase, inNew) = (place + 1, index + 1, target + 1)
        }
        return output
    }

    /// Merges the range between two tokens that exist in all three texts.
    private mutating func merge(_ own: Range<Int>, _ old: Range<Int>, _ target: Range<Int>) {
        if new.ids[target] == base.ids[old] {
            addOwn(own)
        } else if file.ids[own] == base.ids[old] {
            addNew(target, own, old)
        } else if old.isEmpty {
            addBoth(own, target)
        } else if let cut = cut(own, old, target) {
            merge(
                own.lowerBound..<cut.own, old.lowerBound..<cut.old, target.lowerBound..<cut.target)
            merge(
                cut.own..<own.upperBound, cut.old..<old.upperBound, cut.target..<target.upperBound)
        } else {
            replace(own, old, target)
        }
    }

    /// Finds a position where the changes on one side end before the changes on the other side
    /// begin.
    private func cut(
        _ own: Range<Int>, _ old: Range<Int>, _ target: Range<Int>
    ) -> (own: Int, old: Int, target: Int)? {
        if let place = old.first(where: { toFile[$0] < 0 }), place > old.lowerBound,
            (place..<old.upperBound).allSatisfy({ toNew[$0] >= 0 })
        {
            return (toFile[place - 1] + 1, place, toNew[place])
        }
        if let place = old.first(where: { toNew[$0] < 0 }), place > old.lowerBound,
            (place..<old.upperBound).allSatisfy({ toFile[$0] >= 0 })
        {
            return (toFile[place], place, toNew[place - 1] + 1)
        }
        // This handles new lines before or after a part that the file spells differently.
        guard let first = old.first, let last = old.last, old.allSatisfy({ toNew[$0] >= 0 }),
            toNew[last] - toNew[first] == last - first
        else { return nil }
        if toNew[last] == target.upperBound - 1, toNew[first] > target.lowerBound,
            new.breaks[target.lowerBound] > 0
        {
            let tail = own.first { file.breaks[$0] > 0 } ?? own.upperBound
            return (tail, first, toNew[first])
        }
        if toNew[first] == target.lowerBound, toNew[last] < target.upperBound - 1,
            new.breaks[toNew[last] + 1] > 0
        {
            return (own.upperBound, last + 1, toNew[last] + 1)
        }
        return nil
    }

    /// Adds the white space before a token of the file.
    ///
    /// If a blank line separates a removed line from a comment above it, the blank line is kept
    /// below the comment.
    private mutating func addLead(_ index: Int) {
        let lead = file.lead(index)
        if isAfterOwn, let removed = breaksOfRemoved, removed > file.breaks[index],
            file.breaks[index] > 0
        {
            let lineEnd: [UInt8] = lead.first == 0x0D ? [0x0D, 0x0A] : [0x0A]
            for _ in file.breaks[index]..<removed { output += lineEnd }
        }
        breaksOfRemoved = nil
        output += lead
    }

    private mutating func addOwn(_ range: Range<Int>) {
        var range = range
        // The rest of a removed line is removed with it.
        if breaksOfRemoved != nil {
            let start = range.first { file.breaks[$0] > 0 } ?? range.upperBound
            range = start..<range.upperBound
        }
        for index in range {
            addLead(index)
            output += file.bytes[file.cores[index]]
            isAfterOwn = true
        }
    }

    private mutating func addNew(_ range: Range<Int>, _ own: Range<Int>, _ old: Range<Int>) {
        if range.isEmpty, let first = own.first, isLine(old) {
            breaksOfRemoved = file.breaks[first]
        }
        for index in range {
            // A token that replaces other tokens gets their white space.
            if index == range.lowerBound, let first = own.first, let before = old.first,
                base.leadIDs[before] == new.leadIDs[index]
            {
                output += file.lead(first)
            } else {
                output += style.lead(new, index)
            }
            output += new.bytes[new.cores[index]]
            isAfterOwn = false
            breaksOfRemoved = nil
        }
    }

    /// Returns whether a range of the base starts at the beginning of a line.
    private func isLine(_ range: Range<Int>) -> Bool {
        range.first.map { $0 == 0 || base.breaks[$0] > 0 } ?? false
    }

    /// Adds the tokens that exist only in the file and those that exist only in the new text, at
    /// the same position.
    ///
    /// Text after an entry on the previous line stays on that line. A comment above the next entry
    /// stays above that entry.
    private mutating func addBoth(_ own: Range<Int>, _ target: Range<Int>) {
        guard let first = target.first, new.breaks[first] > 0 else {
            addNew(target, own.lowerBound..<own.lowerBound, 0..<0)
            addOwn(own)
            return
        }
        let cut = own.first { file.breaks[$0] > 0 } ?? own.upperBound
        addOwn(own.lowerBound..<cut)
        addNew(target, own.lowerBound..<own.lowerBound, 0..<0)
        addOwn(cut..<own.upperBound)
    }

    /// Replaces or removes a part that the file spells differently.
    private mutating func replace(_ own: Range<Int>, _ old: Range<Int>, _ target: Range<Int>) {
        let known = old.compactMap { toFile[$0] >= 0 ? toFile[$0] : nil }
        guard var first = known.first, let last = known.last else {
            addNew(target, own, old)
            return
        }
        // The mark of an earlier comment may match the mark of a comment in the base.
        if target.isEmpty, let blank = (first...last).last(where: { file.breaks[$0] > 1 }),
            blank > first, known.count(where: { $0 < blank }) * 4 < known.count
        {
            first = blank
        }
        let before = own.lowerBound..<first
        let after = (last + 1)..<own.upperBound
        let isLine = isLine(old)
        if target.isEmpty {
            guard isLine else {
                addOwn(before)
                addOwn(after)
                return
            }
            // The comment above an entry belongs to that entry.
            var cut = before.first { $0 > 0 && file.breaks[$0] > 0 } ?? before.upperBound
            if let blank = (before.lowerBound...first).last(where: {
                $0 > cut && file.breaks[$0] > 1
            }) {
                cut = blank
            }
            addOwn(before.lowerBound..<cut)
            breaksOfRemoved = file.breaks[cut]
        } else {
            // If the first token of the base also exists in the file, the tokens before it are
            // additional. Otherwise, they replace tokens of the base.
            let isMore = old.first.map { toFile[$0] >= 0 } ?? false
            if isMore || before.contains(where: { file.breaks[$0] > 0 }) { addOwn(before) }
            addNew(target, first..<(last + 1), old)
            if old.last.map({ toFile[$0] >= 0 }) ?? false {
                addOwn(after)
                return
            }
        }
        let rest = after.first { file.breaks[$0] > 0 } ?? after.upperBound
        addOwn(rest..<after.upperBound)
    }
}
