import Texts
import Translation

/// The plural forms of a PO file, as CLDR's categories.
struct GettextPlurals {
    /// The maximum number of plural forms that are read.
    static let maximumCount = 20

    /// The cases that each form is; none for a form that has no case of its own.
    let names: [[String]]
    /// The difference between the file's forms and the language's, for people.
    let remark: String?
    /// The categories of the language that a foreign file can say, where it cannot say all of them; nil for a file whose forms
    /// an export wrote.
    private(set) var sayable: [String]?

    /// Takes the forms of a language, and those of numbers that have a form of their own.
    init(language: String, exact numbers: [UInt64]) {
        names =
            numbers.map { ["=\($0)"] }
            + IntegerPlurals(of: language).forms.map { [$0.category.rawValue] }
        remark = nil
    }

    /// Finds the cases of a file's forms by its header and its language.
    ///
    /// The file's expression is tried on many numbers. A form is all categories whose numbers take it more than any other form; one that
    /// is `other` is that alone, since categories without a text fall back on it, and so is one of several categories where no other
    /// form is `other`. A form that is no category and is for one or two numbers is the cases of these, or `one` if it is for 1 alone and 1 is `one`.
    init(_ header: POHeader, language: String?) throws(InterchangeError) {
        guard let forms = try Self.declared(in: header) else {
            // The default of gettext without Plural-Forms.
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
            : "The file's \(forms.count) plural forms are taken for "
                + names.map {
                    $0.isEmpty ? "none" : $0.map { "“\($0)”" }.joined(separator: " and ")
                }
                .joined(separator: ", ")
                + "; \(language) has " + wanted.map { "“\($0)”" }.joined(separator: ", ") + "."
    }

    /// Takes a file's own `Plural-Forms`; nil unless each form is one category of the language, and no two are the same.
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
    ) -> (names: [[String]], remark: String?) {
        switch forms.count {
        case 1: return ([["other"]], nil)
        case 2:
            let one = forms.index(of: 1)
            return ((0..<2).map { [$0 == one ? "one" : "other"] }, nil)
        default:
            return (
                Array(repeating: [], count: forms.count),
                "The file does not say its language, so that nobody knows which plural form is which."
            )
        }
    }

    /// The form that the numbers of each category take.
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
            // The singular of a file that knows two forms, in a language with more: Russian says it of 21 too.
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
