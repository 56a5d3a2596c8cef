import JSON
import Texts

/// Imports files, starting with files in the source language.
struct ImportFiles: CommandKind {
    let files: [FileImport]

    static var verb: String { "importFiles" }

    var goesAlone: Bool { true }

    func addFields(to fingerprint: inout JSONMembers) {
        fingerprint.add("files", .array(files.map(\.fingerprint)))
    }

    func decide(in decider: inout Decider<some StateReader, some RandomNumberGenerator>) throws {
        try decider.importFiles(files)
    }
}

extension FileImport {
    fileprivate var fingerprint: JSONValue {
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
