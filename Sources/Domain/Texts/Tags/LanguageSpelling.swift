/// Spellings of language tags in POSIX, Android, Apple and Java.
///
/// Reading returns a tag that is not yet canonical; see ``CanonicalTag``. Writing expects a
/// canonical tag, and returns nil if the system has no spelling for it.
public enum LanguageSpelling {
    /// Returns the tag for a spelling.
    ///
    /// Recognizes POSIX's `de_DE.UTF-8`, `sr_RS@latin` and `ca_ES@valencia`; Android's `pt-rBR`,
    /// `b+sr+Latn` and `values-pt-rBR`; Apple's `pt-BR.lproj`; and Java's `sl__ROZAJ`. Any other
    /// spelling is returned unchanged.
    public static func tag(of spelling: String) -> String {
        if let tag = tag(ofAndroidDirectory: spelling) ?? tag(ofAppleDirectory: spelling) {
            return tag
        }
        return tag(ofAndroidQualifier: spelling) ?? tag(ofPOSIX: spelling)
            ?? tag(ofJavaSuffix: spelling) ?? spelling
    }

    // MARK: POSIX

    /// Modifiers in glibc locale names that do not affect the language: the currency and the sort
    /// order.
    private static let otherModifiers: Set<String> = ["euro", "abegede"]

    /// Returns the tag for `language[_REGION][.encoding][@modifier]`, if there is an encoding or a
    /// modifier.
    ///
    /// A modifier is the name of a script, such as `latin`, or otherwise a variant. Source: POSIX,
    /// Base Definitions 8.2, and `/usr/share/i18n/SUPPORTED` in glibc.
    private static func tag(ofPOSIX spelling: String) -> String? {
        let parts = spelling.split(separator: "@", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let head = parts.first else { return nil }
        let pieces = head.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(pieces.count), let name = pieces.first,
            parts.count + pieces.count > 2, !name.isEmpty
        else { return nil }
        guard (Array(pieces.dropFirst()) + Array(parts.dropFirst())).allSatisfy(isWord) else {
            return nil
        }
        guard parts.count == 2, let modifier = parts.last.map({ $0.lowercased() }),
            !otherModifiers.contains(modifier)
        else { return String(name) }
        let subtags = name.split { $0 == "_" || $0 == "-" }.map(String.init)
        // Tatar's Latin alphabet has its own name.
        guard let script = modifier == "iqtelif" ? "Latn" : scriptCode(named: modifier),
            let language = subtags.first
        else { return "\(name)-\(modifier)" }
        return ([language, script] + subtags.dropFirst()).joined(separator: "-")
    }

    /// Returns the four-letter code for a script's Unicode name or code, such as `Latn` for
    /// `latin`; nil for an unknown name.
    ///
    /// Case, `-` and `_` are ignored: <https://www.unicode.org/reports/tr44/#UAX44-LM3>.
    private static func scriptCode(named name: String) -> String? {
        func folded(_ text: some StringProtocol) -> String {
            String(text).filter { $0 != "-" && $0 != "_" }.lowercased()
        }
        let wanted = folded(name)
        return CLDRTables.scriptNames.records.lazy.map { $0.split(separator: "=") }
            .first { $0.contains { folded($0) == wanted } }?.first.map(String.init)
    }

    private static func isWord(_ text: Substring) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "-")
                    || byte == UInt8(ascii: "_")
            }
    }

    // MARK: Android

    /// Returns the tag for a qualifier such as `pt-rBR` or `b+sr+Latn`.
    private static func tag(ofAndroidQualifier spelling: String) -> String? {
        if spelling.hasPrefix("b+") {
            return spelling.dropFirst(2).split(separator: "+", omittingEmptySubsequences: false)
                .joined(separator: "-")
        }
        let parts = spelling.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, isAndroidLanguage(parts[0]), isAndroidRegion(parts[1]) else {
            return nil
        }
        return "\(parts[0])-\(parts[1].dropFirst())"
    }

    /// Returns the tag for a resource directory such as `values-pt-rBR` or `values-mcc310-en-land`.
    ///
    /// Returns nil for other names, and for directories without a language, which contain the texts
    /// in the source language.
    ///
    /// The language precedes all qualifiers except those for the mobile network, and `car` is the
    /// dock mode:
    /// <https://developer.android.com/guide/topics/resources/providing-resources#AlternativeResources>.
    public static func tag(ofAndroidDirectory name: String) -> String? {
        var parts = name.split(separator: "-", omittingEmptySubsequences: false)[...]
        guard parts.first == "values" else { return nil }
        parts.removeFirst()
        while let part = parts.first, part.hasPrefix("mcc") || part.hasPrefix("mnc"),
            part.count > 3,
            part.dropFirst(3).utf8.allSatisfy(isDigit)
        {
            parts.removeFirst()
        }
        guard let first = parts.first else { return nil }
        if first.hasPrefix("b+") { return tag(ofAndroidQualifier: String(first)) }
        guard isAndroidLanguage(first), first != "car" else { return nil }
        guard let region = parts.dropFirst().first, isAndroidRegion(region) else {
            return String(first)
        }
        return "\(first)-\(region.dropFirst())"
    }

    private static func isAndroidLanguage(_ part: Substring) -> Bool {
        (2...3).contains(part.utf8.count) && part.utf8.allSatisfy(isLetter)
    }

    /// Returns whether a part is `r` followed by a region.
    ///
    /// The `r` must be lowercase, so that an ordinary subtag is not mistaken for a region
    /// qualifier.
    private static func isAndroidRegion(_ part: Substring) -> Bool {
        guard part.utf8.first == UInt8(ascii: "r") else { return false }
        let region = part.utf8.dropFirst()
        return region.count == 2
            && region.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
            || region.count == 3 && region.allSatisfy(isDigit)
    }

    // MARK: Java

    /// Returns the tag for a suffix such as `sl__ROZAJ` or `sr_Latn__ROZAJ`, where the region
    /// before the variant is empty.
    private static func tag(ofJavaSuffix spelling: String) -> String? {
        let parts = spelling.split(separator: "_", omittingEmptySubsequences: false)
        guard (3...4).contains(parts.count), parts[parts.count - 2].isEmpty,
            parts.dropLast(2).allSatisfy({ !$0.isEmpty }), parts.last?.isEmpty == false
        else { return nil }
        return parts.filter { !$0.isEmpty }.joined(separator: "-")
    }

    // MARK: Apple

    /// Languages that old Apple projects spell in English, as in `French.lproj`.
    private static let namedLanguages = [
        "Dutch": "nl", "English": "en", "French": "fr", "German": "de", "Italian": "it",
        "Japanese": "ja", "Spanish": "es",
    ]

    /// Returns the tag for a directory such as `pt-BR.lproj`.
    ///
    /// Returns nil for other names, and for `Base.lproj`, which contains the texts in the source
    /// language.
    public static func tag(ofAppleDirectory name: String) -> String? {
        guard name.lowercased().hasSuffix(".lproj") else { return nil }
        let stem = String(name.dropLast(6))
        guard !stem.isEmpty, stem != "Base" else { return nil }
        return namedLanguages[stem] ?? stem
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
