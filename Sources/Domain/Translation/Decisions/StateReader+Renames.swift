public import Texts

extension StateReader {
    /// Returns true if a string was created by renaming another string, directly or in several
    /// steps.
    public func string(_ new: StringID, comesFrom old: StringID) throws -> Bool {
        // Ensures that each event is visited only once.
        var seen: Set<EventID> = []
        return try unit(project.source, new).events.contains {
            try isRenamed($0, from: old, seen: &seen)
        }
    }

    /// Returns true if a definition, or a definition that it copies, resulted from renaming `old`.
    private func isRenamed(
        _ definition: Event, from old: StringID, seen: inout Set<EventID>
    ) throws -> Bool {
        seen.insert(definition.id)
        var current = definition
        while let id = current.copies, let copied = try event(id), seen.insert(copied.id).inserted {
            let string = copied.string(in: project)
            guard try string == current.string(in: project) || isRename(current, of: copied) else {
                return false
            }
            if string == old { return true }
            current = copied
        }
        return false
    }

    /// Returns true if a definition that copies another string's definition was written by a
    /// rename.
    ///
    /// A rename also removes the old key. The removal is by the same person, and references the
    /// copied definition. Without this condition, a mere copy would take over the reviewed texts of
    /// a string that still exists.
    public func isRename(_ definition: Event, of copied: Event) throws -> Bool {
        guard let old = copied.string(in: project) else { return false }
        return try unit(project.source, old).events.contains { event in
            guard case .stringRemoved = event.payload else { return false }
            return event.actor == definition.actor
                && (event.base == copied.id || event.over.contains(copied.id))
        }
    }

    /// Returns true if texts for a definition of an old key also fit a definition of a new key.
    ///
    /// This is true if both definitions have the same source text or the same kind, even across
    /// renames. `made` is the definition of the old key.
    func areAlike(
        _ made: EventID, of old: StringID, _ definition: EventID, of new: StringID
    ) throws -> Bool {
        let before = try definitions(old)
        guard let text = before[made]?.value else { return false }
        var (string, id) = (new, definition)
        var seen: Set<EventID> = []
        while seen.insert(id).inserted {
            let history = try definitions(string)
            guard let kind = history.kind(of: id) else { return false }
            if [id, kind].contains(where: { history[$0]?.value == text }) { return true }
            if string == old, before.kind(of: made) == kind { return true }
            guard let root = try event(kind), let copied = try root.copies.flatMap(event),
                let origin = copied.string(in: project), origin != string,
                try isRename(root, of: copied)
            else { return false }
            (string, id) = (origin, copied.id)
        }
        return false
    }
}
