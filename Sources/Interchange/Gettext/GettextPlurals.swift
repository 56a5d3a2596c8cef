import Languages
import Translation

/// What the plural forms of a PO file are in CLDR's words.
struct GettextPlurals {
    /// How many plural forms are read.
    static let maximumCount = 20

    /// The case that each form is; nil for a form that has no case of its own.
    let names: [String?]
    /// In what the file's forms are not the language's, for people.
    let remark: String?

    /// Takes the forms of a language, and those of numbers that have a form of their own.
    init(language: String, exact numbers: [UInt64]) {
        names =
            numbers.map { "=\($0)" }
            + IntegerPlurals(of: language).forms.map(\.category.rawValue)
        remark = nil
    }

    /// Finds the cases of a file's forms by its header and its language.
    ///
    /// The file's expression is tried on many numbers. A form is the category that most of its numbers take; one
    /// that covers several categories of which none has a form of its own is `other`, on which they fall back.
    /// Of two forms of one category, one that is for a single number is the case of that number.
    init(_ header: POHeader, language: String?) throws(InterchangeError) {
        guard let forms = try Self.declared(in: header) else {
            // What gettext does without Plural-Forms.
            names = ["one", "other"]
            remark = nil
            return
        }
        if let cases = header[POHeader.casesField]?.split(separator: ",").map({
            String($0.drop { $0 == " " })
        }), cases.count == forms.count {
            names = cases
            remark = nil
            return
        }
        guard let language else {
            (names, remark) = Self.withoutLanguage(forms)
            return
        }
        let plurals = IntegerPlurals(of: language)
        let table = Table(forms, plurals)
        names = table.names
        let wanted = plurals.forms.map(\.category.rawValue)
        remark =
            table.isExact
            ? nil
            : "The file's \(forms.count) plural forms are taken for "
                + names.map { $0.map { "“\($0)”" } ?? "none" }.joined(separator: ", ")
                + "; \(language) has " + wanted.map { "“\($0)”" }.joined(separator: ", ") + "."
    }

    /// A file's own forms.
    private struct Declared {
        let count: Int
        let expression: PluralExpression

        func index(of number: UInt64) -> Int? {
            expression.value(for: number).flatMap { Int(exactly: $0) }
                .flatMap { $0 < count ? $0 : nil }
        }
    }

    private static let samples: [UInt64] =
        Array(0...400) + [1000, 1001, 1002, 10_000, 1_000_000, 1_000_001, 2_000_000, 10_000_000]

    private static func declared(in header: POHeader) throws(InterchangeError) -> Declared? {
        guard let text = header["Plural-Forms"], !text.contains("EXPRESSION") else { return nil }
        func fault(_ message: String) -> InterchangeError {
            InterchangeError(
                message, hint: "Correct the header: nplurals=2; plural=n != 1;", line: header.line)
        }
        var fields: [Substring: Substring] = [:]
        for part in text.split(separator: ";") {
            let pair = part.split(separator: "=", maxSplits: 1)
            guard pair.count == 2 else { continue }
            fields[pair[0].filter { $0 != " " }[...]] = pair[1]
        }
        guard let count = fields["nplurals"].flatMap({ Int($0.filter { $0 != " " }) }),
            (1...maximumCount).contains(count), let rule = fields["plural"],
            let expression = PluralExpression(rule)
        else { throw fault("The header's Plural-Forms is none: “\(text.prefix(80))”.") }
        let forms = Declared(count: count, expression: expression)
        if let number = samples.first(where: { forms.index(of: $0) == nil }) {
            throw fault("The header's Plural-Forms has no form for \(number).")
        }
        return forms
    }

    private static func withoutLanguage(
        _ forms: Declared
    ) -> (names: [String?], remark: String?) {
        switch forms.count {
        case 1: return (["other"], nil)
        case 2:
            let one = forms.index(of: 1)
            return ((0..<2).map { $0 == one ? "one" : "other" }, nil)
        default:
            return (
                Array(repeating: nil, count: forms.count),
                "The file does not say its language, so that nobody knows which plural form is which."
            )
        }
    }

    /// How often a form and a category meet.
    private struct Table {
        let names: [String?]
        let isExact: Bool

        init(_ forms: Declared, _ plurals: IntegerPlurals) {
            var numbers: [[UInt64]] = Array(repeating: [], count: forms.count)
            var meetings: [[PluralCategory: Int]] = Array(repeating: [:], count: forms.count)
            for number in GettextPlurals.samples {
                guard let index = forms.index(of: number) else { continue }
                numbers[index].append(number)
                meetings[index][plurals.category(of: number), default: 0] += 1
            }
            let main = meetings.map { row in
                row.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key
            }
            var names: [String?] = main.indices.map { index in
                guard let category = main[index] else { return nil }
                let rivals = main.indices.filter { main[$0] == category }
                let best = rivals.max { a, b in
                    let (x, y) = (meetings[a][category] ?? 0, meetings[b][category] ?? 0)
                    return x == y ? a > b : x < y
                }
                if best == index { return category.rawValue }
                return numbers[index].count == 1 ? "=\(numbers[index][0])" : nil
            }
            // A category whose numbers are in another one's form falls back on `other`.
            for orphan in plurals.forms.map(\.category) where !names.contains(orphan.rawValue) {
                let home = meetings.indices.max {
                    (meetings[$0][orphan] ?? 0) < (meetings[$1][orphan] ?? 0)
                }
                if let home, !names.contains("other") { names[home] = "other" }
            }
            self.names = names
            isExact = GettextPlurals.samples.allSatisfy { number in
                guard let name = forms.index(of: number).flatMap({ names[$0] }) else {
                    return false
                }
                return name == plurals.category(of: number).rawValue || name == "=\(number)"
            }
        }
    }

    /// The text of a case, or what stands for it where a plural has none: the category of the number, else `other`.
    static func text(of name: String, in choice: Value.Choice, language: String) -> String? {
        if let text = choice[name]?.plainText { return text }
        if let number = PluralCase.exactNumber(of: name) {
            let category = IntegerPlurals(of: language).category(of: UInt64(number))
            if let text = choice[category.rawValue]?.plainText { return text }
        }
        return (choice["other"] ?? choice.cases.last?.value)?.plainText
    }
}
