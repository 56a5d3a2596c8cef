import Texts

/// A tag in HTML, XML or i18next notation (`<1>…</1>`).
struct MarkupTag {
    /// The role of a tag.
    enum Role: Hashable {
        /// Begins an element.
        case opening
        /// Ends an element.
        case closing
        /// Forms a whole element.
        case empty
    }

    /// The element's name.
    let name: String
    /// The tag's role.
    ///
    /// The start tag of an HTML void element is `empty`, with or without a trailing slash.
    var role: Role
    /// The tag without its attributes.
    let text: String
    /// Whether it is written `<x/>`.
    let isSelfClosing: Bool
    /// The `id` of an XLIFF inline element; nil for other elements.
    var id: String?
    /// The range in UTF-8 bytes; empty for a tag that is part of another tag (see ``parts``).
    var range = 0..<0

    /// The properties that equivalent tags share.
    struct Identity: Hashable {
        let name: Value.Text
        let role: Role
        let id: Value.Text?
    }

    /// Whether the tag is Android's `<xliff:g>`, which only marks part of a text for translators.
    ///
    /// The app sees only the element's content.
    ///
    /// Source:
    /// <https://developer.android.com/guide/topics/resources/localization#mark-message-parts>.
    var isMark: Bool { name == "xliff:g" }

    var identity: Identity {
        Identity(name: Value.Text(name), role: role, id: id.map { Value.Text($0) })
    }

    /// The tag itself, or the opening and closing tags that are equivalent to `<x/>` in XML.
    var parts: [MarkupTag] {
        guard role == .empty, id == nil, !Self.isVoid(name) else { return [self] }
        return [
            MarkupTag(name: name, role: .opening, text: "<\(name)>", isSelfClosing: false),
            MarkupTag(name: name, role: .closing, text: "</\(name)>", isSelfClosing: false),
        ]
    }

    /// HTML void elements that occur in texts.
    private static let voidNames: Set<String> = ["br", "hr", "img", "input", "wbr"]

    /// HTML elements that are recognized even if they are not closed.
    private static let textNames: Set<String> = [
        "a", "b", "big", "div", "em", "font", "i", "li", "ol", "p", "small", "span", "strong",
        "sub",
        "sup", "tt", "u", "ul",
    ]

    private static func isVoid(_ name: String) -> Bool { voidNames.contains(name.lowercased()) }

    /// Returns the names of the given tags that count as markup.
    ///
    /// In “Usage: copy <file>”, the angle brackets mark a placeholder. So a name counts as markup
    /// only if it is a number, a common HTML element, or closed somewhere.
    static func markupNames(in tags: [MarkupTag]) -> Set<Value.Text> {
        var names: Set<Value.Text> = []
        for tag in tags {
            let isNumber = tag.name.utf8.allSatisfy(PlaceholderScanner.isDigit)
            if isNumber || tag.role != .opening || textNames.contains(tag.name.lowercased()) {
                names.insert(Value.Text(tag.name))
            }
        }
        return names
    }

    /// Returns the names that count as markup in a source or its target.
    ///
    /// If the source has placeholders such as “<from>”, their translations can look like tags, such
    /// as “<a>”. Such a translation counts as a tag only if the target closes it.
    static func markupNames(of source: [MarkupTag], and target: [MarkupTag]) -> Set<Value.Text> {
        let names = markupNames(in: source)
        guard source.contains(where: { !names.contains(Value.Text($0.name)) }) else {
            return markupNames(in: source + target)
        }
        let closed = target.filter { tag in
            tag.role != .opening || names.contains(Value.Text(tag.name))
                || target.contains { $0.role == .closing && $0.name == tag.name }
        }
        return names.union(markupNames(in: closed))
    }

    /// Returns each tag as many times as it can be displayed.
    ///
    /// Only one branch of a choice is displayed. So each tag in a choice is returned as many times
    /// as it occurs in the branch that repeats it most.
    static func shown(_ tags: [MarkupTag], in text: ScannedText) -> [MarkupTag] {
        guard text.contains("{"), !tags.isEmpty else { return tags }
        let scanner = PlaceholderScanner(text.string)
        return shown(tags[...], in: scanner.bytes.indices, of: scanner, depth: 0)
    }

    private static func shown(
        _ tags: ArraySlice<MarkupTag>, in range: Range<Int>, of scanner: PlaceholderScanner,
        depth: Int
    ) -> [MarkupTag] {
        func part(from start: Int, to end: Int) -> ArraySlice<MarkupTag> {
            tags.drop { $0.range.lowerBound < start }.prefix { $0.range.lowerBound < end }
        }
        guard !tags.isEmpty, depth < PlaceholderScanner.maximumDepth else { return Array(tags) }
        var shown: [MarkupTag] = []
        var done = range.lowerBound
        var index = range.lowerBound
        while index < range.upperBound {
            guard scanner.bytes[index] == UInt8(ascii: "{"), let choice = scanner.choice(at: index),
                choice.end <= range.upperBound
            else {
                index += 1
                continue
            }
            shown += part(from: done, to: index)
            var merged: [MarkupTag] = []
            for branch in choice.branches {
                let inside = Self.shown(
                    part(from: branch.lowerBound, to: branch.upperBound), in: branch, of: scanner,
                    depth: depth + 1)
                merged += MultisetDifference(from: inside, to: merged, by: \.identity).missing
            }
            shown += merged
            index = choice.end
            done = index
        }
        return shown + part(from: done, to: range.upperBound)
    }

