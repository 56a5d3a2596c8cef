import Hosting
import HTTPTypes
import JSON
import Testing
import Translation

@testable import Server

@Suite struct ProblemTests {
    /// The table from the specification, by status.
    private static let expected: [(Int, String)] = [
        (
            400,
            "invalid-value invalid-language invalid-time unsafe-path no-guid contradiction malformed usage"
        ),
        (401, "unauthenticated"),
        (
            403,
            "scope not-reviewer not-translator not-maintainer not-owner self-review origin production"
        ),
        (
            404,
            "unknown-path unknown-project unknown-language unknown-key unknown-proposal unknown-id unknown-check "
                + "unknown-setting unknown-channel unknown-revision unknown-remote no-text no-conflict"
        ), (405, "method"), (406, "not-acceptable"), (408, "timeout"), (410, "unknown-position"),
        (
            409,
            "duplicate too-many-proposals unchanged exists already-decided outdated frozen ambiguous-key ambiguous-id later-edits "
                + "source-language unrelated locked-out too-many-copies"
        ), (412, "changed"), (413, "too-large"), (414, "address-too-long"), (415, "media-type"),
        (417, "expectation"), (421, "misdirected"),
        (422, "failed-checks invalid-file unrepresentable idempotency"),
        (429, "too-many"),
        (431, "headers"), (500, "defect no-terminal"),
        (
            502,
            "remote-missing authentication forbidden unknown-host-key changed-host-key certificate unreachable "
                + "not-git transfer interrupted rejected not-fast-forward lost-events engine"
        ),
        (
            503,
            "busy overloaded behind starting too-slow read-model repository newer-format dirty-work-tree unsigned "
                + "no-identity file unavailable-release"
        ), (507, "disk-full"),
    ]

    @Test func everyCodeHasItsStatus() {
        var listed: Set<String> = []
        for (status, codes) in Self.expected {
            for code in codes.split(separator: " ").map(String.init) {
                #expect(ProblemTable.known(code)?.status.code == status, "\(code)")
                #expect(listed.insert(code).inserted)
            }
        }
        #expect(ProblemTable.rows.count == listed.count)
    }

    @Test(arguments: Refusal.Code.allCases) func everyRefusalHasARow(code: Refusal.Code) {
        #expect(ProblemTable.known(code.rawValue) != nil, "Add a row to ProblemTable.")
    }

    @Test func rowsAreSentences() {
        for row in ProblemTable.rows {
            #expect(row.explanation.hasSuffix(".") && !row.title.hasSuffix("."), "\(row.code)")
        }
    }

    @Test(arguments: [Refusal.Code.diskFull, .file, .repository, .readModel, .busy, .dirtyWorkTree])
    func pathsOfTheServerAreForItsLog(code: Refusal.Code) {
        let path = "/srv/l10n/shop/.git/dragoman/write"
        let problem = Problem(
            Refusal(
                code, "The file \(path) cannot be written: No space left on device.",
                hint: "`ls -l \(path)` shows what it is."))
        let document = problem.document(base: "https://h", requestID: "1")
        #expect(!String(decoding: CanonicalJSON.encode(document), as: UTF8.self).contains("/srv"))
        #expect(problem.pageHint?.contains("/srv") != true)
        #expect(problem.reason?.contains(path) == true)
        #expect(problem.detail.hasSuffix(".") && problem.hint?.hasSuffix(".") == true)
    }

    @Test func ourFieldNamesAreNames() {
        let names: [HTTPField.Name] = [
            .requestID, .dragomanGuid, .dragomanEnvironment, .dragomanPosition, .referrerPolicy,
            .forwarded, .xForwardedFor, .restAPIKey, .applicationID, .rateLimit, .rateLimitPolicy,
            .secFetchSite,
        ]
        #expect(!names.contains(.via))
        #expect(Set(names).count == names.count)
    }

    @Test func furtherMembersDoNotHideOthers() {
        let problem = Problem(
            .usage, "Wrong.", members: [.init("code", "other"), .init("line", 3)])
        let document = problem.document(base: "https://h", requestID: "1").objectValue
        #expect(document?["code"] == "usage")
        #expect(document?["line"] == 3)
        #expect(document?["hint"] == nil)
    }
}
