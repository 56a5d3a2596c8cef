import Texts
import Translation

/// The categories of the numbered plural forms in i18next JSON version 3.
///
/// i18next defined a sample number for each form of a language. The category of a form is the
/// category of its sample number, as in i18next's converter to version 4.
enum I18nextNumbering {
    /// The sample numbers of languages that do not use 1 and 2, from `PluralResolver` in i18next
    /// 22.
    private static let numbers: [String: [UInt64]] = {
        var numbers: [String: [UInt64]] = [
            "ar": [0, 1, 2, 3, 11, 100], "cy": [1, 2, 3, 8], "ga": [1, 2, 3, 7, 11],
            "gd": [1, 2, 3, 20], "he": [1, 2, 20, 21], "iw": [1, 2, 20, 21], "jv": [0, 1],
            "kw": [1, 2, 3, 4], "lt": [1, 2, 10], "lv": [1, 2, 0], "mnk": [0, 1, 2],
            "mt": [1, 2, 11, 20], "or": [2, 1], "ro": [1, 2, 20], "sl": [5, 1, 2, 3],
        ]
        for language in [
            "be", "bs", "cnr", "dz", "hr", "ru", "sr", "uk", "cs", "sk", "csb", "pl",
        ] {
            numbers[language] = [1, 2, 5]
        }
        return numbers
    }()

    /// Returns the categories of the forms.
    ///
    /// The category is nil if a later form has the same category.
    static func categories(of tag: String) -> [String?] {
        let language = String(tag.prefix { $0 != "-" && $0 != "_" }).lowercased()
        let plurals = IntegerPlurals(of: tag.split(separator: "_").joined(separator: "-"))
        let names = (numbers[language] ?? [1, 2]).map { plurals.category(of: $0).rawValue }
        return names.indices.map { index in
            names[(index + 1)...].contains(names[index]) ? nil : names[index]
        }
    }

    /// A plural form in version 3, with the suffix of its key and its category.
    struct Form {
        let suffix: String
        let category: String
    }

    /// Languages with a single form in version 3, although some of them have two forms in CLDR.
    private static let single: Set<String> = [
        "ay", "bo", "cgg", "fa", "ht", "id", "ja", "jbo", "ka", "km", "ko", "ky", "lo", "ms",
        "sah", "su", "th", "tt", "ug", "vi", "wo", "zh",
    ]

    /// Returns the forms that i18next looks up in a version 3 file, in order.
    static func forms(of tag: String) -> [Form] {
        let language = String(tag.prefix { $0 != "-" }).lowercased()
        if single.contains(language) { return [Form(suffix: "_0", category: "other")] }
        let plurals = IntegerPlurals(of: tag)
        // The sample number of the third form in Welsh is 3. However, this form also applies to
        // most other numbers, whose category is `other`.
        let numbers = language == "cy" ? [1, 2, 4, 8] : numbers[language] ?? [1, 2]
        let isSimple = numbers == [1, 2]
        return numbers.indices.map { index in
            Form(
                suffix: isSimple ? ["", "_plural"][index] : "_\(index)",
                category: plurals.category(of: numbers[index]).rawValue)
        }
    }
}
