import JSON
import ReadModel
import Sync
import TestWorld
import Testing
import Texts
import Translation
import Workspace

/// Concurrent commands of two people, or of one on two machines, and their merged result.
///
/// “Here” is always first: its ids are smaller. Every way of merging the clones must give the same
/// rows.
struct MovingScenario: CustomTestStringConvertible {
    let testDescription: String
    /// Commands before the clones diverge; `@1` is the id that the first `propose` printed.
    let shared: [String]
    let here: [String]
    let there: [String]
    /// The result of `rows(_:)` in every clone afterwards.
    let rows: [String]

    init(
        _ name: String, shared: [String] = [], here: [String], there: [String], rows: [String]
    ) {
        testDescription = name
        self.shared = shared
        self.here = here
        self.there = there
        self.rows = rows
    }

    static let all: [MovingScenario] = [
        MovingScenario(
            "one guid proposes two texts", here: ["propose fr greeting Salut"],
            there: ["propose fr greeting Bonjour"],
            rows: ["fr greeting “Salut” superseded", "fr greeting “Bonjour” open"]),
        MovingScenario(
            "one guid proposes the same without a key", here: ["propose fr greeting Salut"],
            there: ["propose fr greeting Salut"],
            rows: ["fr greeting “Salut” superseded", "fr greeting “Salut” open"]),
        MovingScenario(
            "one guid proposes the same with a key",
            here: ["propose fr greeting Salut --idempotency-key k"],
            there: ["propose fr greeting Salut --idempotency-key k"],
            rows: ["fr greeting “Salut” open"]),
        MovingScenario(
            "one key for two texts swallows neither",
            here: ["propose fr greeting Salut --idempotency-key k"],
            there: ["propose fr greeting Bonjour --idempotency-key k"],
            rows: ["fr greeting “Salut” superseded", "fr greeting “Bonjour” open"]),
        MovingScenario(
            "two guids propose the same", here: ["propose fr greeting Salut"],
            there: ["otto: propose fr greeting Salut"],
            rows: ["fr greeting “Salut” open", "fr greeting “Salut” open"]),
        MovingScenario(
            "both replace the same proposal", shared: ["propose fr greeting Coucou"],
            here: ["propose fr greeting Salut"], there: ["propose fr greeting Bonjour"],
            rows: [
                "fr greeting “Coucou” superseded", "fr greeting “Salut” superseded",
                "fr greeting “Bonjour” open",
            ]),
        MovingScenario(
            "the same is accepted on two laptops", shared: ["propose fr greeting Salut"],
            here: ["accept @1"], there: ["otto: accept @1"],
            rows: ["fr greeting = Salut", "fr greeting “Salut” accepted"]),
        MovingScenario(
            "it is accepted with two texts", shared: ["propose fr greeting Salut"],
            here: ["accept @1"], there: ["otto: accept @1 --value Bonjour"],
            rows: [
                "fr greeting = Bonjour", "fr greeting “Salut” accepted",
                "conflict fr greeting: proposal.accepted over proposal.accepted",
            ]),
        MovingScenario(
            "accepted and deleted", shared: ["propose fr greeting Salut"],
            here: ["otto: accept @1"], there: ["delete @1"],
            rows: [
                "fr greeting = Salut", "fr greeting “Salut” accepted",
                "conflict fr greeting: proposal.accepted over proposal.deleted",
            ]),
        MovingScenario(
            "accepted and rejected", shared: ["propose fr greeting Salut"],
            here: ["accept @1"], there: ["otto: reject @1 --reason wrong"],
            rows: [
                "fr greeting = Salut", "fr greeting “Salut” accepted",
                "conflict fr greeting: proposal.accepted over proposal.rejected",
            ]),
        MovingScenario(
            "rejected and replaced", shared: ["propose fr greeting Salut"],
            here: ["otto: reject @1 --reason wrong"], there: ["propose fr greeting Bonjour"],
            rows: ["fr greeting “Salut” rejected", "fr greeting “Bonjour” open"]),
        MovingScenario(
            "set and accepted", shared: ["propose fr greeting Salut"],
            here: ["accept @1"], there: ["otto: set fr greeting Bonjour"],
            rows: [
                "fr greeting = Bonjour", "fr greeting “Salut” accepted",
                "conflict fr greeting: translation.set over proposal.accepted",
            ]),
        MovingScenario(
            "two definitions", here: ["string edit greeting Hi"],
            there: ["otto: string edit greeting Hey"],
            rows: [
                "en greeting = Hey",
                "conflict en greeting: string.defined over string.defined",
            ]),
        MovingScenario(
            "a language that both add", here: ["locale add da"], there: ["otto: locale add da"],
            rows: ["language da"]),
        MovingScenario(
            "a language that both add, with two chains", here: ["locale add da"],
            there: ["otto: locale add da --fallback fr,en"],
            rows: ["language da", "conflict da: locale.added over locale.added"]),
        MovingScenario(
            "one setting, two values", here: ["config self-review false"],
            there: ["otto: config self-review true"],
            rows: ["conflict en: setting.changed over setting.changed"]),
        MovingScenario(
            "renamed here, a text for the old key there",
            here: ["string rename greeting hello"], there: ["otto: set fr greeting Bonjour"],
            rows: ["en hello = Hello", "late fr greeting → hello"]),
        MovingScenario(
            "renamed here, a proposal for the old key there",
            here: ["string rename greeting hello"], there: ["otto: propose fr greeting Bonjour"],
            rows: ["en hello = Hello", "late fr greeting → hello"]),
    ]
}

