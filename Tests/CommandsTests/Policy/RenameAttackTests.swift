import TestWorld
import Testing
import Texts
import Translation

/// A review applies to a text for one source text: attempts to apply it to another.
@Suite struct RenameAttackTests {
    /// “Annuler” is reviewed for “Cancel”, by Mara; and there is a string “Delete account”.
    private struct Forgery {
        let server: JudgedServer
        let cancel: EventID
        let delete: EventID
        let text: EventID

        init() throws {
            server = try JudgedServer([
                "string add cancel Cancel", "string add delete 'Delete account'",
                "set fr cancel Annuler", "vouch fr cancel",
            ])
            cancel = try server.text(of: "en cancel")
            delete = try server.text(of: "en delete")
            text = try server.text(of: "fr cancel")
        }

        /// Returns a definition that copies that of “Cancel”.
        func definition(
            _ number: UInt64, key: String = "delete", change: (inout Event) -> Void = { _ in }
        ) throws -> Event {
            try server.event(
                number, .stringDefined(Definition(value: Value("Cancel"))), locale: "en", key: key
            ) {
                $0.copies = cancel
                change(&$0)
            }
        }

        func removal(
            _ number: UInt64, key: String = "cancel", of definition: EventID? = nil,
            by email: String = "ines@example.org"
        ) throws -> Event {
            try server.event(number, .stringRemoved, by: email, locale: "en", key: key) {
                $0.base = definition ?? cancel
            }
        }

        /// Returns “Annuler” as a copy of the reviewed text.
        func copy(_ number: UInt64, key: String = "delete", source: EventID?) throws -> Event {
            try server.event(number, .translationSet(Value("Annuler")), key: key) {
                $0.copies = text
                $0.source = source
            }
        }

        func push() throws -> [String] { try server.push().errors }
    }

    /// A definition that copies another string's is not enough: it loses, and the copied text would
    /// count as reviewed.
    @Test func aDefinitionThatCopiesIsNoRename() throws {
        let forgery = try Forgery()
        try forgery.server.add(try forgery.definition(1))
        #expect(try forgery.push() == ["copy"])
        try forgery.server.add(try forgery.copy(2, source: forgery.delete))
        #expect(try forgery.push() == ["copy"])
        let shown = try forgery.server.work("blame fr delete --format json")
        #expect(shown.contains("Annuler"), "the fold takes what is there: \(shown)")
    }

    @Test func aRenameIsToAKeyThatIsNotThere() throws {
        let forgery = try Forgery()
        try forgery.server.add(try forgery.definition(1), try forgery.removal(2))
        #expect(try forgery.push() == ["copy"])
        try forgery.server.git("reset", "-q", "--hard", "HEAD~1")
        try forgery.server.add(
            try forgery.definition(1) { $0.base = forgery.delete }, try forgery.removal(2))
        #expect(try forgery.push() == ["copy"])
    }

    /// A removal by another person, or at another time, does not belong to the rename.
    @Test func theRemovalBelongsToTheRename() throws {
        let forgery = try Forgery()
        try forgery.server.add(
            try forgery.definition(1, key: "fresh"),
            try forgery.removal(2, of: forgery.server.id(9)))
        #expect(try forgery.push() == ["copy"])
        try forgery.server.git("reset", "-q", "--hard", "HEAD~1")
        try forgery.server.work("string remove cancel")
        try forgery.server.sandbox.git("push", "-q", "../server", "HEAD:translations", in: "work")
        try forgery.server.add(try forgery.definition(1, key: "fresh"))
        #expect(try forgery.push() == ["copy"])
    }

    /// The string was renamed, and its source text has changed since.
    @Test func aCopyIsMadeForTheSourceTextThatWasReviewed() throws {
        let forgery = try Forgery()
        let server = forgery.server
        try server.work("string rename cancel stop")
        let same = try server.text(of: "en stop")
        try server.work("string edit stop --value 'Delete account'")
        let other = try server.text(of: "en stop")
        try server.sandbox.git("push", "-q", "../server", "HEAD:translations", in: "work")
        for (source, errors) in [(other, ["copy"]), (nil, ["copy"]), (same, [])] {
            try server.add(try forgery.copy(1, key: "stop", source: source))
            #expect(try forgery.push() == errors)
            try server.git("reset", "-q", "--hard", "HEAD~1")
        }
    }

