/// Finds texts that have more or fewer line breaks than their source.
///
/// Within a text that is a matter of layout, and worth a word only; one at its beginning or end is put
/// there for what comes before or after.
struct NewlinesCheck: TextCheck {
    let info = CheckInfo.newlines

    func findings(in subject: CheckSubject) -> [Finding] {
        subject.pairs.compactMap { pair in
            guard pair.eitherContains("\n") || pair.eitherContains("\r") else { return nil }
            let source = Self.breaks(in: pair.source.bytes)
            let target = Self.breaks(in: pair.target.bytes)
            guard source != target else { return nil }
            return finding(
                "The source has \(Self.counted(source)), the text has \(target == 0 ? "none" : "\(target)").",
                at: pair.path,
                severity: Self.ends(pair.source) == Self.ends(pair.target) ? .info : nil)
        }
    }

    private static func ends(_ text: ScannedText) -> [Bool] {
        [text.bytes.first, text.bytes.last].map { byte in
            byte.map { $0 == 0x0A || $0 == 0x0D } ?? false
        }
    }

    private static func counted(_ count: Int) -> String {
        switch count {
        case 0: "no line break"
        case 1: "1 line break"
        default: "\(count) line breaks"
        }
    }

    /// How many lines end; carriage return and line feed are one end.
    private static func breaks(in bytes: [UInt8]) -> Int {
        var count = 0
        var last: UInt8 = 0
        for byte in bytes {
            if byte == 0x0D || (byte == 0x0A && last != 0x0D) { count += 1 }
            last = byte
        }
        return count
    }
}

/// Finds three dots where the source has the character of three dots, and the other way round.
struct EllipsisCheck: TextCheck {
    let info = CheckInfo.ellipsis

    func findings(in subject: CheckSubject) -> [Finding] {
        subject.pairs.compactMap { pair in
            let source = Self.forms(in: pair.source)
            let target = Self.forms(in: pair.target)
            if source.isCharacter, !source.isDots, target.isDots, !target.isCharacter {
                return finding("The source has “…”, the text three dots.", at: pair.path)
            }
            if source.isDots, !source.isCharacter, target.isCharacter, !target.isDots {
                return finding("The source has three dots, the text “…”.", at: pair.path)
            }
            return nil
        }
    }

    private static func forms(in text: ScannedText) -> (isCharacter: Bool, isDots: Bool) {
        let bytes = text.bytes
        let isDots =
            text.contains(".") && bytes.indices.contains { text.has("...", at: $0) }
        let isCharacter = !text.isASCII && bytes.indices.contains { text.has("…", at: $0) }
        return (isCharacter, isDots)
    }
}

/// Finds URLs and mail addresses that a text lost or changed.
///
/// Another page of the same site, as of its edition in the language, is right.
struct AddressesCheck: TextCheck {
    let info = CheckInfo.addresses

    func findings(in subject: CheckSubject) -> [Finding] {
        subject.pairs.compactMap { pair in
            guard pair.source.contains("/") || pair.source.contains("@") else { return nil }
            let source = Address.addresses(in: pair.source)
            guard !source.isEmpty else { return nil }
            let exact = MultisetDifference(
                from: source, to: Address.addresses(in: pair.target)
            ) { Value.Text($0.text) }
            let missing = MultisetDifference(from: exact.missing, to: exact.extra) {
                $0.isMail ? Value.Text($0.text) : $0.site
            }.missing
            guard !missing.isEmpty else { return nil }
            let names = Wording.list(missing.map { Wording.quoted($0.text) })
            return finding("The text lacks \(names) of the source.", at: pair.path)
        }
    }
}
