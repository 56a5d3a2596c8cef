public import Texts

/// What an event speaks of; the events of one subject are folded together, and alone.
public enum Subject: Hashable, Sendable {
    /// A language of the project.
    case locale(LanguageTag)
    /// A setting, by name.
    case setting(Value.Text)
    /// A section as a file; in the source language, which names no language, or in another one.
    case resource(Value.Text, in: LanguageTag?)
    /// What the file of a section said at its last import, in one format and language.
    case file(Value.Text, format: Value.Text, in: LanguageTag)
    /// A string in one language: its text, or in the source language its definition, and its proposals.
    case unit(LanguageTag, StringID)
}

extension Event {
    /// The string that the event speaks of; a missing section is the default one.
    public func string(in project: Project) -> StringID? {
        key.map { StringID(section: section ?? project.defaultSection, key: $0) }
    }

    /// What the event is folded with, or `nil` for events that no fold knows or that are out of place.
    ///
    /// Out of place are definitions outside the source language and texts inside it.
    public func subject(in project: Project) -> Subject? {
        switch payload {
        case .localeAdded, .localeRemoved: return .locale(locale)
        case .settingChanged(let name, _): return .setting(Value.Text(name))
        case .resourceDefined:
            return .resource(
                Value.Text(section ?? project.defaultSection),
                in: locale == project.source ? nil : locale)
        case .fileRead(let read):
            return .file(
                Value.Text(section ?? project.defaultSection), format: Value.Text(read.format),
                in: locale)
        case .unrecognized: return nil
        case .stringDefined, .stringRemoved:
            guard locale == project.source else { return nil }
        case .translationSet, .translationRemoved, .translationReviewed, .translationFlagged:
            guard locale != project.source else { return nil }
        case .proposalAccepted, .proposalMade, .proposalRejected, .proposalDeleted,
            .proposalReopened, .proposalEndorsed, .commentAdded, .checkSilenced:
            break
        }
        return string(in: project).map { .unit(locale, $0) }
    }
}
