import Texts
import Translation

/// The renames of strings in the log and in a push.
///
/// A rename consists of two events by the same person, which arrive together. One event defines the
/// new key as a copy of the old key's definition. The other event removes the old key, and refers
/// to the copied definition.
///
/// If a definition copies another string's definition without removing the other string, it is not
/// a rename. If it counted as a rename, it would transfer reviewed texts to a string with a
/// different source text.
struct Renames {
    /// A definition or removal of a string, with a flag for events in the push.
    typealias Known = (event: Event, isNew: Bool)

    private let event: (EventID) -> Event?
    private let project: Project?
    /// Returns the definitions and removals of the strings with a key, in any section.
    private let definitions: (Value.Text) -> [Known]

    /// Creates a view of the renames.
    ///
    /// `event` returns the event in effect for an id.
    init(
        event: @escaping (EventID) -> Event?, project: Project?,
        definitions: @escaping (Value.Text) -> [Known]
    ) {
        self.event = event
        self.project = project
        self.definitions = definitions
    }

    /// Returns the string that an event is about.
    func string(of event: Event) -> StringID? {
        event.key.map { StringID(section: event.section ?? project?.defaultSection ?? "", key: $0) }
    }

    /// Returns true if `new` is `old`, or was renamed from it in one or more steps.
    func string(_ new: StringID, comesFrom old: StringID) -> Bool {
        var seen: Set<StringID> = [new]
        var next = [new]
        while let string = next.popLast() {
            guard string != old else { return true }
            for known in definitions(of: string) {
                guard let source = origin(of: known).flatMap(self.string),
                    seen.insert(source).inserted
                else { continue }
                next.append(source)
            }
        }
        return false
    }

    /// Returns true if the push renames another string to `string`.
    func isRenamedInPush(_ string: StringID) -> Bool {
        definitions(of: string).contains { $0.isNew && origin(of: $0) != nil }
    }

    /// Returns the fault in a new definition that copies another string's definition, or nil if
    /// there is no fault.
    func fault(in definition: Event, copying copied: Event) -> String? {
        guard let new = string(of: definition), let old = string(of: copied), new != old else {
            return nil
        }
        guard origin(of: (definition, isNew: true)) != nil else {
            return
                "It copies \(copied.id), the definition of another string, but does not remove "
                + "that string."
        }
        return existed(new, besides: old)
            ? "It copies \(copied.id) as a rename, but a string with this name already exists."
            : nil
    }

    /// Returns true if a text for one definition also fits another definition.
    ///
    /// Both must have the same source text or belong to the same kind, including across a rename.
    func areAlike(_ one: EventID, _ other: EventID) -> Bool {
        guard let target = event(one), let text = target.payload.text else { return false }
        var seen: Set<EventID> = []
        var next = event(other)
        let kind = kind(of: target)
        while let definition = next, seen.insert(definition.id).inserted {
            if definition.payload.text == text { return true }
            let root = self.kind(of: definition)
            if root == kind { return true }
            guard let first = event(root) else { return false }
            if first.payload.text == text { return true }
            next = [false, true].lazy.compactMap { origin(of: (first, isNew: $0)) }.first
        }
        return false
    }

    // MARK: Parts of a rename

    private func definitions(of string: StringID) -> [Known] {
        definitions(Value.Text(string.key)).filter { self.string(of: $0.event) == string }
    }

    /// Returns the old key's definition that a rename copies, or nil if there is no rename.
    private func origin(of known: Known) -> Event? {
        let definition = known.event
        guard case .stringDefined = definition.payload,
            let copied = definition.copies.flatMap(event),
            copied.isOfDefinitions(in: definition.locale), copied.locale == definition.locale,
            copied.payload.text == definition.payload.text,
            let old = string(of: copied), old != string(of: definition)
        else { return nil }
        let isRenamed = definitions(of: old).contains { other in
            guard case .stringRemoved = other.event.payload, other.isNew == known.isNew else {
                return false
            }
            return other.event.actor == definition.actor
                && seen(by: other.event).contains(copied.id)
        }
        return isRenamed ? copied : nil
    }

    /// Returns the ids that an event refers to, each replaced by the id in effect.
    private func seen(by event: Event) -> [EventID] {
        ([event.base].compactMap(\.self) + event.over).map { self.event($0)?.id ?? $0 }
    }

    /// Returns true if a string with this name exists, other than as a result of renaming `old`.
    ///
    /// Two clones may rename `old` to the same name at the same time.
    private func existed(_ string: StringID, besides old: StringID) -> Bool {
        let all = definitions(of: string).filter { event($0.event.id)?.id == $0.event.id }
        var left = Set(
            all.filter { known in
                origin(of: known).flatMap(self.string)
                    .map { self.string($0, comesFrom: old) } ?? false
            }.map(\.event.id))
        var count = -1
        while count < left.count {
            count = left.count
            for known in all where seen(by: known.event).contains(where: left.contains) {
                left.insert(known.event.id)
            }
        }
        let others = all.map(\.event).filter { !left.contains($0.id) }
        let named = Set(others.flatMap { event in seen(by: event).filter { $0 != event.id } })
        return others.contains { event in
            if case .stringRemoved = event.payload { return false }
            return !named.contains(event.id)
        }
    }

    /// Returns the definition that started the kind of another definition.
    ///
    /// See section 7 of the data model.
    private func kind(of definition: Event) -> EventID {
        var seen: Set<EventID> = []
        var current = definition
        while seen.insert(current.id).inserted {
            if let copied = current.copies.flatMap(event),
                string(of: copied) == string(of: current),
                copied.isOfDefinitions(in: current.locale), copied.payload.text != nil
            {
                current = copied
                continue
            }
            guard case .stringDefined(let own) = current.payload, own.isMinor,
                let base = current.base
            else { return current.id }
            guard let before = event(base) else { return base }
            guard before.payload.text != nil, string(of: before) == string(of: current) else {
                return current.id
            }
            current = before
        }
        return seen.max() ?? definition.id
    }
}
