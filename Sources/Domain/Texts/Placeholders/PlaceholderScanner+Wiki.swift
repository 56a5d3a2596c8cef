extension PlaceholderScanner {
    /// The MediaWiki variables that a message can use without parameters.
    ///
    /// Source: <https://www.mediawiki.org/wiki/Help:Magic_words>. Each variable for pages also has
    /// a variant with a final `E`, for use in URLs.
    private static let wikiVariables: Set<String> = {
        let ofPages = [
            "PAGENAME", "FULLPAGENAME", "BASEPAGENAME", "ROOTPAGENAME", "SUBPAGENAME",
            "SUBJECTPAGENAME", "ARTICLEPAGENAME", "TALKPAGENAME", "NAMESPACE", "SUBJECTSPACE",
            "ARTICLESPACE", "TALKSPACE",
        ]
        let ofTimes = [
            "YEAR", "MONTH", "MONTH1", "MONTHNAME", "MONTHNAMEGEN", "MONTHABBREV", "DAY", "DAY2",
            "DOW", "DAYNAME", "TIME", "HOUR", "WEEK", "TIMESTAMP",
        ]
        let ofSites = [
            "SITENAME", "SERVER", "SERVERNAME", "SCRIPTPATH", "STYLEPATH", "CURRENTVERSION",
            "CONTENTLANGUAGE", "CONTENTLANG", "PAGELANGUAGE", "PAGEID", "NAMESPACENUMBER",
            "DIRECTIONMARK", "DIRMARK", "NUMBEROFPAGES", "NUMBEROFARTICLES", "NUMBEROFFILES",
            "NUMBEROFEDITS", "NUMBEROFUSERS", "NUMBEROFADMINS", "NUMBEROFACTIVEUSERS",
            "REVISIONID", "REVISIONUSER", "REVISIONTIMESTAMP",
        ]
        let names =
            ofPages + ofPages.map { $0 + "E" } + ofTimes.map { "CURRENT" + $0 }
            + ofTimes.map { "LOCAL" + $0 } + ofSites
        return Set(names)
    }()

    /// Reads the contents of double braces as MediaWiki does: a variable, or a function with its
    /// argument.
    ///
    /// Case is ignored in a function's name and in the first letter of its argument.
    package func wiki(_ inner: Range<Int>, _ range: Range<Int>) -> Placeholder? {
        let text = string(inner)
        if Self.wikiVariables.contains(text) {
            return Placeholder(
                kind: .wikiVariable, name: text, text: string(range), range: range)
        }
        guard let head = wikiFunctionName(at: inner.lowerBound),
            let argument = trimmed(head.upperBound..<inner.upperBound)
        else { return nil }
        let first = string(argument).prefix(1).lowercased()
        return Placeholder(
            kind: .wikiFunction,
            name: string(head).lowercased() + first + string(argument).dropFirst(),
            text: string(range), range: range)
    }

    /// Returns the range of a function's name with its colon, such as `#special:` or `int:`.
    private func wikiFunctionName(at start: Int) -> Range<Int>? {
        let letters = start + (byte(at: start, before: bytes.count) == UInt8(ascii: "#") ? 1 : 0)
        let name = bytes[letters...].prefix(while: Self.isLetter)
        guard !name.isEmpty, byte(at: name.endIndex, before: bytes.count) == UInt8(ascii: ":")
        else { return nil }
        return start..<(name.endIndex + 1)
    }

    /// Returns the range of the `{{PLURAL:$1|` that begins with the brace at an index, if the
    /// braces are closed.
    package func wikiChoiceHead(at start: Int) -> Range<Int>? {
        guard byte(at: start + 1, before: bytes.count) == UInt8(ascii: "{"),
            closing[start + 1] >= 0, closing[start] == closing[start + 1] + 1,
            let name = wikiFunctionName(at: start + 2),
            let bar = bytes[name.upperBound..<closing[start + 1]].firstIndex(of: UInt8(ascii: "|"))
        else { return nil }
        // The selector is a parameter, a MediaWiki variable, or a word such as a grammatical case.
        let decider = bytes[name.upperBound..<bar]
        guard
            decider.first.map({ "${".utf8.contains($0) }) ?? true
                || decider.allSatisfy({ Self.isLetterOrDigit($0) || $0 == UInt8(ascii: ".") }),
            decider.indices.allSatisfy({ closing[$0] <= bar })
        else { return nil }
        return start..<(bar + 1)
    }

    /// Returns the parts of a text that are MediaWiki syntax, not prose: `{{PLURAL:$1|`, `999=`
    /// inside that construct, and link targets.
    package func wikiSyntax() -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        for index in bytes.indices where index + 1 < bytes.count && bytes[index] == bytes[index + 1]
        {
            if bytes[index] == UInt8(ascii: "{"), let head = wikiChoiceHead(at: index) {
                ranges.append(head)
                for branch in choice(at: index)?.branches ?? [] {
                    let digits = bytes[branch].prefix(while: Self.isDigit)
                    if !digits.isEmpty,
                        byte(at: digits.endIndex, before: branch.upperBound) == UInt8(ascii: "=")
                    {
                        ranges.append(digits.startIndex..<(digits.endIndex + 1))
                    }
                }
            } else if bytes[index] == UInt8(ascii: "["),
                let end = bytes[(index + 2)...].firstIndex(where: { "|]\n".utf8.contains($0) }),
                bytes[end] == UInt8(ascii: "|")
            {
                ranges.append(index..<(end + 1))
            }
        }
        return ranges
    }
}