@Suite struct MovingTests {
    private static let otto = [
        "GIT_AUTHOR_NAME": "Otto", "GIT_AUTHOR_EMAIL": "otto@example.org",
        "DRAGOMAN_GUID": "guid-of-otto",
    ]

    private static func run(
        _ lines: [String], _ sandbox: Sandbox, in directory: String, _ ids: inout [String]
    ) {
        for line in lines {
            let isOtto = line.hasPrefix("otto: ")
            var words = Transcript.words(isOtto ? String(line.dropFirst(6)) : line)
            words = words.map { word in
                word.hasPrefix("@") ? Int(word.dropFirst()).map { ids[$0 - 1] } ?? word : word
            }
            let result = sandbox.run(
                words, in: directory, environment: isOtto ? otto : [:])
            #expect(result.status == 0, "\(line): \(result.errors)")
            if words[0] == "propose" {
                ids.append(result.output.split(separator: "\n").first.map(String.init) ?? "")
            }
        }
    }

    /// Describes the state of a clone: only the parts that differ from the beginning.
    private static func rows(_ workspace: Workspace) throws -> [String] {
        try workspace.read { snapshot in
            var rows: [String] = []
            for tag in try snapshot.model.localeTags() where tag.rawValue != "fr" {
                rows.append("language \(tag)")
            }
            for locale in try snapshot.locales() {
                for entry in try snapshot.model.entries(locale: locale, chain: []) {
                    let value =
                        locale == workspace.project.source
                        ? entry.definition.value : entry.text?.value
                    guard let text = value?.plainText,
                        !(entry.string.key == "greeting" && text == "Hello")
                    else { continue }
                    rows.append("\(locale) \(entry.string.key) = \(text)")
                }
            }
            for row in try snapshot.model.proposals() {
                rows.append(
                    "\(row.locale) \(row.string.key) “\(row.proposed.value.plainText ?? "")” \(row.state.rawValue)"
                )
            }
            for conflict in try snapshot.model.conflicts() {
                let place = [conflict.locale.rawValue, conflict.string?.key].compactMap(\.self)
                    .joined(separator: " ")
                rows.append(
                    "conflict \(place): \(conflict.winner.payload.typeName) over \(conflict.loser.payload.typeName)"
                )
            }
            for late in try snapshot.lateTexts() {
                rows.append("late \(late.locale) \(late.old.key) → \(late.new.key)")
            }
            return rows
        }
    }

    private static func pull(_ other: String, into name: String, _ sandbox: Sandbox) throws {
        try sandbox.git("fetch", "-q", "../\(other)", "translations", in: name)
        try sandbox.git("merge", "-q", "--no-edit", "FETCH_HEAD", in: name)
    }

    /// Returns two clones with the commands of a scenario, and two clones without them.
    private static func parted(_ scenario: MovingScenario) throws -> (Sandbox, [String]) {
        let sandbox = try Sandbox.withProject()
        var ids: [String] = []
        run(
            ["locale add fr", "string add greeting Hello"] + scenario.shared, sandbox, in: "app",
            &ids)
        for name in ["here", "there", "third", "fourth"] { try sandbox.clone("app", to: name) }
        run(scenario.here, sandbox, in: "here", &ids)
        run(scenario.there, sandbox, in: "there", &ids)
        return (sandbox, ids)
    }

