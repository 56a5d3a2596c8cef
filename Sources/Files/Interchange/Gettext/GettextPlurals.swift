import Texts
import Translation

/// The plural forms of a PO file, with the CLDR categories of each form.
struct GettextPlurals {
    /// The maximum number of plural forms accepted when reading.
    static let maximumCount = 20

    /// The cases of each form; empty for a form that has no case.
    let names: [[String]]
    /// A description, for users, of the difference between the file's forms and the language's
    /// forms.
    let remark: String?
    /// The categories that the file's own forms can express.
    ///
    /// Nil if an export wrote the forms. When a header is read, this is also nil if the forms can
    /// express all categories of the language.
    private(set) var sayable: [String]?

    /// Creates the forms of a language, preceded by forms for exact numbers.
    init(language: String, exact numbers: [UInt64]) {
        names =
            numbers.map { ["=\($0)"] }
            + IntegerPlurals(of: language).forms.map { [$0.category.rawValue] }
        remark = nil
    }

    /// Determines the cases of a file's forms from its header and language.
    ///
    /// The file's expression is evaluated for many numbers. The rules are:
    /// - Each category belongs to the form that the category's numbers use most often.
    /// - A form with `other` has only that category, because categories without a text fall back to
    ///   it. If no form has `other`, a form with several categories becomes `other`.
    /// - A form without a category that applies to only one or two numbers has the exact cases for
    ///   these numbers. If it applies only to 1, and 1 belongs to `one`, it has the case `one`,
    ///   unless another form has it.
    init(_ header: POHeader, language: String?) throws(InterchangeError) {
        guard let forms = try Self.declared(in: header) else {
            // gettext uses these forms if there is no Plural-Forms field.
            names = [["one"], ["other"]]
            remark = nil
            return
        }
        if let cases = header[POHeader.casesField]?.split(separator: ",").map({
            String($0.drop { $0 == " " })
        }), cases.count == forms.count {
            names = cases.map { [$0] }
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
        if header["Plural-Forms"] != POOutput.pluralForms(of: language) {
            let said = Set(names.flatMap(\.self))
            let categories = PluralRules.categories(of: language, .cardinal).map(\.rawValue)
            let sayable = categories.filter(said.contains)
            if sayable.count < categories.count { self.sayable = sayable }
        }
        remark =
            table.isExact
            ? nil
            : "The file's \(forms.count) plural forms are read as "
                + names.map {
                    $0.isEmpty ? "none" : $0.map { "“\($0)”" }.joined(separator: " and ")
                }
                .joined(separator: ", ")
                + "; \(language) has " + wanted.map { "“\($0)”" }.joined(separator: ", ") + "."
    }

    /// Parses a file's own `Plural-Forms`.
    ///
    /// Returns nil unless each form is a different category of the language.
    init?(own text: String, language: String) {
        var header = POMessage()
        header.texts = ["Plural-Forms: \(text)\n"]
        guard let forms = try? Self.declared(in: POHeader(header)) else { return nil }
        let names = Table(forms, IntegerPlurals(of: language)).names
        let categories = PluralRules.categories(of: language, .cardinal).map(\.rawValue)
        let said = Set(names.flatMap(\.self))
        guard names.allSatisfy({ $0.count == 1 }), said.count == names.count,
            said.isSubset(of: categories)
        else { return nil }
        self.names = names
        remark = nil
        sayable = categories.filter(said.contains)
    }

    /// The forms declared by a file.
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
        else {
            throw fault("The Plural-Forms field in the header is invalid: “\(text.prefix(80))”.")
        }
        let forms = Declared(count: count, expression: expression)
        if let number = samples.first(where: { forms.index(of: $0) == nil }) {
            throw fault("The Plural-Forms field in the header has no form for \(number).")
        }
        return forms
    }

    private static func withoutLanguage(
        _ forms: Declared
    ) -> (names: [[String]], remark: String?) {
        switch forms.count {
        case 1: return ([["other"]], nil)
        case 2:
            let one = forms.index(of: 1)
            return ((0..<2).map { [$0 == one ? "one" : "other"] }, nil)
        default:
            return (
                Array(repeating: [], count: forms.count),
                "The file does not declare its language, so its plural forms cannot be identified."
            )
        }
    }

    /// The assignment of plural categories to a file's forms.
    private struct Table {
        let names: [[String]]
        let isExact: Bool

        init(_ forms: Declared, _ plurals: IntegerPlurals) {
            var numbers: [[UInt64]] = Array(repeating: [], count: forms.count)
            var meetings: [PluralCategory: [Int]] = [:]
            for number in GettextPlurals.samples {
                guard let index = forms.index(of: number) else { continue }
                numbers[index].append(number)
                let none = Array(repeating: 0, count: forms.count)
                meetings[plurals.category(of: number), default: none][index] += 1
            }
            var categories: [[PluralCategory]] = Array(repeating: [], count: forms.count)
            for (category, counts) in meetings.sorted(by: { $0.key < $1.key }) {
                let home = counts.indices.max { (counts[$0], $1) < (counts[$1], $0) }
                if let home { categories[home].append(category) }
            }
            let hasOther = categories.contains { $0.contains(.other) }
            var names = categories.map { own in
                let isFallback = own.contains(.other) || !hasOther && own.count > 1
                return (isFallback ? [.other] : own).map(\.rawValue)
            }
            // In languages such as Russian, `one` also includes 21. If a file has only two forms,
            // the form for 1 alone still has the case `one`.
            let hasSingular = plurals.category(of: 1) == .one && !names.contains(["one"])
            for (index, numbers) in numbers.enumerated()
            where names[index].isEmpty && numbers.count <= 2 {
                names[index] = hasSingular && numbers == [1] ? ["one"] : numbers.map { "=\($0)" }
            }
            self.names = names
            isExact = GettextPlurals.samples.allSatisfy { number in
                guard let own = forms.index(of: number).map({ names[$0] }) else { return false }
                return own.contains(plurals.category(of: number).rawValue)
                    || own.contains("=\(number)")
            }
        }
    }

    /// Returns the text of a case.
    ///
    /// If the plural lacks the case, returns the text of the number's category, or otherwise the
    /// text of `other`.
    static func text(of name: String, in choice: Value.Choice, language: String) -> String? {
        if let text = choice[name]?.plainText { return text }
        if let number = PluralCase.exactNumber(of: name) {
            let category = IntegerPlurals(of: language).category(of: UInt64(number))
            if let text = choice[category.rawValue]?.plainText { return text }
        }
        return (choice["other"] ?? choice.cases.last?.value)?.plainText
    }
}
