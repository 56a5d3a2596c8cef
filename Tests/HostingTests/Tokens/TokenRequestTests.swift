import TestWorld
import Testing
import Texts
import Translation

@testable import Hosting

/// Valid requests for a token, and the token's reach.
@Suite struct TokenRequestTests {
    private let scene: TokenScene

    init() throws { scene = try TokenScene() }

    @Test(arguments: ["", "a\nb", "a\u{7}", "<b>", String(repeating: "é", count: 101)])
    func aNameIsOneThatGitCanHold(name: String) throws {
        for attempt in [
            { _ = try TokenRequest(app: name) },
            { _ = try TokenRequest(person: name, email: "a@example.org") },
        ] as [() throws -> Void] {
            let refusal = try refusal(attempt)
            #expect(refusal.code == .invalidValue && refusal.hint.typed.contains("--help"))
            #expect(
                refusal.message
                    == "A name must have 1 to 200 bytes and must not contain control characters, “<” or “>”."
            )
        }
    }

    @Test(arguments: [
        "", "@", "a@", "@b", "ab", "a b@c", "a@b>", "a@b\u{0}",
        "a@\(String(repeating: "b", count: 199))",
    ])
    func anAddressIsOne(email: String) throws {
        let refusal = try refusal { try TokenRequest(person: "Ada", email: email) }
        #expect(refusal.message == "“\(email)” is not an email address.")
    }

    @Test(arguments: [
        "", "1234567", "12345678 ", "gúid-of-ada", String(repeating: "a", count: 201),
    ])
    func aGuidCannotBeGuessed(guid: String) throws {
        let refusal = try refusal {
            try TokenRequest(person: "Ada", email: "a@example.org", guid: guid)
        }
        #expect(refusal.message == "A guid must have 8 to 200 visible ASCII characters.")
        #expect(guid.isEmpty || !refusal.message.contains(guid))
    }

    @Test(arguments: Scope.allCases)
    func anAppProposesAtMost(scope: Scope) throws {
        if scope <= .propose {
            #expect(try TokenRequest(app: "Shop", scope: scope).scope == scope)
        } else {
            let refusal = try refusal { try TokenRequest(app: "Shop", scope: scope) }
            #expect(
                refusal.message
                    == "An app's token can only have the scope read or propose, not \(scope.rawValue)."
            )
        }
    }

    @Test(arguments: ["", "Shop", "-shop", "a b", "é", String(repeating: "a", count: 64)])
    func projectsHaveNames(project: String) throws {
        let refusal = try refusal { try TokenRequest(app: "Shop", projects: ["web", project]) }
        #expect(refusal.message.hasPrefix("“\(project)” is not a valid project name: "))
    }

    // MARK: Expiry

    @Test(
        arguments: [
            ("90d", .after(90 * 86_400_000)), ("12h", .after(43_200_000)), ("500ms", .after(500)),
            ("2 w", .after(2 * 604_800_000)), ("2026-11-21", .at(1_795_305_599_999)),
            ("2026-11-21T09:30:00Z", .at(1_795_253_400_000)),
        ] as [(String, TokenExpiry)])
    func durationsDatesAndTimes(text: String, expiry: TokenExpiry) throws {
        #expect(try TokenExpiry(parsing: text) == expiry)
    }

    @Test(arguments: ["", "90", "soon", "-1d", "1y", "1.5d", "9999999999d", "2026-13-01"])
    func otherTextsAreNone(text: String) throws {
        let refusal = try refusal { try TokenExpiry(parsing: text) }
        #expect(
            refusal.message == "“\(text)” is not a duration such as 90d, a date or a time.")
    }

    @Test(arguments: ["0s", "2026-11-20", "2026-11-21T09:30:00Z"])
    func aTokenIsNotMadeExpired(text: String) throws {
        let expiry = try TokenExpiry(parsing: text)
        let refusal = try refusal { try scene.addPerson(expiry: expiry) }
        #expect(refusal.message == "The expiry time is in the past.")
        #expect(try scene.file.read().tokens.isEmpty)
    }

    /// The maximum duration would be read back from the file as another time.
    @Test func noTokenOutlivesTheCalendar() throws {
        let expiry = try TokenExpiry(parsing: "999999999w")
        let refusal = try refusal { try scene.addPerson(expiry: expiry) }
        #expect(refusal.message == "A token cannot expire after the year 9999.")
        let (token, _) = try scene.addPerson(expiry: try TokenExpiry(parsing: "9999-12-31"))
        #expect(try scene.file.read().tokens == [token])
    }

    // MARK: Reach

    private func token(
        _ scope: Scope, projects: [String] = [], locales: [String] = []
    ) throws -> Token {
        try scene.addPerson(scope: scope, projects: projects, locales: locales).token
    }

    @Test func eachScopeIncludesThoseBeforeIt() throws {
        #expect(Scope.allCases == Scope.allCases.sorted())
        for scope in Scope.allCases {
            let token = try token(scope)
            for wanted in Scope.allCases {
                #expect(token.allows(wanted, in: "shop") == (wanted <= scope))
            }
        }
    }

    @Test func projectsLimitReadingToo() throws {
        let token = try token(.admin, projects: ["shop", "web"])
        #expect(token.allows(.read, in: "shop") && token.allows(.admin, in: "web"))
        #expect(!token.allows(.read, in: "sho") && !token.allows(.read, in: "other"))
    }

    @Test func languagesLimitWhatIsChanged() throws {
        let token = try token(.admin, locales: ["fr", "de"])
        let (french, canadian) = (LanguageTag("fr"), LanguageTag("fr-CA"))
        #expect(token.allows(.read, in: "shop", locale: canadian))
        #expect(token.allows(.read, in: "shop"))
        for scope in Scope.allCases.dropFirst() {
            #expect(token.allows(scope, in: "shop", locale: french))
            #expect(!token.allows(scope, in: "shop", locale: canadian), "Tags are taken exactly.")
            #expect(!token.allows(scope, in: "shop"), "What belongs to no language is beyond it.")
        }
    }
}