    @Test(arguments: MovingScenario.all)
    func everyCloneEndsInTheSameState(_ scenario: MovingScenario) throws {
        let (sandbox, _) = try Self.parted(scenario)
        try Self.pull("here", into: "third", sandbox)
        try Self.pull("there", into: "third", sandbox)
        try Self.pull("there", into: "fourth", sandbox)
        try Self.pull("here", into: "fourth", sandbox)
        try Self.pull("there", into: "here", sandbox)
        try Self.pull("here", into: "there", sandbox)
        var digests: Set<String> = []
        for name in ["here", "there", "third", "fourth"] {
            let workspace = try sandbox.open(name)
            #expect(try Self.rows(workspace) == scenario.rows, "\(name)")
            try workspace.expectCaughtUp(name)
            let report = try RepositoryCheck(workspace).run()
            #expect(report.isOK, "\(report.problems)")
            digests.insert(report.digest)
        }
        #expect(digests.count == 1)
    }

    @Test func eitherIdNamesTheProposal() throws {
        let key = "propose fr greeting Salut --idempotency-key k"
        for verb in [
            "accept ID", "reject ID --reason wrong", "delete ID", "comment ID Hm", "show ID",
        ] {
            let (sandbox, ids) = try Self.parted(
                MovingScenario("", here: [key], there: [key], rows: []))
            #expect(Set(ids).count == 2)
            try Self.pull("there", into: "here", sandbox)
            for (clone, id) in zip(["third", "fourth"], ids) {
                try Self.pull("here", into: clone, sandbox)
                let line = verb.replacing("ID", with: id)
                let result = sandbox.run(Transcript.words(line), in: clone)
                #expect(result.status == 0, "\(line): \(result.errors)")
            }
            // A repeated request returns the event that counts, whoever makes it.
            let again = sandbox.run(Transcript.words(key), in: "here")
            #expect(again.status == 0)
            #expect(again.output == ids[0] + "\n")
        }
    }

    private static func answer(_ result: Sandbox.Result) throws -> JSONObject {
        try #require(JSONValue.parse(Array(result.output.utf8)).objectValue)
    }

    private static func commit(of result: Sandbox.Result) throws -> String? {
        try answer(result)["commit"]?.stringValue
    }

    /// Returns the output without the commit, which only the first output contains.
    private static func withoutCommit(_ result: Sandbox.Result) throws -> [String] {
        try answer(result).members.filter { $0.key != "commit" }.map { "\($0)" }
    }

    @Test func aRetryIsAnsweredAlike() throws {
        let sandbox = try Sandbox.withProject()
        sandbox.perform(
            ["locale add fr", "string add greeting Hello", "string add bye Bye"], in: "app")
        try sandbox.write(
            "<strings language=\"fr\"><string><original>greeting</original><translation>Salut</translation></string><string><original>x</original><translation>y</translation></string></strings>\n",
            to: "app/fr.xml")
        for line in [
            "propose fr greeting Salut --format json", "set fr bye Adieu --format json",
            "string edit greeting Hi --format json", "import fr.xml --format json",
            "string rename bye farewell --format json",
        ] {
            let words =
                Transcript.words(line) + [
                    "--idempotency-key", "key-" + line.prefix(10).filter { $0 != " " },
                ]
            let first = sandbox.run(words, in: "app")
            #expect(first.status == 0, "\(line): \(first.errors)")
            let tip = try sandbox.commit("translations", in: "app")
            let again = sandbox.run(words, in: "app")
            #expect(try Self.withoutCommit(again) == Self.withoutCommit(first), "\(line)")
            #expect(try Self.commit(of: first) == tip)
            #expect(try Self.commit(of: again) == nil, "\(line)")
            #expect(again.status == 0)
            #expect(try sandbox.commit("translations", in: "app") == tip, "no commit")
        }
        let other = sandbox.run(
            ["set", "fr", "farewell", "Ciao", "--idempotency-key", "key-setfrbye"], in: "app")
        #expect(other.status == 2)
        #expect(other.errors.contains("was already used for another command"))
    }

    @Test func aCommitThatBroughtAnAliasTookNothingAway() throws {
        let key = "propose fr greeting Salut --idempotency-key k"
        let (sandbox, ids) = try Self.parted(
            MovingScenario("", here: [key], there: [key], rows: []))
        let alias = try sandbox.commit("HEAD", in: "there")
        try Self.pull("there", into: "here", sandbox)
        let result = sandbox.run(["revert", alias, "--yes"], in: "here")
        #expect(result.status == 0, "\(result)")
        #expect(try Self.rows(sandbox.open("here")) == ["fr greeting “Salut” open"])
        // The id means the proposal itself.
        #expect(sandbox.run(["revert", ids[1], "--yes"], in: "here").status == 0)
        #expect(try Self.rows(sandbox.open("here")) == ["fr greeting “Salut” deleted"])
    }

