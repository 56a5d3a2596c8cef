import TestKit
import TestWorld
import Testing

@Suite struct GetByNegotiationTests {
    private func project() throws -> Sandbox {
        let sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        Sessions.prepare(
            sandbox,
            [
                "locale add fr fr-CA de zh-Hant", "locale add ja --planned",
                "string add greeting 'Good morning'", "string add late 'Good night'",
                "string add files --plural one='{{count}} file' --plural other='{{count}} files' --plural zero='no files'",
                "string add place --ordinal one='{{count}}st' --ordinal two='{{count}}nd' --ordinal few='{{count}}rd' --ordinal other='{{count}}th'",
                "string add friend 'A friend'", "string add friend_male 'A boyfriend'",
                "set fr friend 'Une amie'",
                "set fr greeting Bonjour", "set fr-CA greeting 'Bon matin'",
                "set de late '' --empty",
                "set de greeting 'Guten Morgen'", "set zh-Hant greeting 早安",
                "set fr files --plural =1='un seul fichier' --plural one='{{count}} fichier' --plural many='{{count}} de fichiers' --plural other='{{count}} fichiers'",
            ])
        return sandbox
    }

    @Test func languagesAreChosenAsAppsDo() throws {
        let apple = "get --negotiate apple --for"
        let verid = "get --negotiate verid --for"
        let i18next = "get --negotiate i18next --for"
        let nstack = "get --negotiate nstack --for"
        assertGolden(
            Sessions.transcript(
                try project(),
                [
                    "\(apple) 'fr-BE, de' greeting --format json",
                    "\(apple) 'sv, de-AT;q=0.5, fr;q=0.2' greeting",
                    "\(apple) zh_HK greeting", "\(apple) ja greeting", "\(apple) de files",
                    "\(verid) fr-CA greeting --format json", "\(verid) fr-CA late",
                    "\(verid) de late",
                    "\(verid) de late --mode android",
                    "\(verid) fr-BE greeting --mode android --format json",
                    "\(verid) fr-CH greeting --bundle fr-CA,de --bundle fr", "\(verid) sv greeting",
                    "\(i18next) fr-CA late --format json",
                    "\(i18next) 'sv, fr' greeting --supported-lngs de,fr,fr-CA",
                    "\(i18next) de-CH greeting --fallback-lng none --mode currentOnly",
                    "\(i18next) sv greeting --fallback-lng sv=zh-Hant,de --fallback-lng default=en",
                    "\(i18next) fr friend --context male",
                    "\(i18next) en friend --context male --format json",
                    "\(i18next) en friend --context other",
                    "\(apple) '*, sr_RS.UTF-8@latin, de_DE.UTF-8' greeting",
                    "\(i18next) fr-CA files --count 0", "\(i18next) fr files --count 1",
                    "\(nstack) 'fr-CH;q=0.9, de;q=0.8' greeting --format json",
                    "\(nstack) 'fr-CH;q=0.9, de;q=0.8' greeting --mode list-language-match",
                    "\(nstack) 'sv, de' greeting --mode single-full-match", "\(nstack) zh late",
                ]), "negotiation.txt")
    }

    @Test func formsAreChosenByNumber() throws {
        assertGolden(
            Sessions.transcript(
                try project(),
                [
                    "get fr files --count 1", "get fr files --count 0",
                    "get fr files --count 1000000",
                    "get fr files --count 1.5", "get en files --count 0",
                    "get en files --count 2 --format json",
                    "get en place --count 22 --ordinal", "get en place --count 22",
                    "get de files --count 1",
                    "string add icu '{n, plural, one {# file} other {# files}} left'",
                    "get en icu --count 3",
                    "get de files --count 1 --fallback", "get fr greeting --count 7",
                ]), "counting.txt")
    }

    @Test func whatGoesTogetherIsSaid() throws {
        let sandbox = try project()
        for line in [
            "get --negotiate apple greeting", "get --for fr greeting", "get fr greeting --mode ios",
            "get --negotiate apple --for fr fr greeting",
            "get --negotiate apple --for fr greeting --mode x",
            "get --negotiate nstack --for fr greeting --fallback-lng de",
            "get --negotiate x --for fr greeting",
            "get --negotiate apple --for fr greeting --bundle de", "get fr greeting --count x",
            "get fr greeting --ordinal", "get --negotiate apple --for * greeting",
            "get --negotiate apple --for fr greeting --context x", "get fr greeting --context x",
            "get --negotiate apple --for fr greeting --fallback",
            "get --negotiate apple --for fr -l de greeting",
            "get --negotiate i18next --for fr greeting --fallback-lng a=b --fallback-lng c",
        ] {
            #expect(sandbox.run(Transcript.words(line), in: "app").status == 64, "\(line)")
        }
    }

    /// i18next looks up keys: a plural has no text without a number, and ordinals have their own
    /// keys.
    @Test func formsAreFoundAsByI18next() throws {
        let sandbox = try project()
        Sessions.prepare(
            sandbox,
            [
                "string add seat --plural one='{{count}} seat' --plural other='{{count}} seats'",
                "string add seat_ordinal --ordinal one='{{count}}st seat' --ordinal two='{{count}}nd seat' --ordinal few='{{count}}rd seat' --ordinal other='{{count}}th seat'",
            ])
        for (words, text) in [
            ("files", nil), ("files --count 2", "{{count}} files"), ("place", nil),
            ("place --count 1", nil), ("place --count 2 --ordinal", "{{count}}nd"),
            // An ordinal falls back to the cardinal form of the same name.
            ("files --count 1 --ordinal", "{{count}} file"), ("files --count 2 --ordinal", nil),
            ("seat --count 1", "{{count}} seat"), ("seat --count 2", "{{count}} seats"),
            ("seat --count 1 --ordinal", "{{count}}st seat"),
            ("seat --count 3 --ordinal", "{{count}}rd seat"), ("greeting", "Good morning"),
            ("greeting --count 1 --ordinal", "Good morning"),
        ] as [(String, String?)] {
            let result = sandbox.run(
                Transcript.words("get --negotiate i18next --for en \(words)"), in: "app")
            #expect(result.output == (text.map { $0 + "\n" } ?? ""), "\(words)")
            #expect(result.status == (text == nil ? 1 : 0), "\(words)")
        }
    }

    /// An app with `lowerCaseLng` has lowercase file names.
    @Test func codesMayBeInLowerCase() throws {
        let sandbox = try project()
        func get(_ words: String) -> String {
            sandbox.run(
                Transcript.words(
                    "get --negotiate i18next --lower-case-lng --for \(words) greeting"),
                in: "app"
            ).output
        }
        #expect(get("fr-CA") == "Bon matin\n")
        #expect(get("fr-ca") == "Bon matin\n")
        #expect(get("ZH-hant") == "早安\n")
        #expect(get("FR-be") == "Bonjour\n")
    }
}
