import JSON
import TestKit
import Testing
import Texts
import Translation

/// Idempotency keys in stored logs contain fingerprints, so these must never change.
@Suite struct FingerprintTests {
    @Test func theyStayAsStoredKeysHaveThem() {
        let lines = Self.commands.map { command in
            String(decoding: CanonicalJSON.encode(command.fingerprint), as: UTF8.self) + "\n"
        }
        assertGolden(lines.joined(), "fingerprints.txt")
    }

    private static var edit: DefinitionEdit {
        var edit = DefinitionEdit()
        edit.value = Value("Log in")
        edit.comment = "A button."
        edit.maximumLength = .set(Definition.Limit(count: 20, unit: .grapheme))
        edit.isTranslatable = false
        edit.labels = ["web"]
        edit.references = ["a.swift:1"]
        edit.screenshot = .set(Definition.Screenshot(url: "https://example.org/a.png"))
        edit.isMinor = true
        return edit
    }

    private static var removals: DefinitionEdit {
        var edit = DefinitionEdit()
        edit.maximumLength = .remove
        edit.screenshot = .remove
        return edit
    }

    private static var file: FileImport {
        FileImport(
            locale: "fr",
            entries: [
                .init(
                    string: .title, source: Value("Enter"), value: Value("Entrer"),
                    isDeliberatelyEmpty: true)
            ], asProposals: true, prunes: true, keepsEmpty: true, definesOrder: true,
            metaName: "po", gone: [.button], describesOnly: true, isForced: true,
            recordedFormat: "po", conflicts: .theirs)
    }

    private static var commands: [Command] {
        let id = EventID.number(4)
        let unit = UnitID("fr", .title)
        return [
            .addLocales([
                (
                    "da" as LanguageTag,
                    LocaleAttributes(name: "dansk", fallback: ["en"], isPlanned: true)
                )
            ]),
            .removeLocale("da"),
            .addString(.title, Definition(value: Value("Log in"), comment: "A button.")),
            .editString(.title, edit),
            .editString(.title, removals),
            .renameString(.title, to: .button),
            .carryOver(.title, to: .button, isForced: true),
            .removeString(.title),
            .setText("fr", .title, Value("Entrer")),
            .unsetText("fr", .title),
            .replaceText(unit, old: id, with: Value("Entrer"), isProposal: true),
            .propose(
                "fr", .title,
                ProposeOptions(
                    value: Value("Entrer"), note: "Short.", origin: .machine("deepl"), isNew: true)),
            .accept(
                [id],
                AcceptOptions(
                    value: Value("Entrez"), rejectsOthers: true, isForced: true, isReview: false)),
            .accept([id], AcceptOptions()),
            .reject([id], code: ReasonCode("style"), reason: "Too long."),
            .deleteProposals([id], byPerson: true),
            .comment(.unit(unit), "Where is it?"),
            .comment(.proposal(id), "Good."),
            .endorse([id], reason: "Yes."),
            .vouch([unit], reason: "Read."),
            .flag([unit], reason: "Wrong."),
            .silence([unit], check: "length", reason: "It fits."),
            .keep([id]),
            .revert(RevertOptions(events: [id], laterEdits: .keep, reason: "Spam.")),
            .changeSetting(name: "strict", value: .bool(true), isForced: true),
            .changeSetting(name: "strict", value: nil),
            .placeFiles(ofSection: "app", pattern: "{locale}.json"),
            .importFiles([file]),
            .batch([.removeString(.title), .flag([unit], reason: nil)]),
        ]
    }
}
