import GRDB
package import Texts
package import Translation

extension ReadModel {
    /// Returns the existing strings whose current definition may have a stored picture as its
    /// screenshot, in order, each with the screenshot's address.
    ///
    /// Cost: scans the definitions.
    package func stringsWithPictures() throws -> [(address: String, string: StringID)] {
        let found = try read { db in
            try Row.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT section, key FROM string
                        WHERE is_existing AND instr(definition, ?) > 0 ORDER BY section, key
                        """), arguments: [StoredText("pictures/")]
            ).map { try $0.stringID(0) }
        }
        return try found.compactMap { string in
            try definitions(string).currentDefinition?.screenshot.map { ($0.url, string) }
        }
    }

    /// Returns the open proposals with a picture, in order, each with the picture's reference.
    ///
    /// Cost: reads the open proposals.
    package func openProposalsWithPictures() throws -> [(address: String, proposal: EventID)] {
        let found = try read { db in
            try String.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT p.id FROM proposal p CROSS JOIN event e ON e.id = p.id AND e.standing = 0
                        WHERE p.state = ? AND instr(e.body, CAST('"picture"' AS BLOB)) > 0 ORDER BY p.id
                        """), arguments: [Proposal.State.open.rawValue]
            ).compactMap { EventID($0) }
        }
        return try found.compactMap { id in try picture(ofProposal: id).map { ($0, id) } }
    }

    /// Returns the references to pictures in all events, whatever became of them.
    ///
    /// Cost: scans the events.
    package func pictureReferences() throws -> Set<String> {
        let found = try read { db in
            try String.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT id FROM event
                        WHERE instr(body, CAST('.png' AS BLOB)) > 0 OR instr(body, CAST('.jpg' AS BLOB)) > 0
                        """)
            ).compactMap { EventID($0) }
        }
        var references: Set<String> = []
        for id in found {
            let reference: String? =
                switch try event(id)?.payload {
                case .proposalMade(let proposed): proposed.picture
                case .stringDefined(let definition): definition.screenshot?.url
                default: nil
                }
            if let reference { references.insert(reference) }
        }
        return references
    }

    /// Returns the reference to a proposal's picture, or `nil` if there is no such proposal or picture.
    package func picture(ofProposal id: EventID) throws -> String? {
        guard case .proposalMade(let proposed) = try event(id)?.payload else { return nil }
        return proposed.picture
    }
}
