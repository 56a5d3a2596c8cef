import Languages
import Testing
import Texts

@testable import Interchange

struct PluralExpressionTests {
    @Test(
        arguments: [
            ("n != 1", [1, 0, 1]), ("n>1", [0, 0, 1]), ("0", [0, 0, 0]),
            ("(n==1) ? 0 : n>=2 && n<=4 ? 1 : 2", [2, 0, 1]), ("!n", [1, 0, 0]),
            ("n%10==1 && n%100!=11 ? 0 : n != 0 ? 1 : 2", [2, 0, 1]),
            ("n - 1 < 1 || n * 2 / 2 + 1 == 3", [0, 1, 1]), (" ( ( n ) ) ", [0, 1, 2]),
            ("n == 0 || 5 / n > 3", [1, 1, 0]),
        ] as [(String, [UInt64])])
    func evaluatesAsC(text: String, values: [UInt64]) throws {
        let expression = try #require(PluralExpression(text))
        #expect((0..<3).map { expression.value(for: $0) } == values)
    }

    @Test(arguments: [
        "", "n +", "(n", "n)", "x", "n ? 1", "n = 1", "n & 1", "1 2", "99999999999999999999",
        String(repeating: "(", count: 500), String(repeating: "!", count: 500) + "n",
        String(repeating: "n?0:", count: 200) + "1", "n" + String(repeating: "+n", count: 900),
    ])
    func refusesWhatIsNone(text: String) { #expect(PluralExpression(text) == nil) }

    @Test func hasNoValueWhereItDividesByZero() {
        #expect(PluralExpression("1 / n")?.value(for: 0) == nil)
        #expect(PluralExpression("n % 0")?.value(for: 1) == nil)
    }

    /// The exported expression gives each number the form of its category.
    @Test func agreesWithCLDRInEveryLanguage() throws {
        for tag in Set(CLDR.availableTags.map { String($0.prefix { $0 != "-" }) }) {
            let plurals = IntegerPlurals(of: tag)
            let expression = try #require(PluralExpression(plurals.expression))
            for number in Array(0...220) + [1000, 10_000, 1_000_000, 2_000_001] as [UInt64] {
                let index = try #require(expression.value(for: number))
                #expect(
                    plurals.forms[Int(index)].category == plurals.category(of: number),
                    "\(tag) \(number)")
            }
            let names = try GettextPlurals(
                header("nplurals=\(plurals.forms.count); plural=\(plurals.expression);"),
                language: tag)
            #expect(names.names == plurals.forms.map { [$0.category.rawValue] }, "\(tag)")
            #expect(names.remark == nil)
        }
    }

    /// Headers from gettext's manual and msginit.
    @Test(arguments: [
        ("ja", "nplurals=1; plural=0;", ["other"], true),
        ("en", "nplurals=2; plural=n != 1;", ["one", "other"], true),
        // Millions in French, Spanish and others share `other`'s form, and fall back to it.
        ("fr", "nplurals=2; plural=n>1;", ["one", "other"], false),
        ("es", "nplurals=2; plural=n != 1;", ["one", "other"], false),
        (
            "fr", "nplurals=3; plural=(n == 0 || n == 1) ? 0 : n != 0 && n % 1000000 == 0 ? 1 : 2;",
            ["one", "many", "other"], true
        ),
        (
            "ru",
            "nplurals=3; plural=n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2;",
            ["one", "few", "many"], true
        ),
        (
            "pl",
            "nplurals=3; plural=n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2;",
            ["one", "few", "many"], true
        ),
        (
            "cs", "nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;",
            ["one", "few", "other"], true
        ),
        (
            "ar",
            "nplurals=6; plural=n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5;",
            ["zero", "one", "two", "few", "many", "other"], true
        ),
        (
            "sl", "nplurals=4; plural=n%100==1 ? 1 : n%100==2 ? 2 : n%100==3 || n%100==4 ? 3 : 0;",
            ["other", "one", "two", "few"], true
        ),
        (
            "lv", "nplurals=3; plural=n%10==1 && n%100!=11 ? 0 : n != 0 ? 1 : 2;",
            ["one", "other", "=0"], false
        ),
        ("ru", "nplurals=2; plural=n != 1;", ["one", "other"], false),
        (
            "ru",
            "nplurals=4; plural=n==1 ? 3 : n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2;",
            ["one", "few", "many", "=1"], true
        ),
        ("en", "nplurals=3; plural=n==0 ? 0 : n==1 ? 1 : 2;", ["=0", "one", "other"], true),
        ("ja", "nplurals=2; plural=n != 1;", ["=1", "other"], true),
        // The form of 0 and 1: only 1 is `one`, and 0 falls back to `other`.
        ("tr", "nplurals=2; plural=(n > 1);", ["one", "other"], false),
        ("br", "nplurals=1; plural=0;", ["other"], false),
        ("pl", "nplurals=2; plural=n != 1;", ["one", "other"], false),
        (
            "mt",
            "nplurals=4; plural=(n==1 ? 0 : n==0 || ( n%100>1 && n%100<11) ? 1 : (n%100>10 && n%100<20 ) ? 2 : 3);",
            ["one", "two few", "many", "other"], false
        ),
        (
            "cy", "nplurals=4; plural=(n==1) ? 0 : (n==2) ? 1 : (n != 8 && n != 11) ? 2 : 3;",
            ["one", "two", "other", "=8 =11"], false
        ),
    ])
    func findsTheCasesOfForms(tag: String, rule: String, names: [String], isExact: Bool) throws {
        let plurals = try GettextPlurals(header(rule), language: tag)
        #expect(plurals.names.map { $0.joined(separator: " ") } == names)
        #expect((plurals.remark == nil) == isExact)
    }

    @Test func takesWhatItCanWithoutALanguage() throws {
        #expect(
            try GettextPlurals(header("nplurals=2; plural=n!=1;"), language: nil).names == [
                ["one"], ["other"],
            ])
        #expect(
            try GettextPlurals(header("nplurals=2; plural=n==1;"), language: nil).names == [
                ["other"], ["one"],
            ])
        #expect(
            try GettextPlurals(header("nplurals=1; plural=0;"), language: nil).names == [["other"]])
        let unknown = try GettextPlurals(header("nplurals=3; plural=n>2?2:n>1?1:0;"), language: nil)
        #expect(unknown.names == [[], [], []])
        #expect(unknown.remark != nil)
    }

    @Test(arguments: [
        "nplurals=0; plural=0;", "nplurals=2; plural=n;", "nplurals=2", "plural=0",
        "nplurals=x; plural=0;",
        "nplurals=99; plural=0;", "nplurals=2; plural=1/n;", "nplurals=2; plural=n +;",
    ])
    func refusesRulesThatAreNone(rule: String) {
        #expect(throws: InterchangeError.self) {
            try GettextPlurals(header(rule), language: "en")
        }
    }

    private func header(_ rule: String) -> POHeader {
        POHeader(POMessage(texts: ["Plural-Forms: \(rule)\n"]))
    }
}