    /// The string was not renamed: its source text has changed, and the text is stale.
    @Test func aCopyIsNotMadeForANewSourceText() throws {
        let forgery = try Forgery()
        try forgery.server.work("string edit cancel --value 'Delete account'")
        let other = try forgery.server.text(of: "en cancel")
        try forgery.server.add(try forgery.copy(1, key: "cancel", source: other))
        #expect(try forgery.push() == ["copy"])
        try forgery.server.git("reset", "-q", "--hard", "HEAD~1")
        try forgery.server.add(try forgery.copy(1, key: "cancel", source: forgery.cancel))
        #expect(try forgery.push() == [])
    }

    /// A text that `string carry` copies is as stale as the original.
    @Test func whatIsCarriedLateIsForItsSourceText() throws {
        let forgery = try Forgery()
        let server = forgery.server
        try server.git("branch", "late")
        try server.work("string rename cancel stop")
        try server.work("string edit stop --value 'Delete account'")
        try server.git("checkout", "-q", "late")
        try server.run(
            ["--branch", "late"] + Transcript.words("set fr cancel Abandonner"), in: "work")
        try server.git("checkout", "-q", "translations")
        try server.git("merge", "-q", "--no-edit", "late")
        try server.work("string carry cancel stop --force")
        #expect(try server.work("get fr stop") == "Abandonner\n")
        #expect(try server.work("check --check stale fr --format json").contains("stop"))
        #expect(try forgery.push() == [])
    }

    // MARK: In good faith

    /// Every step is pushed separately, and judged again in the history.
    @Test(arguments: [
        ["string rename cancel stop", "string rename stop halt", "string rename halt cancel"],
        ["string edit cancel --value Abort --minor", "string rename cancel stop"],
        ["string edit cancel --value Abort", "string rename cancel stop"],
        ["string rename cancel stop", "revert HEAD --yes", "revert HEAD --yes"],
        ["string remove delete", "string rename cancel delete"],
        ["string rename cancel stop", "revert HEAD --yes", "string rename cancel stop"],
        ["string rename cancel stop", "string rename farewell cancel"],
        ["set fr cancel Abandonner", "revert HEAD --yes", "string rename cancel stop"],
    ])
    func renamesAreTaken(lines: [String]) throws {
        for isAtOnce in [true, false] {
            let server = try Forgery().server
            for line in lines {
                try server.work(line)
                guard !isAtOnce else { continue }
                let verdict = try server.push()
                #expect(verdict.errors == [], "\(line): \(verdict.text)")
                try server.sandbox.git(
                    "push", "-q", "../server", "HEAD:translations", in: "work")
            }
            let verdict = try server.push()
            #expect(verdict.errors == [], "\(lines): \(verdict.text)")
            let history = server.sandbox.run(["verify", "--history"], in: "work")
            #expect(history.status == 0, "\(history)")
        }
    }

    /// Otto's rename is on the server before Ines pushes hers, to the same or to another key; she
    /// has a conflict as well.
    @Test(arguments: ["stop", "halt"])
    func twoClonesRenameAtOnce(key: String) throws {
        let server = try Forgery().server
        try server.sandbox.git("clone", "-q", "server", "other")
        let theirs = [
            "string rename cancel stop", "string edit stop --value Stop", "set fr stop Stop",
        ]
        for line in theirs {
            try server.run(Transcript.words(line), as: JudgedServer.otto, in: "other")
        }
        try server.sandbox.git("push", "-q", "origin", "HEAD", in: "other")
        try server.work("string edit cancel --comment 'A button.'")
        try server.work("string rename cancel \(key)")
        try server.git("pull", "-q", "--no-rebase", "--no-edit")
        let verdict = try server.push()
        #expect(verdict.errors == [], "\(verdict.text)")
        try server.work("string rename \(key) end")
        let again = try server.push()
        #expect(again.errors == [], "\(again.text)")
    }

    /// A conflict of source texts is kept, with one definition for each side.
    @Test func aConflictIsRenamed() throws {
        let server = try Forgery().server
        try server.sandbox.git("clone", "-q", "server", "other")
        try server.run(
            Transcript.words("string edit cancel --value Stop"), as: JudgedServer.otto, in: "other")
        try server.sandbox.git("push", "-q", "origin", "HEAD", in: "other")
        try server.work("string edit cancel --value Abort")
        try server.git("pull", "-q", "--no-rebase", "--no-edit")
        try server.work("string rename cancel stop")
        let verdict = try server.push()
        #expect(verdict.errors == [], "\(verdict.text)")
        let conflicts = server.sandbox.run(["conflicts", "--format", "json"], in: "work")
        #expect(conflicts.output.contains("stop"), "\(conflicts)")
    }
}
