import TestWorld
import Testing

/// Users of the built server's pages, in Debian's Chromium.
///
/// The browsers run one after another, because their timing is meaningless on a busy machine.
@Suite(
    .serialized,
    .enabled(if: BrowserScene.obstacle == nil, "\(BrowserScene.obstacle ?? "")"))
struct BrowserTests {
    /// Everything that a page can show, in few strings.
    private static let shop = [
        "Ada locale add ar de fr fr-CA ja", "Ada locale add sv --planned",
        "Ada string add -s common change-locale 'Change locale'",
        "Ada string add -s common error-with-status 'A {{statusCode}} error occurred on server' --comment 'Keep it on one line on phones.' --max-length 60",
        "Ada string add -s common error-without-status 'An error occurred on the server'",
        "Ada string add -s common h1 'A simple example'",
        "Ada string add -s common title 'Home | next-i18next'",
        "Ada string add -s common to-client-page 'To client page'",
        "Ada string add -s client-page description 'App Router (Client Component — translations lazy-loaded)'",
        "Ada string add -s client-page items --plural 'one={{count}} item' --plural 'other={{count}} items'",
        "Ada string add -s client-page terms 'Read the <b>terms</b> of {{shop}}.'",
        "Paul set de common:change-locale 'Wechseln Locale'",
        "Paul set de common:error-with-status 'Auf dem Server ist ein Fehler ({{statusCode}}) aufgetreten'",
        "Paul set de common:error-without-status 'Auf dem Server ist ein  Fehler aufgetreten'",
        "Paul set de common:h1 'Ein einfaches Beispiel'", "Paul set de common:title Hauptseite",
        "Paul set de client-page:description 'App Router (Client Komponente)'",
        "Paul set fr common:change-locale 'Changer de langue'",
        "Paul set fr common:error-with-status 'Une erreur {{statusCode}} est survenue'",
        "Paul set ar common:h1 'مثال بسيط'",
        "Paul set ar common:error-with-status 'حدث خطأ {{statusCode}} على الخادم'",
        "Paul set ja common:h1 '簡単な例'",
        "Ada git tag v1.3",
        "Ada string edit -s common title 'Start page | next-i18next'",
        "Rosa vouch de common:h1", "Rosa flag de common:error-without-status --reason 'Two spaces'",
        "Ines propose de common:change-locale 'Sprache wechseln' --note '“Locale” is not a German word.'",
        "Argos propose de common:change-locale 'Sprache ändern' --origin machine:argos",
        "Ines propose de common:to-client-page 'Zur Client-Seite'",
        "Ines propose de common:h1 'Ein einfaches, kleines Beispiel'",
        "Ines propose de client-page:description 'App Router (Clientkomponente — Übersetzungen werden nachgeladen)'",
        "Ines propose de client-page:items --plural 'one={{count}} Ding' --plural 'other={{count}} Dinge'",
        "Ines propose fr common:error-with-status 'Une erreur {{statusCode}} est survenue sur le serveur'",
        "Argos propose fr common:error-with-status 'Une erreur {{status}} est survenue'",
        "Ines propose ar common:error-with-status 'وقع خطأ {{statusCode}} على الخادم'",
        "Ada git tag -a -m 'The fourth' v1.4",
        "Ada channel set production v1.4 --app-versions '>=3.2 <5'",
        "Ada channel set stable v1.3", "Ada channel set preview v1.3",
        // Two concurrent texts of one string, a channel that two people point, and a language that
        // is frozen.
        "Ada clone . ../other", "Paul -C ../other channel set preview v1.4",
        "Ada channel set preview v1.4 --app-versions '>=5'",
        "Paul -C ../other set de client-page:terms 'Lies die <b>Bedingungen</b> von {{shop}}.'",
        "Rosa set de client-page:terms '<b>Bedingungen</b> von {{shop}} lesen.'",
        "Paul -C ../other sync",
        #"Ada config frozen '["fr-CA"]'"#,
        "Rosa comment --locale de --section common change-locale 'Which one do the docs have?'",
    ]

    /// Only proposals: 190 strings, ten of which have two.
    private static let proposals =
        [
            "Ada locale add de", "Ada import ../en.json -l en -s walk --file-format i18next-json",
            "Ines import ../de.json -l de -s walk --file-format i18next-json --as-proposals",
        ] + stride(from: 5, to: 190, by: 19).map { "Argos propose de walk:k\($0) 'Ein Text \($0)'" }

    private static func file(_ text: String) -> String {
        "{" + (0..<190).map { #""k\#($0)":"\#(text) \#($0)""# }.joined(separator: ",") + "}"
    }

    private func scene(of lines: [String]) throws -> BrowserScene {
        try BrowserScene(
            lines, files: ["en.json": Self.file("Text"), "de.json": Self.file("Der Text")])
    }

    @Test func everyPageAndStateIsAccessible() throws {
        try scene(of: Self.shop).run("accessibility")
    }

    @Test func nothingIsCutOrHidden() throws { try scene(of: Self.shop).run("layout") }

    @Test func thePagesSpeakGermanAndArabic() throws {
        try scene(of: Self.shop).run("interface")
    }

    @Test func nothingMovesByItself() throws { try scene(of: Self.shop).run("stillness") }

    @Test func theKeyboardIsEnough() throws { try scene(of: Self.shop).run("keyboard") }

    @Test func adminsMarkThePlaceOfAText() throws { try scene(of: Self.shop).run("marking") }

    @Test func scriptsAreNotNeeded() throws { try scene(of: Self.shop).run("plain") }

    @Test func twoPeopleOverwriteNothing() throws { try scene(of: Self.shop).run("windows") }

    @Test func noTypedLetterIsLost() throws { try scene(of: Self.shop).run("losses") }

    @Test func hostileTextsStayTexts() throws { try scene(of: Self.shop).run("hostile") }

    @Test func aLongWalkDecidesEachOnce() throws { try scene(of: Self.proposals).run("walk") }

    @Test func whatIsDecidedOfflineArrivesOnceAndInOrder() throws {
        try scene(of: Self.proposals).run("offline")
    }
}