    /// Returns the first unmatched tag.
    static func firstMisplaced(in tags: [MarkupTag]) -> MarkupTag? {
        var open: [MarkupTag] = []
        for tag in tags {
            switch tag.role {
            case .opening: open.append(tag)
            case .empty: break
            case .closing:
                guard open.popLast().map({ Value.Text($0.name) }) == Value.Text(tag.name) else {
                    return tag
                }
            }
        }
        return open.first
    }

    /// Returns everything in a text that has the form of a tag, in order.
    ///
    /// `a < b`, `<3` and `<your name>` are not tags.
    static func tags(in text: String) -> [MarkupTag] {
        let scanner = PlaceholderScanner(text)
        let bytes = scanner.bytes
        var tags: [MarkupTag] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "<"), let (tag, end) = tag(at: index, in: scanner) {
                tags.append(tag)
                index = end
            } else {
                index += 1
            }
        }
        return tags
    }

    /// Returns the ranges of markup in a text, including comments and declarations.
    static func ranges(in bytes: [UInt8]) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var index = 0
        while let start = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
            index = start + 1
            guard index < bytes.count,
                PlaceholderScanner.isLetterOrDigit(bytes[index])
                    || "/!?".utf8.contains(bytes[index])
            else { continue }
            guard let end = bytes[index...].firstIndex(of: UInt8(ascii: ">")) else { break }
            ranges.append(start..<(end + 1))
            index = end + 1
        }
        return ranges
    }

    private static func tag(at start: Int, in scanner: PlaceholderScanner) -> (MarkupTag, Int)? {
        let end = scanner.bytes.count
        let isClosing = scanner.byte(at: start + 1, before: end) == UInt8(ascii: "/")
        let nameStart = start + (isClosing ? 2 : 1)
        guard let range = name(at: nameStart, in: scanner.bytes) else { return nil }
        let name = scanner.string(range)
        var index = scanner.skippingSpace(from: range.upperBound, before: end)
        let mayHaveAttributes = !isClosing && !PlaceholderScanner.isDigit(scanner.bytes[nameStart])
        while mayHaveAttributes, index > range.upperBound,
            let next = attributeEnd(from: index, in: scanner)
        {
            index = scanner.skippingSpace(from: next, before: end)
        }
        let isSelfClosing = !isClosing && scanner.byte(at: index, before: end) == UInt8(ascii: "/")
        if isSelfClosing { index += 1 }
        guard scanner.byte(at: index, before: end) == UInt8(ascii: ">") else { return nil }
        let role: Role =
            isSelfClosing || (isVoid(name) && !isClosing) ? .empty : isClosing ? .closing : .opening
        let id = InlineTag.id(in: scanner.bytes[start...index], name: name)
        let shown = id.map { " id=\"\($0)\"" } ?? ""
        let text = "<\(isClosing ? "/" : "")\(name)\(shown)\(isSelfClosing ? "/" : "")>"
        let tag = MarkupTag(
            name: name, role: role, text: text, isSelfClosing: isSelfClosing, id: id,
            range: start..<(index + 1))
        return (tag, index + 1)
    }

    /// Returns the range of the number or ASCII XML name at an index.
    private static func name(at start: Int, in bytes: [UInt8]) -> Range<Int>? {
        guard start < bytes.count else { return nil }
        let name: ArraySlice<UInt8>
        if PlaceholderScanner.isDigit(bytes[start]) {
            name = bytes[start...].prefix(while: PlaceholderScanner.isDigit)
        } else if PlaceholderScanner.isLetter(bytes[start]) {
            name = bytes[start...].prefix {
                PlaceholderScanner.isLetterOrDigit($0) || "-_.:".utf8.contains($0)
            }
        } else {
            return nil
        }
        return name.indices
    }

    /// Returns the end of an attribute `name=value`.
    ///
    /// Returns nil for a name without a value, which is an ordinary word.
    private static func attributeEnd(from start: Int, in scanner: PlaceholderScanner) -> Int? {
        let end = scanner.bytes.count
        guard let name = name(at: start, in: scanner.bytes) else { return nil }
        var index = scanner.skippingSpace(from: name.upperBound, before: end)
        guard scanner.byte(at: index, before: end) == UInt8(ascii: "=") else { return nil }
        index = scanner.skippingSpace(from: index + 1, before: end)
        guard let quote = scanner.byte(at: index, before: end) else { return nil }
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            return scanner.bytes[(index + 1)...].firstIndex(of: quote).map { $0 + 1 }
        }
        let value = scanner.bytes[index...].prefix {
            !PlaceholderScanner.isSpace($0) && $0 != UInt8(ascii: ">")
        }
        return value.isEmpty ? nil : value.endIndex
    }
}
