package import JSON
import Texts
import Translation

extension WalkEntry {
    /// The JSON object that represents the entry as a line of a journal.
    package var json: JSONValue {
        var members = JSONMembers()
        switch self {
        case .take(let step):
            members.add("do", step.action.name)
            step.subject.add(to: &members)
            step.action.add(to: &members)
        case .undo(let subject):
            members.add("do", "undo")
            subject.add(to: &members)
        case .forget(let subject):
            members.add("do", "forget")
            subject.add(to: &members)
        case .draft(let subject, let draft):
            members.add("do", "draft")
            subject.add(to: &members)
            draft?.add(to: &members)
        }
        return members.json
    }

    /// Reads an entry from the object in a line; returns nil if the object is not an entry.
    package init?(json: JSONValue) {
        guard let object = json.objectValue, let subject = WalkSubject(object),
            let word = object["do"]?.stringValue
        else { return nil }
        switch word {
        case "undo": self = .undo(subject)
        case "forget": self = .forget(subject)
        case "draft": self = .draft(subject, WalkDraft(object))
        default:
            guard let action = WalkStep.Action(word, object) else { return nil }
            let step = WalkStep(subject, action)
            guard step.command != nil else { return nil }
            self = .take(step)
        }
    }
}

extension WalkSubject {
    fileprivate func add(to members: inout JSONMembers) {
        switch self {
        case .proposal(let id): members.add("proposal", id.description)
        case .unit(let unit):
            members.add("locale", unit.locale.rawValue)
            members.add("section", unit.string.section)
            members.add("key", unit.string.key)
        }
    }

    fileprivate init?(_ object: JSONObject) {
        if let id = object["proposal"]?.stringValue.flatMap({ EventID($0) }) {
            self = .proposal(id)
        } else if let locale = object["locale"]?.stringValue.flatMap({ LanguageTag($0) }),
            let section = object["section"]?.stringValue, let key = object["key"]?.stringValue
        {
            self = .unit(UnitID(locale, StringID(section: section, key: key)))
        } else {
            return nil
        }
    }
}

extension WalkDraft {
    fileprivate func add(to members: inout JSONMembers) {
        switch self {
        case .forms(let forms):
            members.add(
                "forms",
                .array(
                    forms.map { form in
                        .object { members in
                            members.add("form", form.name)
                            members.add("text", form.text)
                        }
                    }))
        case .value(let value): members.add("value", value.json)
        }
    }

    fileprivate init?(_ object: JSONObject) {
        if let forms = object["forms"]?.arrayValue {
            self = .forms(
                forms.compactMap { form in
                    guard let form = form.objectValue, let name = form["form"]?.stringValue,
                        let text = form["text"]?.stringValue
                    else { return nil }
                    return (name, text)
                })
        } else if let json = object["value"], let value = try? Value(json: json) {
            self = .value(value)
        } else {
            return nil
        }
    }
}

extension WalkStep.Action {
    fileprivate var name: String {
        switch self {
        case .accept: "accept"
        case .reject: "reject"
        case .set: "set"
        case .propose: "propose"
        case .comment: "comment"
        }
    }

    fileprivate func add(to members: inout JSONMembers) {
        switch self {
        case .accept(let value, let isForced, let rejectsOthers):
            members.add("value", value?.json)
            if isForced { members.add("force", .bool(true)) }
            if rejectsOthers { members.add("rejectOthers", .bool(true)) }
        case .reject(let code, let reason):
            members.add("code", code?.rawValue)
            members.add("reason", reason)
        case .set(let value): members.add("value", value.json)
        case .propose(let value, let origin):
            members.add("value", value.json)
            if origin != .human { members.add("origin", origin.description) }
        case .comment(let text): members.add("text", text)
        }
    }

    fileprivate init?(_ word: String, _ object: JSONObject) {
        let value: Value?
        do { value = try object["value"].map { try Value(json: $0) } } catch { return nil }
        switch word {
        case "accept":
            self = .accept(
                value: value, isForced: object["force"]?.boolValue ?? false,
                rejectsOthers: object["rejectOthers"]?.boolValue ?? false)
        case "reject":
            self = .reject(
                code: object["code"]?.stringValue.map { ReasonCode($0) },
                reason: object["reason"]?.stringValue)
        case "set":
            guard let value else { return nil }
            self = .set(value)
        case "propose":
            guard let value else { return nil }
            self = .propose(
                value, origin: object["origin"]?.stringValue.map { Origin($0) } ?? .human)
        case "comment":
            guard let text = object["text"]?.stringValue else { return nil }
            self = .comment(text)
        default: return nil
        }
    }
}
