import Hosting
import Testing
import Workspace

/// Compares the scopes in the table of doors, which ``LimitTableTests`` holds against the routes,
/// with the rights of the actions.
@Suite struct ActionRightTests {
    /// The verbs of routes whose ids do not end in one.
    private static let verbs: [String: Action.Verb] = [
        "locales.add": .add, "strings.add": .define, "texts.mark": .flag,
        "proposals.add": .propose, "comments.add": .comment, "proposals.create": .propose,
        "i18next.add": .propose, "i18next.default.add": .propose,
        "locale": .add, "string": .define, "import.add": .import, "import": .import,
        "importFile": .import,
        "bulk": .flag, "mark": .flag, "revertMany": .revert, "settings": .change,
        "localeSettings": .add, "removeLocale": .remove, "sync.run": .change,
        "revert.add": .revert, "channels.set": .point, "git.push": .propose, "pointChannel": .point,
        "removeChannel": .remove, "string.picture": .edit,
    ]

    /// The routes that need a wider right than the widest action of their verb.
    private static let wider: [String: Right] = [
        "conflicts.keep": .review, "revert.add": .review, "import.add": .administer,
    ]

    private static func verb(of id: String) -> Action.Verb? {
        var id = id
        for part in ["pages.", ".post", "nstack.", ".short", ".project"] {
            id = id.replacing(part, with: "")
        }
        return verbs[id] ?? id.split(separator: ".").last.flatMap { .init(rawValue: String($0)) }
    }

    @Test func everyWriteNeedsTheRightOfItsAction() throws {
        for door in Door.all(proposal: "0", number: 1, guid: "guid-of-the-owner") {
            guard case .writes(let scope) = door.kind else { continue }
            let verb = try #require(Self.verb(of: door.id), "\(door.id)")
            // People may take back what they did themselves.
            let right = Self.wider[door.id] ?? (verb == .revert ? .propose : verb.right)
            #expect(scope == Scope(right), "\(door.id)")
        }
    }

    @Test func scopesAreInTheOrderOfRights() {
        let scopes = Right.allCases.map(Scope.init)
        #expect(scopes == scopes.sorted() && scopes == Array(Scope.allCases.dropFirst()))
    }
}
