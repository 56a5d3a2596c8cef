import JSON
import Texts

extension Command {
    /// What is wished, in a form that is the same whenever and wherever the same is wished.
    ///
    /// It is hashed into idempotency keys and stored nowhere else; ids stand in it as they were given.
    var wish: JSONValue {
        .object { members in
            switch self {
            case .addLocales(let locales):
                members.add("verb", "addLocales")
                members.add("locales", .array(locales.map { Self.wish($0.tag, $0.attributes) }))
            case .removeLocale(let tag):
                members.add("verb", "removeLocale")
                members.add("locale", tag.rawValue)
            case .addString(let string, let definition):
                members.add("verb", "addString")
                members.add(string)
                definition.addFields(to: &members)
            case .editString(let string, let edit):
                members.add("verb", "editString")
                members.add(string)
                edit.addWish(to: &members)
            case .renameString(let old, let new):
                members.add("verb", "renameString")
                members.add("old", old.wish)
                members.add("new", new.wish)
            case .carryOver(let old, let new, let isForced):
                members.add("verb", "carryOver")
                members.add("old", old.wish)
                members.add("new", new.wish)
                members.add("force", isForced)
            case .removeString(let string):
                members.add("verb", "removeString")
                members.add(string)
            case .setText(let locale, let string, let value):
                members.add("verb", "setText")
                members.add("locale", locale.rawValue)
                members.add(string)
                members.add("value", value.json)
            case .unsetText(let locale, let string):
                members.add("verb", "unsetText")
                members.add("locale", locale.rawValue)
                members.add(string)
            case .propose(let locale, let string, let proposing):
                members.add("verb", "propose")
                members.add("locale", locale.rawValue)
                members.add(string)
                members.add("value", proposing.value.json)
                members.add("note", proposing.note)
                members.add("origin", proposing.origin.description)
                members.add("new", proposing.isNew)
            case .changeSetting(let name, let value, _):
                members.add("verb", "changeSetting")
                members.add("name", name)
                members.add("value", value)
            case .placeFiles(let section, let pattern):
                members.add("verb", "placeFiles")
                members.add("section", section)
                members.add("pattern", pattern)
            case .importFiles(let files):
                members.add("verb", "importFiles")
                members.add("files", .array(files.map(\.wish)))
            case .batch(let commands):
                members.add("verb", "batch")
                members.add("commands", .array(commands.map(\.wish)))
            default: addReview(to: &members)
            }
        }
    }

    private func addReview(to members: inout JSONMembers) {
        func add(_ verb: String, _ ids: [EventID], _ reason: String? = nil) {
            members.add("verb", verb)
            members.add("ids", .array(ids.map { .string($0.description) }))
            members.add("reason", reason)
        }
        func add(_ verb: String, _ units: [UnitID], _ reason: String?) {
            members.add("verb", verb)
            members.add("units", .array(units.map(\.wish)))
            members.add("reason", reason)
        }
        switch self {
        case .accept(let ids, let accepting):
            add("accept", ids)
            members.add("value", accepting.value?.json)
            members.add("rejectOthers", accepting.rejectsOthers)
            members.add("force", accepting.isForced)
            if !accepting.isReview { members.add("asTranslated", true) }
        case .reject(let ids, let code, let reason):
            add("reject", ids, reason)
            members.add("code", code?.rawValue)
        case .deleteProposals(let ids, let byPerson):
            add("delete", ids)
            members.add("byPerson", byPerson)
        case .comment(let target, let text):
            members.add("verb", "comment")
            switch target {
            case .unit(let unit): members.add("unit", unit.wish)
            case .proposal(let id): members.add("proposal", id.description)
            }
            members.add("text", text)
        case .endorse(let ids, let reason): add("endorse", ids, reason)
        case .vouch(let units, let reason): add("vouch", units, reason)
        case .flag(let units, let reason): add("flag", units, reason)
        case .silence(let units, let check, let reason):
            add("silence", units, reason)
            members.add("check", check)
        case .keep(let ids): add("keep", ids)
        case .revert(let reverting):
            add("revert", reverting.events, reverting.reason)
            members.add("later", "\(reverting.laterEdits)")
        default: break
        }
    }

    private static func wish(_ tag: LanguageTag, _ attributes: LocaleAttributes) -> JSONValue {
        .object { members in
            members.add("locale", tag.rawValue)
            LocaleAdded.add(attributes, to: &members)
        }
    }
}

extension JSONMembers {
    fileprivate mutating func add(_ string: StringID) {
        add("section", string.section)
        add("key", string.key)
    }
}

extension StringID {
    fileprivate var wish: JSONValue { .object { $0.add(self) } }
}

extension UnitID {
    fileprivate var wish: JSONValue {
        .object { members in
            members.add("locale", locale.rawValue)
            members.add(string)
        }
    }
}

extension DefinitionEdit {
    fileprivate func addWish(to members: inout JSONMembers) {
        members.add("value", value?.json)
        members.add("comment", comment)
        switch maximumLength {
        case .set(let limit):
            members.add("limit", "\(limit.count) \(limit.unit.rawValue)")
        case .remove: members.add("limit", "none")
        case nil: break
        }
        if let isTranslatable { members.add("translate", isTranslatable) }
        members.add("labels", labels.map { .array($0.map(JSONValue.string)) })
        members.add("references", references.map { .array($0.map(JSONValue.string)) })
        switch screenshot {
        case .set(let picture):
            members.add("screenshot", picture.url)
            members.add("sha256", picture.sha256)
        case .remove: members.add("screenshot", "none")
        case nil: break
        }
        members.add("minor", isMinor)
    }
}

extension FileImport {
    fileprivate var wish: JSONValue {
        .object { members in
            members.add("locale", locale.rawValue)
            members.add("asProposals", asProposals)
            members.add("prunes", prunes)
            members.add("keepsEmpty", keepsEmpty)
            members.add("definesOrder", definesOrder)
            members.add("metaName", metaName)
            if describesOnly { members.add("describesOnly", true) }
            if isForced { members.add("force", true) }
            if revives { members.add("revives", true) }
            if recordedFormat != nil {
                switch conflicts {
                case .ours: members.add("conflicts", "ours")
                case .theirs: members.add("conflicts", "theirs")
                case .proposals: break
                }
            }
            members.add(
                "gone", .array(gone.map { .array([.string($0.section), .string($0.key)]) }))
            members.add(
                "entries",
                .array(
                    entries.map { entry in
                        .object { members in
                            members.add(entry.string)
                            members.add("value", entry.value?.json)
                            members.add("source", entry.source?.json)
                            members.add("deliberate", entry.isDeliberatelyEmpty)
                            entry.details.addFields(to: &members)
                            entry.textDetails.addFields(to: &members)
                        }
                    }))
        }
    }
}

extension StringDetails {
    fileprivate func addFields(to members: inout JSONMembers) {
        members.add("comment", comment)
        members.add(
            "maxLength",
            maximumLength.map { .string("\($0.count) \($0.unit.rawValue)") })
        members.add("translate", isTranslatable.map(JSONValue.bool))
        members.add("refs", references.map { .array($0.map(JSONValue.string)) })
        members.add("meta", meta.map(JSONValue.object))
    }
}

extension TextDetails {
    fileprivate func addFields(to members: inout JSONMembers) {
        members.add("needsWork", needsWork.map(JSONValue.bool))
        members.add("textMeta", meta.map(JSONValue.object))
    }
}