    @Test func whatCameLateIsCarriedOver() throws {
        let (sandbox, _) = try Self.parted(
            MovingScenario(
                "", here: ["string rename greeting hello"],
                there: ["otto: set fr greeting Bonjour", "otto: propose fr greeting Salut"],
                rows: []))
        try Self.pull("there", into: "here", sandbox)
        let listed = sandbox.run(["string", "carry"], in: "here")
        #expect(listed.output == "fr greeting → hello: Bonjour; 1 proposal\n")
        #expect(sandbox.run(["todo"], in: "here").errors.contains("dragoman string carry"))
        let carried = sandbox.run(["string", "carry", "greeting"], in: "here")
        #expect(carried.status == 0, "\(carried)")
        #expect(sandbox.run(["get", "fr", "hello"], in: "here").output == "Bonjour\n")
        let blame = sandbox.run(["blame", "fr", "hello"], in: "here").output
        #expect(blame.contains("Otto"))
        #expect(sandbox.run(["string", "carry"], in: "here").output == "")
    }

    @Test func whatWasAcceptedLateIsDecidedForTheNewKey() throws {
        let (sandbox, _) = try Self.parted(
            MovingScenario(
                "", shared: ["propose fr greeting Salut"], here: ["string rename greeting hello"],
                there: ["otto: accept @1"], rows: []))
        try Self.pull("there", into: "here", sandbox)
        #expect(sandbox.run(["string", "carry", "greeting"], in: "here").status == 0)
        #expect(
            try Self.rows(sandbox.open("here")).filter { !$0.hasPrefix("late") } == [
                "en hello = Hello", "fr hello = Salut", "fr hello “Salut” accepted",
            ])
    }

    /// Nobody could settle it, and the counts of `status` omit it too.
    @Test func aConflictOfWhatIsGoneIsListedWhenThatComesBack() throws {
        let (sandbox, _) = try Self.parted(
            MovingScenario(
                "", here: ["set fr greeting Salut"], there: ["otto: set fr greeting Bonjour"],
                rows: []))
        try Self.pull("there", into: "here", sandbox)
        func conflicts() throws -> Int {
            try sandbox.open("here").read(at: .tip) { try $0.model.conflicts() }.count
        }
        #expect(try conflicts() == 1)
        for (leave, comeBack) in [
            ("string remove greeting", "string add greeting Hello"),
            ("locale remove fr", "locale add fr"),
        ] {
            sandbox.perform([leave], in: "here")
            #expect(try conflicts() == 0, "\(leave)")
            sandbox.perform([comeBack], in: "here")
            #expect(try conflicts() == 1, "\(comeBack)")
        }
        // A rename keeps it.
        sandbox.perform(["string rename greeting hello"], in: "here")
        #expect(try conflicts() == 1)
    }

    @Test func aSettlementThatIsTakenBackListsTheConflictAgain() throws {
        let (sandbox, _) = try Self.parted(
            MovingScenario(
                "", here: ["set fr greeting Salut", "string edit greeting Hi"],
                there: ["otto: set fr greeting Bonjour", "otto: string edit greeting Hey"],
                rows: []))
        try Self.pull("there", into: "here", sandbox)
        let parted = try Self.rows(sandbox.open("here"))
        #expect(parted.filter { $0.hasPrefix("conflict") }.count == 2)
        let losers = try sandbox.open("here").read(at: .tip) { try $0.model.conflicts() }.map(
            \.loser.id.description)
        sandbox.perform(["conflicts --keep \(losers[0]) --keep \(losers[1])"], in: "here")
        let settled = try Self.rows(sandbox.open("here"))
        #expect(settled == ["en greeting = Hi", "fr greeting = Salut"])
        sandbox.perform(["revert HEAD --yes"], in: "here")
        #expect(
            try Self.rows(sandbox.open("here")) == [
                "en greeting = Hey", "fr greeting = Bonjour",
                "conflict en greeting: string.defined over string.defined",
                "conflict fr greeting: translation.set over translation.set",
            ])
        sandbox.perform(["revert HEAD --yes"], in: "here")
        #expect(try Self.rows(sandbox.open("here")) == settled)
    }
}
