import Texts
import Translation

/// Finds three dots in the text where the source has an ellipsis character.
///
/// The reverse is not reported, because CLDR lists the ellipsis for every language.
struct EllipsisCheck: TextCheck {
    let info = CheckInfo.ellipsis

    func findings(in compared: ComparedTexts) -> [Finding] {
        compared.pairs.compactMap { pair in
            guard pair.target.contains("."), !pair.source.isASCII,
                Self.has("…", pair.source), Self.has("...", pair.target),
                !Self.has("...", pair.source), !Self.has("…", pair.target)
            else { return nil }
            return finding("The source has “…”, but the text has three dots.", at: pair.path)
        }
    }

    private static func has(_ dots: StaticString, _ text: ScannedText) -> Bool {
        text.bytes.indices.contains { text.has(dots, at: $0) }
    }
}

/// Finds URLs and mail addresses that a text lost or changed.
///
/// A different page on the same site is accepted, such as the site's edition in the target
/// language.
struct AddressesCheck: TextCheck {
    let info = CheckInfo.addresses

    func findings(in compared: ComparedTexts) -> [Finding] {
        compared.pairs.compactMap { pair in
            guard pair.source.contains("/") || pair.source.contains("@") else { return nil }
            let source = Address.addresses(in: pair.source).filter { $0.isMail || !$0.isExample }
            guard !source.isEmpty else { return nil }
            let exact = MultisetDifference(
                from: source, to: Address.addresses(in: pair.target)
            ) { Value.Text($0.text) }
            let elsewhere = MultisetDifference(from: exact.missing, to: exact.extra) {
                $0.isMail ? Value.Text($0.text) : $0.site
            }
            let missing = elsewhere.missing.filter { lost in
                // The words in an example address may be translated, if the result is still a mail
                // address.
                if lost.isExample, elsewhere.extra.contains(where: \.isMail) { return false }
                return !elsewhere.extra.contains { $0.isBranch(of: lost) }
            }
            guard !missing.isEmpty else { return nil }
            let names = Wording.list(missing.map { Wording.quoted($0.text) })
            return finding("The text lacks \(names) from the source.", at: pair.path)
        }
    }
}
